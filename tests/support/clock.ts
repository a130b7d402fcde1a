import "../../base/temporal.ts";
import type { Clock } from "../../base/clock.ts";

/** A clock that moves only when a test moves it. */
export interface FixedClock extends Clock {
  /** Moves the clock on. */
  advance(duration: Temporal.DurationLike): void;
}

/**
 * Makes a clock that does not advance by itself.
 *
 * @param at RFC 3339; by default a day in spring
 */
export function fixedClock(at = "2026-03-02T09:00:00.000Z"): FixedClock {
  let now = Temporal.Instant.from(at);
  return {
    now: () => now,
    advance: (duration) => {
      now = now.add(duration);
    },
  };
}
