import type { Clock } from "./core/ports/clock.ts";
import type { Lifecycle } from "./core/ports/lifecycle.ts";
import type { Log } from "./core/ports/log.ts";
import type { Random } from "./core/ports/random.ts";
import type { Telemetry } from "./core/ports/telemetry.ts";

/** What the process hands to the service; tests hand over a fixed clock and seeded randomness. */
export interface Outside {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}
