import type { Clock } from "../../base/clock.ts";
import type { Lists } from "../lists_in_force/ports.ts";
import type { Matcher } from "../matching/ports.ts";

/** What health and readiness read. */
export interface HealthPorts {
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly lists: Lists;
  readonly matcher: Pick<Matcher, "isRunning">;
  readonly storeProbe: StoreProbe;
}

/** Where the process stands between its start and its end. */
export interface Lifecycle {
  /** True from SIGTERM or SIGINT until the process exits. */
  draining(): boolean;
}

/** Whether the store answers: what readiness asks. */
export interface StoreProbe {
  /** Never rejects and never takes longer than the deadline of the policy. */
  answers(): Promise<boolean>;
}
