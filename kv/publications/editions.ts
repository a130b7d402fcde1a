import { z } from "zod";
import { concatBytes } from "../../base/bytes.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { Sha256, Timestamp } from "../../core/nouns.ts";
import {
  DamagedEditionError,
  type Edition,
  type EditionKind,
  type Editions,
  type EntryChange,
  entryChanges,
  type KeptEntry,
  type LastEdition,
  type Recording,
} from "../../core/publications/edition_ports.ts";
import { keysReadMax } from "../store/budget.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { absent, type Entry, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { entriesForm, readEntries, writeEntry } from "./kept_entries.ts";

const changesKept = "400 days (`changesKeptDays`)";
const ofLists = "no: identifiers and hashes of published entries";

/** The last edition of published data, with the data for comparing the next one. */
export const lastEditions = defineKey({
  name: "edition_last",
  parts: ["lists or corpus"],
  value: "`{ form, generation, pages, seen, recordedSince, edition }`: what came into force last",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** An edition that came into force. */
export const editionRecords = defineKey({
  name: "edition",
  parts: ["lists or corpus", "milliseconds"],
  value: "`{ edition, generation, expiresAt }`: its sources with hashes and counts",
  lifetime: changesKept,
  personal: "no",
  protected: null,
});

/** Time of the last recording of a snapshot's edition. */
export const editionTimes = defineKey({
  name: "edition_of",
  parts: ["lists or corpus", "snapshot id"],
  value: "`{ at, expiresAt? }`",
  lifetime: "400 days past the next one (`changesKeptDays`)",
  personal: "no",
  protected: null,
});

/** Hashes of the entries of an edition. */
export const editionEntries = defineKey({
  name: "edition_entries",
  parts: ["generation", "page"],
  value: "`{ entries }`: key, id and hashes of each entry, base64",
  lifetime: "until the next edition is in force",
  personal: ofLists,
  protected: null,
});

/** The changes of an edition. */
export const editionChanges = defineKey({
  name: "edition_changes",
  parts: ["generation", "number of the source", "page"],
  value: "`{ changes, expiresAt }`: entries added, changed and removed",
  lifetime: changesKept,
  personal: ofLists,
  protected: null,
});

/** Notes of stored entries that belong to no edition yet, or no longer do. */
export const editionGenerations = defineKey({
  name: "edition_generation",
  parts: ["generation"],
  value:
    "`{ since, isReplaced }`: what is to be removed, where a recording or its server has ended",
  lifetime: "until removed; after a crash 1 h or more",
  personal: "no",
  protected: null,
});

const Part = z.object({
  source: z.string(),
  version: z.string().nullable(),
  sha256: Sha256,
  entries: z.int().nonnegative(),
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  removed: z.int().nonnegative(),
  isBaseline: z.literal(true).optional(),
}).readonly();

const StoredEdition = z.object({
  id: z.string(),
  at: Timestamp,
  manifestAt: Timestamp.nullable(),
  parts: z.array(Part).readonly(),
}).readonly();
type StoredEdition = z.infer<typeof StoredEdition>;

/** Value of {@link lastEditions}. */
const Last = z.object({
  form: z.int(),
  generation: z.string(),
  pages: z.int().nonnegative(),
  seen: z.array(z.string()).readonly(),
  /** Recording time of the first edition of its kind. */
  recordedSince: Timestamp,
  edition: StoredEdition,
}).readonly();
type Last = z.infer<typeof Last>;

/** Value of {@link editionRecords}. */
const Recorded = z.object({
  edition: StoredEdition,
  generation: z.string(),
  expiresAt: ExpiresAt,
}).readonly();

/** Value of {@link editionTimes}; without `expiresAt` while it is the last. */
const RecordedTime = z.object({ at: Timestamp, expiresAt: ExpiresAt.optional() }).readonly();

/** Value of {@link editionEntries}. */
const EntriesPage = z.object({ entries: z.base64() }).readonly();

const Change = z.object({
  source: z.string(),
  ref: z.string(),
  entityId: z.string().nullable(),
  change: z.enum(entryChanges),
  members: z.array(z.string()).readonly(),
  listedOn: z.string().nullable(),
}).readonly();

/** Value of {@link editionChanges}. */
const ChangesPage = z.object({ changes: z.array(Change).readonly(), expiresAt: ExpiresAt })
  .readonly();

/** Value of {@link editionGenerations}. */
const Generation = z.object({ since: Timestamp, isReplaced: z.boolean() }).readonly();

/** Maximum bytes of a page of entries, which in base64 is one value without pieces. */
const pageBytesMax = 45_000;
/** Changes of a page. */
const pageChanges = 100;
/** Hours after which no recording can still run. */
const recordingHours = 1;

/** Dependencies of the editions. */
export interface OpenEditions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly kind: EditionKind;
  /** Days for which changes are kept. */
  readonly keptDays: number;
}

/**
 * Opens the editions of one kind. A recording writes under its own name, its generation, which one
 * commit makes that of the last edition: data of a recording that loses or dies are never read.
 * Entries are stored until the next edition, changes for `keptDays`.
 */
export function openEditions(dependencies: OpenEditions): Editions {
  const { store, clock, kind } = dependencies;
  const lastKey = lastEditions.key(kind);
  /** The last edition as it was read, for the commit that replaces it. */
  const read = new WeakMap<LastEdition, Entry<Last>>();
  /** The generation of each edition that was read. */
  const generations = new WeakMap<Edition, string>();

  return {
    last: async () => {
      const found = await store.get(Last, lastKey);
      if (found === null) return null;
      const { value } = found;
      const isReadable = value.form === entriesForm;
      const last: LastEdition = {
        ...editionOf(value.edition),
        seen: new Set(isReadable ? value.seen : []),
        recordedSince: Temporal.Instant.from(value.recordedSince),
        entries: () => isReadable ? entriesOf(store, lastKey, value) : nothing(),
      };
      read.set(last, found);
      return last;
    },
    begin: (before) =>
      openRecording(dependencies, before === null ? null : read.get(before) ?? null),
    removeLeft: async () => {
      const before = clock.now().subtract({ hours: recordingHours });
      for await (const left of store.list(Generation, { prefix: editionGenerations.key() })) {
        if (!hasPassed(left.value.since, before)) continue;
        await removeGeneration(store, left);
      }
    },
    timeOf: async (id) => {
      const found = await store.get(RecordedTime, editionTimes.key(kind, id));
      if (found === null) return null;
      const { at, expiresAt } = found.value;
      const isOver = expiresAt !== undefined && hasPassed(expiresAt, clock.now());
      return isOver ? null : Temporal.Instant.from(at);
    },
    after: async function* (at) {
      const prefix = editionRecords.key(kind);
      const start = editionRecords.key(kind, Math.max(0, at.epochMilliseconds + 1));
      for await (const { value } of store.list(Recorded, { prefix, start })) {
        if (hasPassed(value.expiresAt, clock.now())) continue;
        const edition = editionOf(value.edition);
        generations.set(edition, value.generation);
        yield edition;
      }
    },
    changes: async function* (edition, part, from) {
      const generation = generations.get(edition);
      const counts = edition.parts[part];
      if (generation === undefined || counts === undefined) return;
      const total = counts.added + counts.changed + counts.removed;
      for (let at = from; at < total;) {
        const page = Math.floor(at / pageChanges);
        const key = editionChanges.key(generation, part, page);
        const found = await store.get(ChangesPage, key);
        if (found === null) return;
        yield* found.value.changes.slice(at % pageChanges);
        at = (page + 1) * pageChanges;
      }
    },
  };
}

/** Writes the results of a recording page by page. */
async function openRecording(
  { store, clock, random, kind, keptDays }: OpenEditions,
  before: Entry<Last> | null,
): Promise<Recording> {
  const generation = uuidV7({ clock, random });
  const now = clock.now();
  const expiresAt = timestamp(now.add({ hours: 24 * keptDays }));
  const note = await store.write(
    put(Generation, editionGenerations.key(generation), {
      since: timestamp(now),
      isReplaced: false,
    }),
    [],
  );
  if (note === null) throw new Error("A note without checks has lost one");
  let entries: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, pages] = [0, 0];
  const changes = new Map<number, { page: number; waiting: EntryChange[] }>();

  async function writeEntries(): Promise<void> {
    if (entries.length === 0) return;
    const page = { entries: concatBytes(entries).toBase64() };
    await store.commit([put(EntriesPage, editionEntries.key(generation, pages), page)]);
    pages++;
    entries = [];
    bytes = 0;
  }

  async function writeChanges(part: number): Promise<void> {
    const of = changes.get(part);
    if (of === undefined || of.waiting.length === 0) return;
    const key = editionChanges.key(generation, part, of.page);
    await store.commit([put(ChangesPage, key, { changes: of.waiting, expiresAt })]);
    changes.set(part, { page: of.page + 1, waiting: [] });
  }

  return {
    keep: async (entry) => {
      const written = writeEntry(entry);
      if (bytes + written.length > pageBytesMax) await writeEntries();
      entries.push(written);
      bytes += written.length;
    },
    note: async (part, change) => {
      const of = changes.get(part) ?? { page: 0, waiting: [] };
      changes.set(part, of);
      if (of.waiting.push(change) === pageChanges) await writeChanges(part);
    },
    finish: async (unit, editionNow) => {
      await writeEntries();
      for (const part of changes.keys()) await writeChanges(part);
      const edition = editionNow();
      const stored = storedOf(edition);
      const seen = new Set(before?.value.form === entriesForm ? before.value.seen : []);
      for (const { source } of edition.parts) seen.add(source);
      const last: Last = {
        ...{ form: entriesForm, generation, pages },
        seen: [...seen],
        recordedSince: before?.value.recordedSince ?? stored.at,
        edition: stored,
      };
      const lastKey = lastEditions.key(kind);
      const at = edition.at.epochMilliseconds;
      const timeKey = editionTimes.key(kind, edition.id);
      addTo(unit, [
        ...(before === null
          ? [absent(lastKey), put(Last, lastKey, last)]
          : [before.check, before.set(last)]),
        put(Recorded, editionRecords.key(kind, at), { edition: stored, generation, expiresAt }),
        put(RecordedTime, timeKey, { at: stored.at }),
        // Lost where another server has taken this for a recording that died.
        note.check,
        note.delete,
        ...(before === null ? [] : replaced(before.value, { kind, now, expiresAt })),
      ]);
      return edition;
    },
    tidy: async (isRecorded) => {
      const left = isRecorded ? before?.value.generation : generation;
      if (left === undefined) return;
      const found = await store.get(Generation, editionGenerations.key(left));
      if (found !== null) await removeGeneration(store, found);
    },
  };
}

/** The writes for an edition that another one replaces. */
function replaced(
  { generation, edition }: Last,
  { kind, now, expiresAt }: {
    readonly kind: EditionKind;
    readonly now: Temporal.Instant;
    readonly expiresAt: string;
  },
) {
  const over = { since: timestamp(now), isReplaced: true };
  return [
    put(Generation, editionGenerations.key(generation), over),
    put(RecordedTime, editionTimes.key(kind, edition.id), { at: edition.at, expiresAt }),
  ];
}

/**
 * Removes the entries of a generation, and its note last; changes of a replaced generation stay.
 * The note is rewritten first, so that the commit of a recording that still runs fails.
 */
async function removeGeneration(
  store: Store,
  note: Entry<z.infer<typeof Generation>>,
): Promise<void> {
  const generation = String(note.key[1]);
  const taken = await store.write(note.set(note.value), [note.check]);
  if (taken === null) return;
  await removeAll(store, store.removalsIn({ prefix: editionEntries.key(generation) }));
  if (!note.value.isReplaced) {
    await removeAll(store, store.removalsIn({ prefix: editionChanges.key(generation) }));
  }
  await store.commit([taken.check, taken.delete]);
}

/**
 * Yields the entries of an edition. Ends early if another edition replaced it, in which case the
 * commit of a recording that reads them fails.
 */
async function* entriesOf(
  store: Store,
  lastKey: Key,
  { generation, pages }: Last,
): AsyncGenerator<KeptEntry> {
  for (let page = 0; page < pages; page += keysReadMax) {
    const count = Math.min(keysReadMax, pages - page);
    const keys = Array.from(
      { length: count },
      (_, at) => editionEntries.key(generation, page + at),
    );
    for (const found of await readPages(store, keys)) {
      if (found === null) {
        const last = await store.get(Last, lastKey);
        if (last?.value.generation !== generation) return;
        throw new DamagedEditionError("Entries of the last edition are missing");
      }
      yield* readEntries(Uint8Array.fromBase64(found.value.entries));
    }
  }
}

async function readPages(store: Store, keys: readonly Key[]) {
  try {
    return await store.getMany(EntriesPage, keys);
  } catch (cause) {
    if (!(cause instanceof DamagedValueError)) throw cause;
    throw new DamagedEditionError("Entries of the last edition cannot be read", { cause });
  }
}

async function* nothing(): AsyncGenerator<KeptEntry> {}

function editionOf({ id, at, manifestAt, parts }: StoredEdition): Edition {
  return {
    id,
    at: Temporal.Instant.from(at),
    manifestAt: manifestAt === null ? null : Temporal.Instant.from(manifestAt),
    parts,
  };
}

function storedOf({ id, at, manifestAt, parts }: Edition): StoredEdition {
  return {
    ...{ id, parts, at: timestamp(at) },
    manifestAt: manifestAt === null ? null : timestamp(manifestAt),
  };
}
