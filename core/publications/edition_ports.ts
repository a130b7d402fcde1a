import type { Unit } from "../../base/unit.ts";

/** What editions are of: the lists of persons, or the corpus of wallet tags. */
export type EditionKind = "lists" | "corpus";

/** One entry of an edition, before it is compared. */
export interface EditionEntry {
  /** Where it stands among all: by this number, rising, then by source and ref as texts. */
  readonly place: number;
  readonly source: string;
  readonly ref: string;
  /** What it states: equal bytes, no change. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What is kept of it; computed where its bytes are not those of the edition before. */
  keep(): EntryFingerprint;
}

/** What is kept of an entry until the next edition. */
export interface EntryFingerprint {
  readonly entityId: string | null;
  readonly listedOn: string | null;
  /** A hash for each group of members, one after the other; none where there are no groups. */
  readonly groups: Uint8Array<ArrayBuffer>;
}

/** An entry as it stands in the store. */
export interface KeptEntry
  extends EntryFingerprint, Pick<EditionEntry, "place" | "source" | "ref"> {
  /** The first bytes of a SHA-256 over {@link EditionEntry.bytes}. */
  readonly digest: Uint8Array<ArrayBuffer>;
}

/** What can have become of an entry. */
export const entryChanges = ["added", "changed", "removed"] as const;

/** A change of one entry from an edition to the next. */
export interface EntryChange {
  readonly source: string;
  readonly ref: string;
  readonly entityId: string | null;
  readonly change: (typeof entryChanges)[number];
  /** The groups of members that differ; none of an entry that was added or removed. */
  readonly members: readonly string[];
  readonly listedOn: string | null;
}

/** One source of an edition, as it is on record. */
export interface EditionPart {
  readonly source: string;
  /** The publisher's date, or what names the run that built it; null: the source is gone. */
  readonly version: string | null;
  /** Over its entries, hex: the same for the same entries, whatever else the snapshot holds. */
  readonly sha256: string;
  readonly entries: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Whether nothing was on record that it could be compared with: it has no changes. */
  readonly isBaseline?: true | undefined;
}

/** An edition that is on record. */
export interface Edition {
  /** Id of the snapshot: SHA-256 of its bytes, hex. */
  readonly id: string;
  /** When it was recorded; no two of a kind at one moment. */
  readonly at: Temporal.Instant;
  /** Time of signature of its manifest; null where none named it. */
  readonly manifestAt: Temporal.Instant | null;
  readonly parts: readonly EditionPart[];
}

/** The last edition on record, with what the next one is compared with. */
export interface LastEdition extends Edition {
  /** Sources that an edition has had before: a source that was never seen is a baseline. */
  readonly seen: ReadonlySet<string>;
  /** When the first edition of its kind was recorded. */
  readonly recordedSince: Temporal.Instant;
  /**
   * Its entries in their order; none where the form of what is kept has changed since.
   *
   * @throws DamagedEditionError when some are missing or cannot be read
   */
  entries(): AsyncIterable<KeptEntry>;
}

/** Entries of the last edition are missing, or cannot be read. */
export class DamagedEditionError extends Error {}

/** A recording under way: nothing of it is seen before it is finished. */
export interface Recording {
  keep(entry: KeptEntry): Promise<void>;
  /** Notes a change of a source, named by its number in the parts to come. */
  note(part: number, change: EntryChange): Promise<void>;
  /**
   * Writes what is left, then adds to the unit what makes this edition the last.
   *
   * @param edition called when all is written: readers ask by its time, so it is not before they could
   */
  finish(unit: Unit, edition: () => Edition): Promise<Edition>;
  /** Removes what the edition before has kept; or, of a recording that lost, what it has written. */
  tidy(isRecorded: boolean): Promise<void>;
}

/** Editions of what is published, as servers share them. */
export interface Editions {
  last(): Promise<LastEdition | null>;
  /** Begins to record the edition after another; one of several at once wins. */
  begin(before: LastEdition | null): Promise<Recording>;
  /** Removes what recordings that died have left, an hour after they began. */
  removeLeft(): Promise<void>;
  /** When the edition of this snapshot was recorded; null: it was not, or too long ago. */
  timeOf(id: string): Promise<Temporal.Instant | null>;
  /** Editions recorded behind a moment, oldest first. */
  after(at: Temporal.Instant): AsyncIterable<Edition>;
  /** Changes of one part of an edition, from one of them on. */
  changes(edition: Edition, part: number, from: number): AsyncIterable<EntryChange>;
}
