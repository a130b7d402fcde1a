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
import { keysReadMax } from "../store/budget.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { behind, firstKey } from "../store/first_key.ts";
import type { Key, KeyRange } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { type Entry, type Operation, put, type Store } from "../store/store.ts";
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

  /** What moves the row of a delivery to where it is due next. */
  function moved(
    place: readonly string[],
    { delivery, due, expiresAt }: StoredDelivery,
    next: number | null,
  ): readonly Operation[] {
    const rowAt = (at: number) => dueDeliveries.key(...place, at, delivery.deliveryId);
    if (due === next) return [];
    return [
      ...(due === null ? [] : [{ kind: "remove", key: rowAt(due), chunks: 0 } as const]),
      ...(next === null ? [] : [put(Due, rowAt(next), { expiresAt })]),
    ];
  }

  function found(place: readonly string[], entry: Entry<StoredDelivery>): FoundDelivery {
    return {
      delivery: entry.value.delivery,
      settle: (unit, delivery) => {
        const at = delivery.nextAttemptAt;
        const due = at === null ? null : Temporal.Instant.from(at).epochMilliseconds;
        addTo(unit, [
          entry.check,
          entry.set({ ...entry.value, delivery, due }),
          ...moved(place, entry.value, due),
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
    due: async function* () {
      const prefix = dueDeliveries.key();
      for (let range: KeyRange = { prefix };;) {
        const key = await firstKey(store, range);
        if (key === null) return;
        const [, owner, mode, endpointId, due] = key;
        const place = [String(owner), String(mode), String(endpointId)] as const;
        range = { prefix, start: behind(dueDeliveries.key(...place)) };
        if (Number(due) > clock.now().epochMilliseconds) continue;
        const known = await endpoints.at([place[0], place[1]]);
        if (known === null || !known.endpoints.some((one) => one.endpointId === place[2])) {
          await removeOf(place);
        } else {
          yield {
            clientId: known.clientId,
            mode: Mode.parse(place[1]),
            endpointId: EndpointId.parse(place[2]),
          };
        }
      }
    },
    claim: async (endpoint, { limit, until }) => {
      const place = placeOf(endpoint);
      const prefix = dueDeliveries.key(...place);
      const end = dueDeliveries.key(...place, clock.now().epochMilliseconds + 1);
      const most = Math.min(limit, keysReadMax);
      const rows = await Array.fromAsync(store.list(Due, { prefix, end }, { limit: most }));
      const keys = rows.map(({ key }) => eventDeliveries.key(...place, String(key.at(-1))));
      const entries = await store.getMany(Sealed, keys);
      // Its lifetime is over.
      const left = rows.filter((_, at) => entries[at] === null);
      if (left.length > 0) await store.commit(left.map((row) => row.delete));
      const due = entries.filter((entry, at) =>
        entry !== null && entry.value.due === rows[at]?.key.at(-2)
      ).filter((entry) => entry !== null);
      if (due.length === 0) return [];
      const next = until.epochMilliseconds;
      const isTaken = await store.commit(due.flatMap((entry) => [
        entry.check,
        entry.set({ ...entry.value, due: next }),
        ...moved(place, entry.value, next),
      ]));
      if (!isTaken) return [];
      const taken = await store.getMany(Sealed, due.map(({ key }) => key));
      return taken.flatMap((entry) =>
        entry === null || entry.value.due !== next ? [] : [found(place, entry)]
      );
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
