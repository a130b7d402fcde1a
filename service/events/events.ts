import type { Units } from "../../base/unit.ts";
import type { EventPorts, EventSender } from "../../core/events/ports.ts";
import { openEventSender } from "../../gateways/webhooks/event_sender.ts";
import { type OpenedDeliveries, openEventDeliveries } from "../../kv/events/event_deliveries.ts";
import { openEventEndpoints } from "../../kv/events/event_endpoints.ts";
import { openEventFeed } from "../../kv/events/event_feed.ts";
import { openEventKeys } from "../../kv/events/event_keys.ts";
import { openEventOutbox } from "../../kv/events/event_outbox.ts";
import { openEventReaders } from "../../kv/events/event_readers.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { OpenedRuntime } from "../process/runtime.ts";

/** The events of clients, and the units that raise them. */
export interface EventAdapters extends Omit<EventPorts, "audit" | "clock" | "random"> {
  readonly eventDeliveries: OpenedDeliveries;
  readonly units: Units;
  /** Runs a function after each commit that raises an event. */
  readonly onEventRaised: (run: () => void) => void;
}

/** Opens the events of clients. */
export function openEventAdapters(
  { mode, policy }: Pick<Config, "mode" | "policy">,
  runtime: OpenedRuntime,
  { store, atRest, units, sender }: {
    readonly store: Store;
    readonly atRest: KeyRing;
    readonly units: Units;
    /** Posts events, instead of sending them over the Internet. */
    readonly sender?: EventSender | undefined;
  },
): EventAdapters {
  const { events: eventRules } = policy;
  const opening = { ...runtime, store, atRest };
  const outbox = openEventOutbox({ ...opening, mode });
  const endpoints = openEventEndpoints(opening);
  const { eventDays } = eventRules;
  let wake = () => {};
  return {
    events: outbox,
    eventDeliveries: openEventDeliveries({ ...opening, endpoints, eventDays }),
    eventEndpoints: endpoints,
    eventFeed: openEventFeed(opening),
    eventKeys: openEventKeys(opening),
    eventReaders: openEventReaders({ ...opening, endpoints }),
    eventRules,
    eventSender: sender ?? openEventSender(mode),
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
