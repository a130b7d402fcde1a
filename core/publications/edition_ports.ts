import type { Unit } from "../../base/unit.ts";

/** The kind of edition: the lists of persons, or the corpus of wallet tags. */
export type EditionKind = "lists" | "corpus";

/** One entry of an edition, before the comparison. */
export interface EditionEntry {
  /** Position among all entries: ascending by this number, then by source and ref as texts. */
  readonly place: number;
  readonly source: string;
  readonly ref: string;
  /** The content: equal bytes mean no change. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Returns the stored form, which is computed only if the bytes differ from the previous edition.
   */
  keep(): EntryFingerprint;
}

/** The stored form of an entry until the next edition. */
export interface EntryFingerprint {
  readonly entityId: string | null;
  readonly listedOn: string | null;
  /** A concatenation of hashes, one for each group of members; empty without groups. */
  readonly groups: Uint8Array<ArrayBuffer>;
}

/** An entry as stored. */
export interface KeptEntry
  extends EntryFingerprint, Pick<EditionEntry, "place" | "source" | "ref"> {
  /** The first bytes of a SHA-256 over {@link EditionEntry.bytes}. */
  readonly digest: Uint8Array<ArrayBuffer>;
}

/** The kinds of change of an entry. */
export const entryChanges = ["added", "changed", "removed"] as const;

/** A change of one entry from an edition to the next. */
export interface EntryChange {
  readonly source: string;
  readonly ref: string;
  readonly entityId: string | null;
  readonly change: (typeof entryChanges)[number];
  /** The groups of members that differ; empty for an added or removed entry. */
  readonly members: readonly string[];
  readonly listedOn: string | null;
}

/** One source of an edition, as recorded. */
export interface EditionPart {
  readonly source: string;
  /** The publisher's date, or the id of the run that built it; null: the source was removed. */
  readonly version: string | null;
  /**
   * Hex SHA-256 over the entries only: equal entries have equal hashes, whatever else the snapshot
   * contains.
   */
  readonly sha256: string;
  readonly entries: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Whether there was no earlier record to compare with: a baseline has no changes. */
  readonly isBaseline?: true | undefined;
}

/** An edition that is on record. */
export interface Edition {
  /** Id of the snapshot: SHA-256 of its bytes, hex. */
  readonly id: string;
  /** Time of its recording; unique within a kind. */
  readonly at: Temporal.Instant;
  /** Time of its manifest's signature; null without a manifest. */
  readonly manifestAt: Temporal.Instant | null;
  readonly parts: readonly EditionPart[];
}

/** The last recorded edition, with the data for comparing the next one. */
export interface LastEdition extends Edition {
  /** Sources that occurred in an earlier edition; any other source becomes a baseline. */
  readonly seen: ReadonlySet<string>;
  /** Recording time of the first edition of its kind. */
  readonly recordedSince: Temporal.Instant;
  /**
   * Yields its entries in their order; none if the stored form has changed since.
   *
   * @throws DamagedEditionError when entries are missing or unreadable
   */
  entries(): AsyncIterable<KeptEntry>;
}

/** Entries of the last edition are missing or unreadable. */
export class DamagedEditionError extends Error {}

/** A recording in progress, which is invisible until it is finished. */
export interface Recording {
  keep(entry: KeptEntry): Promise<void>;
  /** Notes a change of a source, identified by its index in the parts of the new edition. */
  note(part: number, change: EntryChange): Promise<void>;
  /**
   * Writes the remaining changes, then adds to the unit the writes that make this edition the last
   * one.
   *
   * @param edition called when all is written, so that its time is not before readers can see it
   */
  finish(unit: Unit, edition: () => Edition): Promise<Edition>;
  /**
   * Removes the stored entries of the previous edition or, for a recording that lost, its own
   * writes.
   */
  tidy(isRecorded: boolean): Promise<void>;
}

/** Editions of published data, shared by servers. */
export interface Editions {
  last(): Promise<LastEdition | null>;
  /** Begins to record the edition after another; of concurrent recordings one wins. */
  begin(before: LastEdition | null): Promise<Recording>;
  /** Removes the remains of recordings that died, an hour after they began. */
  removeLeft(): Promise<void>;
  /**
   * Recording time of the edition of this snapshot; null if it was not recorded, or too long ago.
   */
  timeOf(id: string): Promise<Temporal.Instant | null>;
  /** Yields editions recorded after an instant, oldest first. */
  after(at: Temporal.Instant): AsyncIterable<Edition>;
  /** Yields changes of one part of an edition, starting at a number. */
  changes(edition: Edition, part: number, from: number): AsyncIterable<EntryChange>;
}
