import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import {
  EndpointId,
  KeptDelivery,
  type KeptEndpoint,
  newDelivery,
} from "../../core/events/endpoint_schema.ts";
import type { EndpointOf, EventDeliveries, FoundDelivery } from "../../core/events/ports.ts";
import { Mode } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { behind, firstKey } from "../store/first_key.ts";
import type { Key, KeyRange } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { type Entry, type Operation, put, type Remove, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import type { OpenedEndpoints } from "./event_endpoints.ts";
import { type OwnerParts, ownerParts } from "./event_feed.ts";
import type { FanOut, NumberedAs } from "./event_sequencer.ts";

/** Where the deliveries to an endpoint stand. */
export const eventDeliveries = defineKey({
  name: "event_delivery",
  parts: ["hash of clientId", "mode", "endpointId", "deliveryId"],
  value: "`{ delivery, due, expiresAt }`: an event's number, tries with their statuses, encrypted",
  lifetime: "30 days (`eventDays`)",
  personal: "no",
  protected: "encrypted; client by its hash",
});

/** Where it stands when a delivery is due. */
export const dueDeliveries = defineKey({
  name: "event_due",
  parts: ["hash of clientId", "mode", "endpointId", "milliseconds", "deliveryId"],
  value: "`{ expiresAt }`",
  lifetime: "until it is delivered or given up",
  personal: "no",
  protected: "client by its hash",
});

const StoredDelivery = z.object({
  delivery: KeptDelivery,
  /** Milliseconds since 1970 at which it is due; null: it is not. */
  due: z.int().nullable(),
  expiresAt: ExpiresAt,
}).readonly();
type StoredDelivery = z.infer<typeof StoredDelivery>;

const Due = z.object({ expiresAt: ExpiresAt }).readonly();

/** What deliveries need. */
export interface OpenEventDeliveries {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly atRest: KeyRing;
  readonly endpoints: OpenedEndpoints;
  readonly eventDays: number;
}

/** Deliveries, and how the sequencer adds them. */
export interface OpenedDeliveries extends EventDeliveries {
  fanOut(owner: OwnerParts): Promise<FanOut>;
  /** How many deliveries are due or wait for another try, and since when the oldest of them does. */
  waiting(): Promise<{ readonly count: number; readonly oldestAt: Temporal.Instant | null }>;
}

/**
 * Opens the deliveries of events. Beside each that has not ended stands a row with the time at which
 * it is due. Taking a delivery moves that row into the future: a server that dies leaves it to be found
 * due again, by any other.
 */
export function openEventDeliveries(
  { store, clock, random, atRest, endpoints, eventDays }: OpenEventDeliveries,
): OpenedDeliveries {
  const Sealed = encrypted(StoredDelivery, atRest);
  const expiry = () => timestamp(clock.now().add({ hours: 24 * eventDays }));

  function added(place: readonly string[], delivery: KeptDelivery): readonly Operation[] {
    const due = clock.now().epochMilliseconds;
    const expiresAt = expiry();
    const { deliveryId } = delivery;
    return [
      put(Sealed, eventDeliveries.key(...place, deliveryId), { delivery, due, expiresAt }),
      put(Due, dueDeliveries.key(...place, due, deliveryId), { expiresAt }),
    ];
  }

  /** A delivery, with the row that says when it is due. */
  function found(place: readonly string[], entry: Entry<StoredDelivery>): FoundDelivery {
    const { delivery, due, expiresAt } = entry.value;
    const rowAt = (at: number) => dueDeliveries.key(...place, at, delivery.deliveryId);
    const moved = (next: number | null): readonly Operation[] => [
      ...(due === null || due === next
        ? []
        : [{ kind: "remove", key: rowAt(due), chunks: 0 } as Remove]),
      ...(next === null || due === next ? [] : [put(Due, rowAt(next), { expiresAt })]),
    ];
    return {
      delivery,
      claim: async (until) => {
        const next = until.epochMilliseconds;
        const moving = [entry.set({ delivery, due: next, expiresAt }), ...moved(next)];
        if (!await store.commit([entry.check, ...moving])) return null;
        const taken = await store.get(Sealed, entry.key);
        return taken?.value.due === next ? found(place, taken) : null;
      },
      settle: (unit, next) => {
        const at = next.nextAttemptAt;
        const nextDue = at === null ? null : Temporal.Instant.from(at).epochMilliseconds;
        addTo(unit, [
          entry.check,
          entry.set({ delivery: next, due: nextDue, expiresAt }),
          ...moved(nextDue),
        ]);
      },
    };
  }

  /** Removes the rows and deliveries of an endpoint. */
  async function removeOf(place: readonly string[]): Promise<void> {
    for (const kind of [dueDeliveries, eventDeliveries]) {
      await removeAll(store, store.removalsIn({ prefix: kind.key(...place) }));
    }
  }

  const placeOf = ({ endpointId, ...owner }: EndpointOf) => [...ownerParts(owner), endpointId];

  return {
    find: async (endpoint, id) => {
      const entry = await store.get(Sealed, eventDeliveries.key(...placeOf(endpoint), id));
      return entry === null || hasPassed(entry.value.expiresAt, clock.now())
        ? null
        : entry.value.delivery;
    },
    list: async function* (endpoint, before, limit) {
      const prefix = eventDeliveries.key(...placeOf(endpoint));
      const range = before === null ? { prefix } : { prefix, end: [...prefix, before] as Key };
      for await (const { value } of store.list(Sealed, range, { reverse: true, limit })) {
        if (!hasPassed(value.expiresAt, clock.now())) yield value.delivery;
      }
    },
    add: (unit, endpoint, delivery) => addTo(unit, added(placeOf(endpoint), delivery)),
    removeAll: (endpoint) => removeOf(placeOf(endpoint)),
    due: async function* () {
      const prefix = dueDeliveries.key();
      for (let range: KeyRange = { prefix };;) {
        const key = await firstKey(store, range);
        if (key === null) return;
        const [, owner, mode, endpointId, due] = key;
        const place = [String(owner), String(mode), String(endpointId)] as const;
        range = { prefix, start: behind(dueDeliveries.key(...place)) };
        const known = await endpoints.at([place[0], place[1]]);
        if (known === null || !known.endpoints.some((one) => one.endpointId === place[2])) {
          await removeOf(place);
        } else if (Number(due) <= clock.now().epochMilliseconds) {
          yield {
            clientId: known.clientId,
            mode: Mode.parse(place[1]),
            endpointId: EndpointId.parse(place[2]),
          };
        }
      }
    },
    dueOf: async (endpoint, limit) => {
      const place = placeOf(endpoint);
      const prefix = dueDeliveries.key(...place);
      const end = dueDeliveries.key(...place, clock.now().epochMilliseconds + 1);
      const deliveries: FoundDelivery[] = [];
      for await (const row of store.list(Due, { prefix, end })) {
        const [at, id] = row.key.slice(-2);
        const entry = await store.get(Sealed, eventDeliveries.key(...place, String(id)));
        // Its lifetime is over, or another server has taken it since the row was read.
        if (entry === null) await store.commit([row.check, row.delete]);
        else if (entry.value.due === at) deliveries.push(found(place, entry));
        if (deliveries.length === limit) break;
      }
      return deliveries;
    },
    fanOut: async (owner) => {
      const known = (await endpoints.at(owner))?.endpoints ?? [];
      const enabled = known.filter((endpoint) => endpoint.enabled);
      return {
        mutations: 2 * enabled.length,
        writes: ({ number, event }) =>
          enabled.filter((endpoint) => takes(endpoint, event)).flatMap(({ endpointId }) =>
            added([...owner, endpointId], newDelivery({ clock, random }, { number, event }))
          ),
      };
    },
    waiting: async () => {
      let [count, oldest] = [0, Infinity];
      for await (const { key } of store.list(Due, { prefix: dueDeliveries.key() })) {
        count++;
        // The id of a delivery has the time at which it was made (RFC 9562 §5.7).
        const id = String(key.at(-1)).replaceAll("-", "");
        oldest = Math.min(oldest, Number.parseInt(id.slice(0, 12), 16));
      }
      const oldestAt = count === 0 ? null : Temporal.Instant.fromEpochMilliseconds(oldest);
      return { count, oldestAt };
    },
  };
}

/** Whether an event is delivered to an endpoint. A test goes to the one that it is about. */
function takes(
  { endpointId, types }: KeptEndpoint,
  { type, data }: NumberedAs["event"],
): boolean {
  if (type === "endpoint.test") return data["endpointId"] === endpointId;
  return types === null || types.includes(type);
}
