import type { Clock } from "../../base/clock.ts";
import type { Waiting } from "../../kv/store/retry.ts";
import type { ProgressTools } from "./store_progress.ts";

/** What the commands run on. */
export interface StoreTools extends ProgressTools, Waiting {
  /** Where the store is: a file or a URL. */
  readonly location: string;
  readonly clock: Clock;
}
