import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ClientId } from "../../core/access/schema.ts";
import {
  ClockEvents,
  type EventOwner,
  type EventReaders,
  type FoundReader,
} from "../../core/events/ports.ts";
import { Mode, Timestamp } from "../../core/nouns.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { absent, type Entry, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import type { OpenedEndpoints } from "./event_endpoints.ts";
import { ownerParts } from "./event_feed.ts";

/** Days for which clock events are raised after a client's last read. */
const readerDays = 31;

/** Key of a client that reads its events, with the progress of its clock events. */
export const eventReaders = defineKey({
  name: "event_reader",
  parts: ["hash of clientId", "mode"],
  value: "`{ clientId, seenAt, until, expiresAt }`: how far the clock's events are raised",
  lifetime: `${readerDays} days past its last read; with endpoints longer`,
  personal: "no",
  protected: "client by its hash in the key",
});

const Reader = z.object({
  clientId: ClientId,
  seenAt: Timestamp,
  /** The time up to which clock events of each kind are raised. */
  until: z.partialRecord(ClockEvents, Timestamp).readonly(),
  expiresAt: ExpiresAt,
}).readonly();
type Reader = z.infer<typeof Reader>;

/** Opens the record of which clients read their events. */
export function openEventReaders(
  { store, clock, endpoints }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly endpoints: OpenedEndpoints;
  },
): EventReaders {
  const seen = () => {
    const now = clock.now();
    return {
      seenAt: timestamp(now),
      expiresAt: timestamp(now.add({ hours: 24 * readerDays })),
    };
  };
  const isRecent = ({ seenAt }: Reader) =>
    clock.now().since(Temporal.Instant.from(seenAt)).total("hours") < 24;

  async function note(owner: EventOwner): Promise<void> {
    const key = eventReaders.key(...ownerParts(owner));
    const found = await store.get(Reader, key);
    const isAlive = found !== null && !hasPassed(found.value.expiresAt, clock.now());
    if (isAlive && isRecent(found.value)) return;
    const until = isAlive ? found.value.until : {};
    const value = { clientId: owner.clientId, until, ...seen() };
    // Another that has noted the same will do.
    await store.commit([
      found?.check ?? absent(key),
      found?.set(value) ?? put(Reader, key, value),
    ]);
  }

  function foundReader(entry: Entry<Reader>, owner: EventOwner): FoundReader {
    return {
      ...owner,
      until: (kind) => {
        const at = entry.value.until[kind];
        return at === undefined ? null : Temporal.Instant.from(at);
      },
      advance: (unit, moved) => {
        const later = Object.fromEntries([...moved].map(([kind, at]) => [kind, timestamp(at)]));
        const until = { ...entry.value.until, ...later };
        addTo(unit, [entry.check, entry.set({ ...entry.value, until })]);
      },
    };
  }

  return {
    note,
    all: async function* () {
      for await (const entry of store.list(Reader, { prefix: eventReaders.key() })) {
        const owner = { clientId: entry.value.clientId, mode: Mode.parse(entry.key.at(-1)) };
        if (!isRecent(entry.value) && await endpoints.at(ownerParts(owner)) !== null) {
          await note(owner);
          const again = await store.get(Reader, entry.key);
          if (again !== null) yield foundReader(again, owner);
        } else if (!hasPassed(entry.value.expiresAt, clock.now())) {
          yield foundReader(entry, owner);
        }
      }
    },
  };
}
