import { z } from "zod";
import type { Random } from "../../base/random.ts";
import type {
  Book,
  DamagedSlot,
  FilledSlot,
  PutSubject,
  Slot,
} from "../../core/monitoring/ports.ts";
import { Generation, MonitoredSubject } from "../../core/monitoring/schema.ts";
import type { SubjectRef } from "../../core/screening/request_schema.ts";
import { derivedMacOf } from "../keys/mac.ts";
import { keysReadMax } from "../store/budget.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { behind } from "../store/first_key.ts";
import type { Key } from "../store/key.ts";
import { importSecretKey } from "../store/secret_key.ts";
import { absent, add, type Entry, type Operation, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { monitoredCounts, monitoredSubjects, monitoredTurns } from "./monitoring_keys.ts";
import { sealSubject, unsealSubject } from "./sealed_subject.ts";

/**
 * A finished import. It removes customers of other generations, unless they were named after it.
 */
const Finished = z.object({ generation: Generation, epoch: z.int() }).readonly();

/** A book without its customers. */
export const StoredBook = z.object({
  bookId: z.string(),
  /** The secret that wraps the data keys and makes the MACs; it is stored only here. */
  secret: z.base64url(),
  epoch: z.int(),
  /** Number of finished imports. */
  imports: z.int(),
  /** Finished imports whose removed customers are not deleted yet. */
  finished: z.array(Finished).readonly(),
}).readonly();
export type StoredBook = z.infer<typeof StoredBook>;

/** A customer as stored. */
export const StoredSubject = z.object({
  sealed: z.string(),
  generation: Generation.optional(),
  /** The epoch in which its data came, and in which it was put or named last. */
  epoch: z.int(),
  named: z.int(),
}).readonly();
export type StoredSubject = z.infer<typeof StoredSubject>;

/** Value of a turn. */
export const Turn = z.object({});

const secretBytes = 32;
/** Number of a MAC's letters that identify a customer: 132 bits. */
const placeLetters = 22;
/** Maximum bytes of customers in one commit; a single larger customer has its own commit. */
const putBytesMax = 400_000;
/** Number of customers read at once. */
const readAtOnce = 500;

/** A book without customers, and with a key of its own. */
export function newBook(random: Random): StoredBook {
  const text = (bytes: number) =>
    random.bytes(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
  return { bookId: text(16), secret: text(secretBytes), epoch: 1, imports: 0, finished: [] };
}

/** Whether a finished import has left the customer out. */
export function isGone(
  { finished }: Pick<StoredBook, "finished">,
  { generation, named }: Pick<StoredSubject, "generation" | "named">,
): boolean {
  return finished.some((one) => named <= one.epoch && generation !== one.generation);
}

/** Dependencies of a book. */
export interface OpenBook {
  readonly store: Store;
  readonly random: Random;
  /** The part of keys that identifies the client. */
  readonly owner: string;
  readonly book: StoredBook;
  /**
   * Checks that the book is as read, and replaces it if given another; creates it if there is none.
   */
  standing(next?: StoredBook): readonly Operation[];
  /** Removes the book and its related records. */
  removing(): Promise<readonly Operation[]>;
}

/** Opens the customers of a book. */
export async function openBook(
  { store, random, owner, book, standing, removing }: OpenBook,
): Promise<Book> {
  const { bookId } = book;
  const keys = await keysOf(book);
  const turnKey = monitoredTurns.key(owner, bookId);
  const entries = new WeakMap<Slot, Entry<StoredSubject>>();
  const keyOf = (place: string) => monitoredSubjects.key(owner, bookId, place);
  const placeOf = (ref: SubjectRef) =>
    derivedMacOf(keys.mac, { use: "aval/monitoring/v1/subject", parts: [ref] })
      .slice(0, placeLetters);

  function stored(
    place: string,
    { subject, ...rest }: PutSubject & Pick<StoredSubject, "epoch" | "named">,
  ): StoredSubject {
    const text = JSON.stringify(subject);
    const sealed = sealSubject(keys.wrapping, { key: keyOf(place), text, random });
    const { epoch, named } = rest;
    return { sealed, ...generationOf(rest), epoch, named };
  }

  function slotOf(place: string, entry: Entry<StoredSubject> | null): Slot {
    const standingHere = entry === null || isGone(book, entry.value) ? null : entry;
    if (standingHere === null) {
      const slot: Slot = { place, subject: null, generation: null, epoch: 0, fault: null };
      if (entry !== null) entries.set(slot, entry);
      return slot;
    }
    const { check, value: { generation = null, epoch, named } } = standingHere;
    const read = subjectOf(standingHere);
    if (read instanceof Error) {
      const slot: DamagedSlot = { place, subject: null, generation, epoch, fault: read };
      entries.set(slot, standingHere);
      return slot;
    }
    const slot: FilledSlot = {
      ...{ place, generation, epoch, subject: read, fault: null },
      found: (unit, subject) =>
        addTo(unit, [
          check,
          standingHere.set(stored(place, { subject, generation, epoch, named })),
        ]),
    };
    entries.set(slot, standingHere);
    return slot;
  }

  function subjectOf({ key, value: { sealed } }: Entry<StoredSubject>): MonitoredSubject | Error {
    try {
      const text = unsealSubject(keys.wrapping, { key, sealed });
      return MonitoredSubject.parse(JSON.parse(text));
    } catch (fault) {
      if (fault instanceof DamagedValueError) return fault;
      // What the parser says may name what it has read.
      return new DamagedValueError(key, "it is no customer");
    }
  }

  /** Counts customers that are added, removed or moved to another generation. */
  function counting(before: Slot, next: PutSubject | null): readonly Operation[] {
    const counted: Operation[] = [];
    const wasThere = before.subject !== null || before.fault !== null;
    if (wasThere !== (next !== null)) {
      counted.push(add(countKey({ owner, ...book }, null, wasThere ? "out" : "in"), 1));
    }
    const generation = next?.generation ?? null;
    if (before.generation === generation) return counted;
    if (before.generation !== null) {
      counted.push(add(countKey({ owner, ...book }, before.generation, "out"), 1));
    }
    if (generation !== null) counted.push(add(countKey({ owner, ...book }, generation, "in"), 1));
    return counted;
  }

  function putting(slot: Slot, next: PutSubject) {
    const entry = entries.get(slot);
    const named = book.epoch;
    // The same data have been compared when they came, and stay as they were sealed.
    const value = slot.subject === next.subject && entry !== undefined
      ? { ...entry.value, ...generationOf(next), named }
      : stored(slot.place, { ...next, epoch: named, named });
    const place = entry?.set(value) ?? put(StoredSubject, keyOf(slot.place), value);
    return { bytes: value.sealed.length, operations: [place, ...counting(slot, next)] };
  }

  const checkOf = (slot: Slot) => entries.get(slot)?.check ?? absent(keyOf(slot.place));
  const takingTurn = async () => {
    const turn = await store.get(Turn, turnKey);
    return [turn?.check ?? absent(turnKey), put(Turn, turnKey, {})];
  };
  const count = async (generation: Generation | null) => {
    // Out first: what comes and goes meanwhile never makes it negative.
    const gone = await store.count(countKey({ owner, ...book }, generation, "out"));
    return Math.max(0, await store.count(countKey({ owner, ...book }, generation, "in")) - gone);
  };
  const find = async (refs: readonly SubjectRef[]) => {
    const places = refs.map(placeOf);
    const pieces: Promise<readonly (Entry<StoredSubject> | null)[]>[] = [];
    for (let at = 0; at < places.length; at += keysReadMax) {
      pieces.push(store.getMany(StoredSubject, places.slice(at, at + keysReadMax).map(keyOf)));
    }
    const read = (await Promise.all(pieces)).flat();
    return places.map((place, at) => slotOf(place, read[at] ?? null));
  };

  return {
    epoch: book.epoch,
    count: () => count(null),
    find: async (ref) => {
      const [slot] = await find([ref]);
      if (slot === undefined) throw new Error("A customer has a place");
      return slot;
    },
    many: async (refs) => {
      const turn = await takingTurn();
      const slots = await find(refs);
      return {
        slots,
        put: (unit, puts) => {
          addTo(unit, [...standing(), ...turn]);
          let sum = 0;
          for (const [at, next] of puts.entries()) {
            const slot = slots[at];
            if (slot === undefined || next === null) continue;
            const { bytes, operations } = putting(slot, next);
            sum += bytes;
            if (at > 0 && sum > putBytesMax) return at;
            addTo(unit, operations);
          }
          return puts.length;
        },
      };
    },
    list: async function* (after) {
      const prefix = monitoredSubjects.key(owner, bookId);
      const start = after === null ? {} : { start: behind([...prefix, after]) };
      const broken: DamagedSlot[] = [];
      const damaged = (fault: Error, key: Key) => {
        broken.push({ place: placeIn(key), subject: null, generation: null, epoch: 0, fault });
      };
      const options = { pageEntries: readAtOnce, damaged };
      for await (const entry of store.list(StoredSubject, { prefix, ...start }, options)) {
        yield* broken.splice(0);
        if (isGone(book, entry.value)) continue;
        yield slotOf(placeIn(entry.key), entry) as FilledSlot | DamagedSlot;
      }
      yield* broken;
    },
    put: (unit, slot, next) => {
      const turn = slot.subject === null && slot.fault === null ? [put(Turn, turnKey, {})] : [];
      addTo(unit, [...standing(), checkOf(slot), ...turn, ...putting(slot, next).operations]);
    },
    remove: (unit, slot) => {
      const entry = entries.get(slot);
      if (entry === undefined) throw new Error("A customer who is monitored has a place");
      const turn = put(Turn, turnKey, {});
      addTo(unit, [...standing(), entry.check, entry.delete, turn, ...counting(slot, null)]);
    },
    finishing: async (generation) => {
      const turn = await takingTurn();
      const [all, named] = [await count(null), await count(generation)];
      return {
        removed: all - named,
        total: named,
        remove: (unit) => {
          const { epoch, imports, finished } = book;
          const next: StoredBook = {
            ...{ ...book, epoch: epoch + 1, imports: imports + 1 },
            finished: [...finished, { generation, epoch }],
          };
          addTo(unit, [...turn, ...standing(next)]);
          if (all > named) {
            addTo(unit, [add(countKey({ owner, ...book }, null, "out"), all - named)]);
          }
          if (named > 0) addTo(unit, [add(countKey({ owner, ...next }, generation, "in"), named)]);
        },
      };
    },
    removing: async () => {
      const turn = await takingTurn();
      const removed = await count(null);
      const writes = await removing();
      return { removed, total: 0, remove: (unit) => addTo(unit, [...turn, ...writes]) };
    },
    hold: (unit) => addTo(unit, standing()),
    nextEpoch: (unit) => addTo(unit, standing({ ...book, epoch: book.epoch + 1 })),
  };
}

function generationOf({ generation }: Pick<PutSubject, "generation">) {
  return generation === null ? {} : { generation };
}

function placeIn(key: Key): string {
  return String(key.at(-1));
}

/**
 * The part that replaces a generation in the count of all customers; names of generations are never
 * empty.
 */
const everyGeneration = "";

/**
 * Key of a count. Counts of a generation restart with each finished import; the count of all does
 * not.
 */
function countKey(
  { owner, bookId, imports }: Pick<StoredBook, "bookId" | "imports"> & { readonly owner: string },
  generation: Generation | null,
  way: "in" | "out",
): Key {
  return generation === null
    ? monitoredCounts.key(owner, bookId, 0, everyGeneration, way)
    : monitoredCounts.key(owner, bookId, imports + 1, generation, way);
}

/** The keys of a book: one wraps data keys, the other makes MACs. */
export async function keysOf(
  { secret }: Pick<StoredBook, "secret">,
): Promise<{ readonly wrapping: Uint8Array; readonly mac: CryptoKey }> {
  const mac = await importSecretKey(Uint8Array.fromBase64(secret, { alphabet: "base64url" }), {
    algorithm: { name: "HMAC", hash: "SHA-256", length: 8 * secretBytes },
    usages: ["sign"],
  });
  const derived = derivedMacOf(mac, { use: "aval/monitoring/v1/wrapping", parts: [] });
  return { mac, wrapping: Uint8Array.fromBase64(derived, { alphabet: "base64url" }) };
}
