import type { Clock } from "../../base/clock.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { StoreVariables } from "../../service/config/store_location.ts";
import type { ProgressTools } from "./store_progress.ts";

/** What the commands on whole stores need. */
export interface StoreTools extends ProgressTools, RetryDependencies {
  /** Where the store is: a file or a URL. */
  readonly location: string;
  /** Variables that hold what opens a store, such as `DENO_KV_ACCESS_TOKEN`. */
  readonly variables: StoreVariables;
  readonly clock: Clock;
}
