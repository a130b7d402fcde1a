import { z } from "zod";
import { KeptEvent } from "../../core/events/event_schema.ts";
import type { EventFeed, EventOwner } from "../../core/events/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";
import { eventOwner } from "./event_outbox.ts";

const kept = "30 days (`eventDays`)";

/** Key of a client's event, in order. */
export const keptEvents = defineKey({
  name: "event",
  parts: ["hash of clientId", "mode", "number"],
  value: "an event, encrypted",
  lifetime: kept,
  personal: "no: ids, classes, `subjectRef`",
  protected: "encrypted; client by its hash",
});

/** Key of the number of an event. */
export const eventPlaces = defineKey({
  name: "event_place",
  parts: ["hash of clientId", "mode", "eventId"],
  value: "`{ number, expiresAt }`",
  lifetime: kept,
  personal: "no",
  protected: "client by its hash",
});

/** Key of a client's last event number. */
export const eventHeads = defineKey({
  name: "event_head",
  parts: ["hash of clientId", "mode"],
  value: "`{ number, expiresAt }`: of the last event",
  lifetime: "as the last event",
  personal: "no",
  protected: "client by its hash",
});

/** Value of {@link keptEvents}. */
export const NumberedEvent = z.object({ event: KeptEvent, expiresAt: ExpiresAt }).readonly();
/** Value of {@link eventPlaces} and of {@link eventHeads}. */
export const EventNumber = z.object({ number: z.int().positive(), expiresAt: ExpiresAt })
  .readonly();

/** Parts of a key that name a client and a mode. */
export type OwnerParts = readonly [owner: string, mode: string];

/** The parts of a client's keys. */
export function ownerParts({ clientId, mode }: EventOwner): OwnerParts {
  return [eventOwner(clientId), mode];
}

/** Opens the events of clients in their order. */
export function openEventFeed(
  { store, clock, atRest }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly atRest: KeyRing;
  },
): EventFeed {
  const Sealed = encrypted(NumberedEvent, atRest);
  const isOver = ({ expiresAt }: { readonly expiresAt: string }) =>
    hasPassed(expiresAt, clock.now());
  return {
    numberOf: async (owner, id) => {
      const place = await store.get(EventNumber, eventPlaces.key(...ownerParts(owner), id));
      return place === null || isOver(place.value) ? null : place.value.number;
    },
    find: async (owner, number) => {
      const found = await store.get(Sealed, keptEvents.key(...ownerParts(owner), number));
      return found === null || isOver(found.value) ? null : found.value.event;
    },
    list: async function* (owner, after, limit) {
      const prefix = keptEvents.key(...ownerParts(owner));
      const start = [...prefix, after + 1] as Key;
      let left = limit;
      for await (const { value } of store.list(Sealed, { prefix, start })) {
        if (isOver(value)) continue;
        yield value.event;
        if (--left === 0) return;
      }
    },
  };
}
