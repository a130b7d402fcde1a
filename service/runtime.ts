import type { Clock } from "../base/clock.ts";
import type { Lifecycle } from "../core/health/ports.ts";
import type { Log } from "../base/log.ts";
import type { Random } from "../base/random.ts";
import type { Telemetry } from "../core/telemetry/ports.ts";

/** What the process hands to the service; tests hand over a fixed clock and seeded randomness. */
export interface Runtime {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}
