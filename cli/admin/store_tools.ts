import type { Clock } from "../../base/clock.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { ProgressTools } from "./store_progress.ts";

/** What the commands run on. */
export interface StoreTools extends ProgressTools, RetryDependencies {
  /** Where the store is: a file or a URL. */
  readonly location: string;
  readonly clock: Clock;
}
