import { createHash, type Hash } from "node:crypto";
import type { Unit, Units } from "../../base/unit.ts";
import {
  DamagedEditionError,
  type Edition,
  type EditionEntry,
  type EditionPart,
  type Editions,
  type EntryChange,
  type KeptEntry,
  type LastEdition,
  type Recording,
} from "./edition_ports.ts";
import type { Dated } from "./ports.ts";
import type { Clock } from "../../base/clock.ts";

/** An edition to record. */
export interface NewEdition extends Dated {
  /** Id of the snapshot. */
  readonly id: string;
  /** Its sources, each with the publisher's date or the id of its run. */
  readonly sources: readonly { readonly source: string; readonly version: string }[];
  /**
   * Yields every entry, in the order of places; null: none found yet, and other work may continue.
   */
  readonly entries: Iterable<EditionEntry | null>;
  /** The groups of members that differ; empty if the content is the same in another form. */
  differing(before: KeptEntry, now: KeptEntry): readonly string[];
}

/** Dependencies of {@link recordEdition}. */
export interface RecordEditionDependencies {
  readonly editions: Editions;
  readonly units: Units;
  readonly clock: Clock;
  /** Lets other work run; called after every few entries. */
  readonly step: () => Promise<void>;
  /** Aborts when the service closes: the recording ends, and starts again after the next start. */
  readonly closing: AbortSignal;
  /** Reports an unreadable edition: the new data become a baseline. */
  readonly damaged: (fault: Error) => void;
  /** Records the change in the unit that makes the edition the last one. */
  readonly audit: (unit: Unit, edition: Edition) => void;
}

/** The outcome of a recording. */
export type RecordOutcome =
  /** This server recorded it first. */
  | { readonly kind: "recorded"; readonly edition: Edition }
  /** Another server recorded it, or its manifest is older than that of the last edition. */
  | { readonly kind: "known" | "older" }
  /** Another edition was recorded meanwhile, or the service closes: try again. */
  | { readonly kind: "lost" | "stopped" };

/** Bytes of an entry's digest that are kept. */
const digestBytes = 8;
/** Entries between two steps. */
const entriesAtOnce = 20;

/**
 * Records that a snapshot is in force: compares each entry with the previous edition, which another
 * process may have recorded, and stores every change. A source without earlier record becomes a
 * baseline without changes. Any number of servers may try at once; one wins.
 *
 * @see decisions-3.md part 21, Lists
 */
export async function recordEdition(
  dependencies: RecordEditionDependencies,
  next: NewEdition,
): Promise<RecordOutcome> {
  const { editions, damaged } = dependencies;
  await editions.removeLeft();
  const before = await editions.last();
  if (before?.id === next.id) return { kind: "known" };
  if (before !== null && isOlder(next, before)) return { kind: "older" };
  try {
    return await recordBehind(dependencies, { next, before, compared: before });
  } catch (fault) {
    if (!(fault instanceof DamagedEditionError)) throw fault;
    damaged(fault);
    return await recordBehind(dependencies, { next, before, compared: null });
  }
}

/** Records an edition after another one, whose entries may not be stored. */
async function recordBehind(
  dependencies: RecordEditionDependencies,
  { next, before, compared }: {
    readonly next: NewEdition;
    readonly before: LastEdition | null;
    /** Null: everything becomes a baseline. */
    readonly compared: LastEdition | null;
  },
): Promise<RecordOutcome> {
  const { editions, units, clock, closing, audit } = dependencies;
  const recording = await editions.begin(before);
  let isRecorded = false;
  try {
    const parts = await compare(dependencies, { next, before: compared, recording });
    if (parts === null) return { kind: closing.aborted ? "stopped" : "lost" };
    const { id, manifestAt } = next;
    const unit = units.begin();
    const edition = await recording.finish(unit, () => ({
      ...{ id, manifestAt, parts },
      at: later(clock.now(), before),
    }));
    audit(unit, edition);
    isRecorded = (await units.commit(unit)).kind === "committed";
    return isRecorded ? { kind: "recorded", edition } : { kind: "lost" };
  } finally {
    await recording.tidy(isRecorded);
  }
}

/** Whether this server's manifest is older than that of the last edition. */
function isOlder({ manifestAt }: Dated, before: LastEdition): boolean {
  return manifestAt !== null && before.manifestAt !== null &&
    Temporal.Instant.compare(manifestAt, before.manifestAt) < 0;
}

/** The current time, or the instant after the previous edition if this clock is behind. */
function later(now: Temporal.Instant, before: LastEdition | null): Temporal.Instant {
  const soonest = before?.at.add({ milliseconds: 1 }) ?? now;
  return Temporal.Instant.compare(now, soonest) < 0 ? soonest : now;
}

/** A source while its entries are counted. */
interface Tally {
  readonly part: number;
  readonly version: string | null;
  readonly isBaseline: boolean;
  readonly hash: Hash;
  readonly counts: { entries: number; added: number; changed: number; removed: number };
}

/** Merges both editions in their order. @returns null if the recording is abandoned */
async function compare(
  { step, closing }: RecordEditionDependencies,
  { next, before, recording }: {
    readonly next: NewEdition;
    readonly before: LastEdition | null;
    readonly recording: Recording;
  },
): Promise<readonly EditionPart[] | null> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (source: string, version: string | null): Tally => {
    const known = tallies.get(source);
    if (known !== undefined) return known;
    const isBaseline = before?.seen.has(source) !== true;
    const counts = { entries: 0, added: 0, changed: 0, removed: 0 };
    const tally = {
      ...{ part: tallies.size, version, isBaseline, counts },
      hash: createHash("sha256"),
    };
    tallies.set(source, tally);
    return tally;
  };
  for (const { source, version } of next.sources) tallyOf(source, version);
  for (const { source, version } of before?.parts ?? []) {
    if (version !== null) tallyOf(source, null);
  }
  const note = async (change: EntryChange) => {
    const { part, isBaseline, counts } = tallyOf(change.source, null);
    if (isBaseline) return;
    counts[change.change]++;
    await recording.note(part, change);
  };
  const olds = before === null ? null : before.entries()[Symbol.asyncIterator]();
  const nextOld = async (): Promise<KeptEntry | null> => {
    const read = await olds?.next();
    return read === undefined || read.done === true ? null : read.value;
  };
  let old = await nextOld();
  let met = 0;
  const goOn = async (isDue: boolean): Promise<boolean> => {
    if (isDue) await step();
    return !closing.aborted;
  };
  for (const entry of next.entries) {
    if (!await goOn(entry === null || ++met % entriesAtOnce === 0)) return null;
    if (entry === null) continue;
    for (; old !== null && comparePlaces(old, entry) < 0; old = await nextOld()) {
      if (!await goOn(++met % entriesAtOnce === 0)) return null;
      await note(changeOf("removed", old));
    }
    const { hash, counts } = tallyOf(entry.source, null);
    hash.update(entry.bytes);
    counts.entries++;
    const isSameKey = old !== null && comparePlaces(old, entry) === 0;
    const kept = keptOf(entry, isSameKey ? old : null);
    await recording.keep(kept);
    if (!isSameKey || old === null) {
      await note(changeOf("added", kept));
      continue;
    }
    const members = kept === old ? [] : next.differing(old, kept);
    if (members.length > 0) await note(changeOf("changed", kept, members));
    old = await nextOld();
  }
  for (; old !== null; old = await nextOld()) {
    if (!await goOn(++met % entriesAtOnce === 0)) return null;
    await note(changeOf("removed", old));
  }
  return [...tallies].map(([source, { version, hash, counts, isBaseline }]) => ({
    ...{ source, version, sha256: hash.digest("hex") },
    ...counts,
    ...(isBaseline ? { isBaseline } : {}),
  }));
}

/** The stored form of an entry: the previous record itself if the bytes are equal. */
function keptOf(entry: EditionEntry, before: KeptEntry | null): KeptEntry {
  const hashed = createHash("sha256").update(entry.bytes).digest();
  const digest = new Uint8Array(hashed.subarray(0, digestBytes));
  if (before !== null && isSame(before.digest, digest)) return before;
  const { place, source, ref } = entry;
  return { place, source, ref, digest, ...entry.keep() };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function changeOf(
  change: EntryChange["change"],
  { source, ref, entityId, listedOn }: KeptEntry,
  members: readonly string[] = [],
): EntryChange {
  return { source, ref, entityId, change, members, listedOn };
}

type Placed = Pick<EditionEntry, "place" | "source" | "ref">;

/** The order of entries in every edition. */
function comparePlaces(one: Placed, other: Placed): number {
  return one.place - other.place || compareTexts(one.source, other.source) ||
    compareTexts(one.ref, other.ref);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
