/**
 * Port of the matching core. Screening, KYB and wallet verification use the same result. Thresholds
 * and classes are decided by the gates in `core/screening/`, not here.
 */

import type {
  BirthRelation,
  IdentifierFact,
  MatcherStep,
  NameStrength,
  NationalityRelation,
  ReadAs,
  TokenAlignment,
  UnaccountedToken,
} from "./explanation.ts";
import type { EntryFacts, IdentifierType, ListedIdentifier, ListEntry } from "./entry_schema.ts";
import type {
  AsOfFrom,
  EntityType,
  PepCategory,
  PepFunction,
  PepRelation,
  PepStatus,
} from "../nouns.ts";

export type { BirthRelation, EntityType, NameStrength, PepFunction };
export type { EntryFacts, IdentifierFact, IdentifierType, ListedIdentifier, ListEntry };

/** The four layers by which a candidate can be found (Screening §2, `matchedVia`). */
export type Layer = "exact" | "fts" | "trigram" | "phonetic";

/** A listed politically exposed person whose relative or associate the entity is. */
export interface LinkedPep {
  readonly entityId: string;
  readonly name: string;
  readonly relation: PepRelation;
}

/**
 * The reason why an entity counts as politically exposed (FATF; Directive (EU) 2015/849 art. 3(9)).
 */
export interface PepRole {
  readonly category: PepCategory | null;
  readonly functionalCategory: PepFunction | null;
  readonly status: PepStatus | null;
  /** The country of the office, ISO 3166-1 alpha-2. */
  readonly jurisdiction: string | null;
  readonly linked: readonly LinkedPep[];
}

/** One digital-currency address of an entity, normalised by `standards/wallet_address/`. */
export interface ListedAddress {
  /** OFAC's currency code; XBT is written BTC. */
  readonly network: string;
  /** The normal form, which is compared. */
  readonly address: string;
}

/** One entity as a list reader gives it to the snapshot builder. */
export interface ListedEntity {
  /** Stable list key, such as `ofac-sdn`. */
  readonly source: string;
  /** The publisher's own identifier of the entry. */
  readonly listRef: string;
  /** UUIDv5 of (source, listRef). */
  readonly entityId: string;
  readonly entityType: EntityType;
  /** At least one; exactly one is primary and comes first. */
  readonly names: readonly ListedName[];
  /** EDTF (ISO 8601-2): `1969-07-16`, `1969-07`, `1969`, circa `1969~`, range `1958/1960`. */
  readonly births: readonly string[];
  readonly birthPlaces: readonly string[];
  /** Nationalities and citizenships, ISO 3166-1 alpha-2. */
  readonly nationalities: readonly string[];
  /** The publisher's tags of sanctions programmes. */
  readonly programs: readonly string[];
  readonly pep: PepRole | null;
  readonly addresses: readonly ListedAddress[];
  /** Data for reviewers, which no query is compared with; absent if the list has none. */
  readonly details?: EntityDetails;
}

/** Data of an entity that are shown but not compared. */
export interface EntityDetails {
  /** The date of listing: ISO 8601, also of reduced precision. */
  readonly listedOn: string | null;
  /** The publisher's own page about the entry. */
  readonly sourceUrl: string | null;
  /** Titles, functions and offices, as published. */
  readonly designations: readonly string[];
  readonly identifiers: readonly ListedIdentifier[];
  /** Remarks, in the publisher's own words. */
  readonly remarks: readonly string[];
  /** URLs of web pages. */
  readonly links: readonly string[];
}

/** One name of an entity, as published. */
export interface ListedName {
  readonly text: string;
  readonly strength: NameStrength;
  /** The part of `text` that is the family name, if the list marks it. */
  readonly family?: string;
  /** The part of `text` that is the given name or names, if the list marks it. */
  readonly given?: string;
  /** The part of `text` that is the patronymic, if the list marks it. */
  readonly patronymic?: string;
}

/** A listed address that belongs to no entity. */
export interface OrphanAddress extends ListedAddress {
  readonly source: string;
}

/** Origin and size of a list in a snapshot. */
export interface ListInfo {
  readonly source: string;
  readonly title: string;
  readonly publisher: string;
  readonly licence: string;
  /** The publisher's date of the data, or the day it was obtained: ISO 8601 calendar date. */
  readonly asOf: string;
  /**
   * The source of `asOf`; `file`: inferred from the time at which a file was changed. Absent if it
   * was not recorded.
   */
  readonly asOfFrom?: AsOfFrom;
  readonly entities: number;
  readonly names: number;
  readonly addresses: number;
}

/** One loaded list snapshot. Only the matcher that loaded it can read it. */
export interface SnapshotHandle {
  /** Content address: hex SHA-256 of the snapshot's bytes. */
  readonly id: string;
  readonly lists: readonly ListInfo[];
  /** The kinds of entities in all its lists together. */
  readonly holds: HeldKinds;
}

/** Kinds of entities of a snapshot. */
export interface HeldKinds {
  /** Whether any entity is a politically exposed person. */
  readonly peps: boolean;
  /** Whether any entity is listed for another reason: sanctions. */
  readonly sanctioned: boolean;
}

/** A query: names, addresses or both. */
export interface MatchQuery {
  /** The name as the caller wrote it; null if no name check was requested. */
  readonly name: string | null;
  /** Date of birth: `1969`, `1969-07` or `1969-07-16`. */
  readonly dob: string | null;
  /**
   * ISO 3166-1 alpha-2 codes of every country that may be meant: one in common with the entry is
   * enough. Empty if absent or unknown.
   */
  readonly nationalities: readonly string[];
  /** Wallet addresses in normal form, compared byte by byte. */
  readonly addresses: readonly string[];
  /**
   * Compares only entities of this type; all if absent. Addresses are looked up in entities of
   * every type.
   */
  readonly entityType?: EntityType;
  /** Compares only entities of these lists; all if absent. */
  readonly sources?: readonly string[];
  /** An entry with one of these identifiers is a candidate, even if no name matches. */
  readonly identifiers?: readonly AskedIdentifier[];
  /** Minimum score at which entities beyond the best 64 are counted; none are counted if absent. */
  readonly countFrom?: number;
}

/** An identifier to look for. */
export interface AskedIdentifier {
  readonly type: IdentifierType;
  /** As the caller writes it. */
  readonly value: string;
  /** ISO 3166-1 alpha-2 codes of every country that may have issued it; empty: any country. */
  readonly countries: readonly string[];
}

/** One entity that may match, with everything that the gates need. */
export interface MatchCandidate {
  readonly entityId: string;
  readonly source: string;
  readonly listRef: string;
  readonly entityType: EntityType;
  readonly pep: PepRole | null;
  /** 0 to 100: names, date of birth and nationality together, before any gate. */
  readonly score: number;
  /** 0 to 100: names only. A primary name of two or more tokens scores 100 against itself. */
  readonly nameScore: number;
  /** 0 to 1: edit similarity of the aligned tokens. */
  readonly levenshtein: number;
  /** 0 to 1: share of the query's weight that sounds like the listed name. */
  readonly phonetic: number;
  readonly layers: readonly Layer[];
  /** Whether the folded token sets of query and listed name are equal. */
  readonly exact: boolean;
  /** True if the query is a person's name and the entity is not a person; else absent. */
  readonly otherKind?: true;
  /**
   * Like `exact`, but for the part that was compared: one of several names in the query, or a name
   * without the remark next to it.
   */
  readonly sameWords: boolean;
  /** The listed name that matched best. */
  readonly matchedName: string;
  readonly matchedStrength: NameStrength;
  /** Script of the matched name (ISO 15924). */
  readonly matchedScript: string;
  /** Tokens of the matched name, without particles and titles. */
  readonly matchedTokens: number;
  /** Sum of the idf of the query's tokens for which the matched name accounts. */
  readonly rarity: number;
  readonly readAs: ReadAs;
  readonly alignment: readonly TokenAlignment[];
  /** Tokens of the query that nothing in the matched name accounts for. */
  readonly unaccounted: readonly UnaccountedToken[];
  /** Steps that made `score`, in order. Their points, in hundredths, add up to it. */
  readonly steps: readonly MatcherStep[];
  /**
   * `value`: from -1 (contradicts) over 0 (absent) to 1 (agrees). `listed`: as in an explanation.
   */
  readonly birth: {
    readonly relation: BirthRelation;
    readonly value: number;
    readonly listed: string | null;
  };
  /** Like `birth`. */
  readonly nationality: {
    readonly relation: NationalityRelation;
    readonly value: number;
    readonly listed: readonly string[];
  };
  /** How the entry compares with each identifier of the query; absent if the query has none. */
  readonly identifiers?: readonly IdentifierFact[];
}

/** A queried address that is on a list. */
export interface AddressHit {
  readonly address: string;
  readonly network: string;
  readonly source: string;
  /** Null if the list has the address without an entity. */
  readonly entity: {
    readonly entityId: string;
    readonly listRef: string;
    readonly name: string;
  } | null;
}

/** Result of one query against one snapshot. */
export interface MatchResult {
  /** Comparable tokens of the query's name after normalisation; 0 if nothing could be compared. */
  readonly queryTokens: number;
  /**
   * Tokens of the query beyond the 32 that are compared as one name; 0 if the query is short
   * enough. They are not skipped: every query of three words or more is searched for listed names
   * within it. A name found that way is scored by its own words only, at most
   * `penalties.inTextMost`.
   */
  readonly tokensLeftOut: number;
  /**
   * ISO 15924 codes of scripts in the name that cannot be transliterated, so that they match only
   * themselves.
   */
  readonly untransliterated: readonly string[];
  /**
   * Those scripts of `untransliterated` that no list uses, if more than a particle is written in
   * them. That part of the name was compared with nothing, so the result cannot be CLEAR.
   */
  readonly unread: readonly string[];
  /**
   * Best first; equal scores by `entityId`. At most 64, each with at least the configured floor.
   */
  readonly candidates: readonly MatchCandidate[];
  /** Entities beyond those 64 that reach `countFrom` or have exactly the name. */
  readonly candidatesLeftOut: number;
  readonly addresses: readonly AddressHit[];
}

/** Comparison of a query with an entry, even if the entry is no candidate. */
export interface ExaminedEntry {
  /**
   * Whether names of the entry were compared. A name is compared only if one of its words resembles
   * a word of the query.
   */
  readonly compared: boolean;
  /** The score of its best name, however low. */
  readonly candidate: MatchCandidate;
}

/** Two names to compare without a list. */
export interface NamePair {
  readonly left: string;
  readonly right: string;
  readonly entityType: EntityType;
}

/** Identifies an entry of a snapshot. */
export interface EntryKey {
  readonly source: string;
  readonly listRef: string;
}

/** An entry during a walk through a snapshot. */
export interface WalkedEntry extends EntryKey {
  /**
   * Its place in the order of every walk: by this number, ascending, then by source and listRef as
   * texts.
   */
  readonly place: number;
  /** The entry's text. Equal bytes mean equal data. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Parses the whole entry. */
  read(): ListEntry;
}

/** The matching core: pure, synchronous, one crossing of the WebAssembly boundary per call. */
export interface Matcher {
  /**
   * Version of the engine that decisions pin: its release, `+`, and 8 hex digits of the SHA-256 of
   * everything that can change an answer (decisions-3.md part 20, pins).
   */
  readonly engineVersion: string;
  /** The release of the matching core, which also identifies the format of its snapshots. */
  readonly release: string;
  /**
   * False after the compiled module has trapped: then it answers nothing until the process
   * restarts.
   */
  isRunning(): boolean;
  /**
   * Loads a snapshot. Nothing is parsed: the bytes are the index.
   *
   * @throws Error if the bytes are not a whole snapshot of this engine's format
   */
  load(bytes: Uint8Array): SnapshotHandle;
  /** Frees a snapshot. A later use of its handle throws. */
  unload(snapshot: SnapshotHandle): void;
  /** Compares a query with one snapshot. */
  match(snapshot: SnapshotHandle, query: MatchQuery): MatchResult;
  /**
   * Whether `match` would have a candidate with a name score of at least `from`, or of at least
   * `bornFrom` with a matching date of birth, or would leave a part of the name unread. Faster than
   * `match`: it explains nothing.
   */
  reaches(
    snapshot: SnapshotHandle,
    query: MatchQuery,
    scores: { readonly from: number; readonly bornFrom: number },
  ): boolean;
  /** The person or entity that an entry describes; null if the snapshot does not contain it. */
  facts(snapshot: SnapshotHandle, key: EntryKey): EntryFacts | null;
  /** A whole entry; null if the snapshot does not contain it. */
  entry(snapshot: SnapshotHandle, key: EntryKey): ListEntry | null;
  /**
   * Every entry of a snapshot, one at a time, ordered by key only: walks through two snapshots meet
   * common keys in the same order. Holds one entry in memory.
   */
  walk(snapshot: SnapshotHandle): Iterable<WalkedEntry>;
  /**
   * Compares a query with each entry that has a publisher's identifier, in every list, whether a
   * candidate or not; empty if no list has it. Reads all entries: meant for a person who asks why
   * an entry was not found.
   */
  examine(
    snapshot: SnapshotHandle,
    query: MatchQuery,
    listRef: string,
  ): readonly ExaminedEntry[];
  /** @returns name scores, 0 to 100, in the order of the pairs */
  compare(pairs: readonly NamePair[]): readonly number[];
}
