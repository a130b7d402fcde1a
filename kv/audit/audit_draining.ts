import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Store } from "../store/store.ts";
import { moveToChain, type Sequencing } from "./audit_sequencer.ts";

/** Moves recorded events onto the chain. */
export interface Draining {
  /** Moves recorded events to the chain. @returns the number of events moved by this call */
  drain(): Promise<number>;
  /**
   * Schedules a drain; many calls cause one drain. Requests do not wait for it. The promise never
   * rejects: a failure is logged, and the events stay recorded. Shutdown awaits it.
   */
  nudge(): Promise<void>;
}

/** Dependencies of moving events. */
export interface OpenDraining extends Omit<Sequencing, "accepts"> {
  readonly store: Store;
  readonly log: Log;
  /** Default: off. */
  readonly telemetry?: Telemetry;
}

/**
 * Milliseconds that a nudge waits for more events: a large batch costs as much as a batch of one.
 */
const gatherMilliseconds = 25;
/**
 * The maximum of that wait while other instances move this instance's events, since each read of
 * the outbox costs them time too.
 */
const gatherMillisecondsMax = 400;

/** Opens the mover of recorded events to the chain; each of many instances adapts its pace. */
export function openDraining(
  { store, log, telemetry, ...sequencing }: OpenDraining,
): Draining {
  let draining: Promise<void> | null = null;
  let nudged = false;
  let gather = gatherMilliseconds;

  /**
   * Of many sequencers on one chain, the winner keeps its pace, and the others slow down as long as
   * it leaves them no events.
   */
  async function move(): Promise<number> {
    const { events, losses } = await moveToChain(store, sequencing);
    if (losses > 0) gather = Math.min(gather * 2, gatherMillisecondsMax);
    else if (events > 0) gather = Math.max(gather / 2, gatherMilliseconds);
    return events;
  }

  const drain = () =>
    telemetry === undefined ? move() : telemetry.rootSpan("sequence", async (span) => {
      const events = await move();
      span.set({ "aval.events": events });
      return events;
    });

  async function drainWhileNudged(): Promise<void> {
    try {
      while (nudged) {
        await sequencing.pause(gather);
        nudged = false;
        await drain();
      }
    } catch (cause) {
      log.error("audit_drain_failed", cause);
    } finally {
      draining = null;
    }
  }

  return {
    drain,
    nudge: () => {
      nudged = true;
      draining ??= drainWhileNudged();
      return draining;
    },
  };
}
