import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Store } from "../store/store.ts";
import { moveToChain, type Sequencing } from "./audit_sequencer.ts";

/** Moves recorded events onto the chain. */
export interface Draining {
  /** Moves what is recorded onto the chain. @returns how many events this call has moved */
  drain(): Promise<number>;
  /**
   * Drains soon; many calls make one drain. Requests do not wait for it. Its promise
   * never rejects: what goes wrong is logged, and the events stay recorded. Shutdown awaits it.
   */
  nudge(): Promise<void>;
}

/** What moving events needs. */
export interface OpenDraining extends Omit<Sequencing, "accepts"> {
  readonly store: Store;
  readonly log: Log;
  /** Default: off. */
  readonly telemetry?: Telemetry;
}

/** How long a nudge waits for more to come: a batch of many costs what a batch of one does. */
const gatherMilliseconds = 25;
/** The same while others move what this instance records: each read of the outbox costs them, too. */
const gatherMillisecondsMax = 400;

/** Opens what moves recorded events onto the chain; of many instances each finds its own pace. */
export function openDraining(
  { store, log, telemetry, ...sequencing }: OpenDraining,
): Draining {
  let draining: Promise<void> | null = null;
  let nudged = false;
  let gather = gatherMilliseconds;

  /**
   * Of many sequencers at one chain, the one that wins keeps its pace, and the others slow down. They
   * stay slow while it leaves them nothing to move.
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
