import type { Units } from "../../base/unit.ts";
import type { Events } from "../../core/events/ports.ts";
import { openEventOutbox } from "../../kv/events/event_outbox.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The events of clients, and the units that raise them. */
export interface EventAdapters {
  readonly events: Events;
  readonly units: Units;
  /** Runs something after each commit that raises an event. */
  readonly onEventRaised: (run: () => void) => void;
}

/** Opens the events of clients. */
export function openEventAdapters(
  { mode }: Pick<Config, "mode">,
  runtime: OpenedRuntime,
  { atRest, units }: {
    readonly atRest: KeyRing;
    readonly units: Units;
  },
): EventAdapters {
  const outbox = openEventOutbox({ ...runtime, atRest, mode });
  let wake = () => {};
  return {
    events: outbox,
    units: {
      begin: () => units.begin(),
      commit: async (unit) => {
        const outcome = await units.commit(unit);
        if (outcome.kind === "committed" && outbox.raisesIn(unit)) wake();
        return outcome;
      },
    },
    onEventRaised: (run) => {
      wake = run;
    },
  };
}
