import type { Clock } from "../../base/clock.ts";
import type { Lifecycle } from "../../core/health/ports.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";

/** The process in which the service runs; tests use a fixed clock and seeded randomness. */
export interface Runtime {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /**
   * Whether no other server writes to the store, since this process holds the lock of its file.
   * Default: no.
   */
  readonly ownsStore?: boolean;
  /** Resolves after a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A runtime with all defaults filled in. */
export type OpenedRuntime = Required<Runtime>;
