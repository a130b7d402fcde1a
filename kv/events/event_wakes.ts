import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { checksMax } from "../store/budget.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt } from "../store/lifetime.ts";
import { type Entry, type Operation, put, type Store } from "../store/store.ts";

/**
 * Key of the time at which an endpoint is looked at, in order of time, so that later ones are not
 * read.
 */
export const eventWakes = defineKey({
  name: "event_wake",
  parts: ["milliseconds", "hash of clientId", "mode", "endpointId"],
  value: "`{ expiresAt }`",
  lifetime: "until what is due was looked for",
  personal: "no",
  protected: "client by its hash",
});

/** The value of a row of {@link eventWakes}, and of a due delivery. */
export const Due = z.object({ expiresAt: ExpiresAt }).readonly();

/** An endpoint in keys: owner, mode and id. */
export type Place = readonly [owner: string, mode: string, endpointId: string];

/** Milliseconds within which due deliveries share a row, so that a backlog has few rows. */
const sharedMilliseconds = 10_000;
/** Rows that are read at a time, and that are written by one commit. */
const [readAtOnce, writtenAtOnce] = [500, 200];

/** An endpoint to look at. */
export interface Wake {
  readonly place: Place;
  /**
   * Removes its rows, except those of a future time and those written again since. For a caller
   * that has found nothing due there.
   */
  rested(): Promise<void>;
}

/**
 * The operation that makes an endpoint be looked at when something is due. Write each key once in a
 * commit.
 */
export function waking(place: Place, due: number, expiresAt: string): Operation {
  return put(Due, keyOf(place, due), { expiresAt });
}

function keyOf(place: Place, due: number) {
  return eventWakes.key(due - due % sharedMilliseconds, ...place);
}

/** Finds the endpoints to look at now, with one read for each row whose time has come. */
export async function wakesDue(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
): Promise<readonly Wake[]> {
  const now = clock.now().epochMilliseconds;
  const rows = new Map<string, Entry<z.infer<typeof Due>>[]>();
  const range = { prefix: eventWakes.key(), end: eventWakes.key(now + 1) };
  for await (const row of store.list(Due, range, { pageEntries: readAtOnce })) {
    const place = JSON.stringify(row.key.slice(2));
    rows.set(place, [...rows.get(place) ?? [], row]);
  }
  return [...rows].map(([place, ofPlace]) => ({
    place: JSON.parse(place) as Place,
    rested: async () => {
      const over = ofPlace.filter(({ key }) => Number(key[1]) + sharedMilliseconds <= now);
      for (let at = 0; at < over.length; at += checksMax) {
        const some = over.slice(at, at + checksMax);
        if (await store.commit(some.flatMap((row) => [row.check, row.delete]))) continue;
        // One was written again: the others are over all the same.
        for (const row of some) await store.commit([row.check, row.delete]);
      }
    },
  }));
}

/**
 * Adds rows for deliveries that have none, written by a server of an earlier version or one that
 * was killed.
 *
 * @param due place and due time of each unfinished delivery
 */
export async function wakeMissing(
  store: Store,
  due: AsyncIterable<{ readonly place: Place; readonly at: number; readonly expiresAt: string }>,
): Promise<void> {
  const known = new Set<string>();
  for await (
    const { key } of store.list(Due, { prefix: eventWakes.key() }, { pageEntries: readAtOnce })
  ) known.add(JSON.stringify(key));
  const missing: Operation[] = [];
  for await (const { place, at, expiresAt } of due) {
    const name = JSON.stringify(keyOf(place, at));
    if (known.has(name)) continue;
    known.add(name);
    missing.push(waking(place, at, expiresAt));
    if (missing.length === writtenAtOnce) await store.commit(missing.splice(0));
  }
  if (missing.length > 0) await store.commit(missing);
}
