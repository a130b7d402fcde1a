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
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { type Entry, type Operation, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import type { OpenedEndpoints } from "./event_endpoints.ts";
import { type OwnerParts, ownerParts } from "./event_feed.ts";
import { Due, type Place, wakeMissing, wakesDue, waking } from "./event_wakes.ts";
import type { FanOut, NumberedAs } from "./event_sequencer.ts";

/** Key of a delivery to an endpoint. */
export const eventDeliveries = defineKey({
  name: "event_delivery",
  parts: ["hash of clientId", "mode", "endpointId", "deliveryId"],
  value: "`{ delivery, due, expiresAt }`: an event's number, tries with their statuses, encrypted",
  lifetime: "30 days (`eventDays`)",
  personal: "no",
  protected: "encrypted; client by its hash",
});

/** Key of the time at which a delivery is due. */
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
  /** When the delivery is due, in milliseconds since 1970; null if it is not due. */
  due: z.int().nullable(),
  expiresAt: ExpiresAt,
}).readonly();
type StoredDelivery = z.infer<typeof StoredDelivery>;

/** Hours between two searches for deliveries without a row in the index of endpoints. */
const missingHours = 1;

/** Dependencies of deliveries. */
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
  /**
   * Number of deliveries that are due or wait for another try, and the time since which the oldest
   * waits.
   */
  waiting(): Promise<{ readonly count: number; readonly oldestAt: Temporal.Instant | null }>;
}

/**
 * Opens the deliveries of events. Each unfinished delivery has a row with its due time, and a row
 * that makes its endpoint be looked at then. Claiming a delivery moves the first row into the
 * future and adds another of the second kind: if the server dies, the delivery becomes due again
 * for every server.
 */
export function openEventDeliveries(
  { store, clock, random, atRest, endpoints, eventDays }: OpenEventDeliveries,
): OpenedDeliveries {
  const Sealed = encrypted(StoredDelivery, atRest);
  const expiry = () => timestamp(clock.now().add({ hours: 24 * eventDays }));
  let missingAt: Temporal.Instant | null = null;

  /** @param isFirst whether the commit adds no earlier delivery to the same endpoint */
  function added(place: Place, delivery: KeptDelivery, isFirst: boolean): readonly Operation[] {
    const due = Date.parse(delivery.createdAt);
    const expiresAt = expiry();
    const { deliveryId } = delivery;
    return [
      put(Sealed, eventDeliveries.key(...place, deliveryId), { delivery, due, expiresAt }),
      put(Due, dueDeliveries.key(...place, due, deliveryId), { expiresAt }),
      ...(isFirst ? [waking(place, due, expiresAt)] : []),
    ];
  }

  /** Operations that move a delivery's row to its next due time. */
  function moved(
    place: Place,
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

  function found(place: Place, entry: Entry<StoredDelivery>): FoundDelivery {
    return {
      delivery: entry.value.delivery,
      settle: (unit, delivery) => {
        const at = delivery.nextAttemptAt;
        const due = at === null ? null : Temporal.Instant.from(at).epochMilliseconds;
        addTo(unit, [
          entry.check,
          entry.set({ ...entry.value, delivery, due }),
          ...moved(place, entry.value, due),
          ...(due === null ? [] : [waking(place, due, entry.value.expiresAt)]),
        ]);
      },
    };
  }

  /** Claims deliveries until a time. @returns none if another server was first */
  async function take(
    place: Place,
    due: readonly Entry<StoredDelivery>[],
    next: number,
  ): Promise<readonly FoundDelivery[]> {
    const isTaken = await store.commit([
      ...due.flatMap((entry) => [
        entry.check,
        entry.set({ ...entry.value, due: next }),
        ...moved(place, entry.value, next),
      ]),
      waking(place, next, expiry()),
    ]);
    if (!isTaken) return [];
    const taken = await store.getMany(Sealed, due.map(({ key }) => key));
    return taken.flatMap((entry) =>
      entry === null || entry.value.due !== next ? [] : [found(place, entry)]
    );
  }

  /** Removes the rows and deliveries of an endpoint. */
  async function removeOf(place: Place): Promise<void> {
    for (const kind of [dueDeliveries, eventDeliveries]) {
      await removeAll(store, store.removalsIn({ prefix: kind.key(...place) }));
    }
  }

  const placeOf = (
    { endpointId, ...owner }: EndpointOf,
  ): Place => [...ownerParts(owner), endpointId];

  async function* allDue() {
    const range = { prefix: dueDeliveries.key() };
    for await (const { key, value: { expiresAt } } of store.list(Due, range)) {
      const [, owner, mode, endpointId, at] = key;
      const place = [String(owner), String(mode), String(endpointId)] as const;
      yield { place, at: Number(at), expiresAt };
    }
  }

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
    add: (unit, endpoint, delivery) => addTo(unit, added(placeOf(endpoint), delivery, true)),
    due: async function* () {
      const now = clock.now();
      if (missingAt === null || Temporal.Instant.compare(now, missingAt) >= 0) {
        await wakeMissing(store, allDue());
        missingAt = now.add({ hours: missingHours });
      }
      for (const { place, rested } of await wakesDue({ store, clock })) {
        const [owner, mode, id] = place;
        const known = await endpoints.at([owner, mode]);
        if (known === null || !known.endpoints.some(({ endpointId }) => endpointId === id)) {
          await removeOf(place);
          await rested();
        } else {
          const { clientId } = known;
          const endpointId = EndpointId.parse(id);
          yield { clientId, mode: Mode.parse(mode), endpointId, rested };
        }
      }
    },
    claim: async (endpoint, { limit, until }) => {
      const place = placeOf(endpoint);
      const prefix = dueDeliveries.key(...place);
      const most = Math.min(limit, keysReadMax);
      for (;;) {
        const end = dueDeliveries.key(...place, clock.now().epochMilliseconds + 1);
        const rows = await Array.fromAsync(store.list(Due, { prefix, end }, { limit: most }));
        if (rows.length === 0) return null;
        const keys = rows.map(({ key }) => eventDeliveries.key(...place, String(key.at(-1))));
        const entries = await store.getMany(Sealed, keys);
        const due = entries.filter((entry, at) =>
          entry !== null && entry.value.due === rows[at]?.key.at(-2)
        ).filter((entry) => entry !== null);
        // Its lifetime is over.
        const left = rows.filter((_, at) => entries[at] === null);
        if (left.length > 0) await store.commit(left.map((row) => row.delete));
        if (due.length > 0) return await take(place, due, until.epochMilliseconds);
        if (left.length === 0) return [];
      }
    },
    fanOut: async (owner) => {
      const known = (await endpoints.at(owner))?.endpoints ?? [];
      const enabled = known.filter((endpoint) => endpoint.enabled);
      const first = new Set(enabled);
      return {
        mutations: 3 * enabled.length,
        writes: ({ number, event }) =>
          enabled.filter((endpoint) => takes(endpoint, event)).flatMap((endpoint) => {
            const delivery = newDelivery({ clock, random }, { number, event });
            return added([...owner, endpoint.endpointId], delivery, first.delete(endpoint));
          }),
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

/**
 * Whether an event is delivered to an endpoint. A test is delivered only to the endpoint that it
 * tests.
 */
function takes(
  { endpointId, types }: KeptEndpoint,
  { type, data }: NumberedAs["event"],
): boolean {
  if (type === "endpoint.test") return data["endpointId"] === endpointId;
  return types === null || types.includes(type);
}
