/**
 * Port of the matching core. Screening, KYB and wallet verification use the same
 * result; thresholds and classes are not decided here but by the gates in `core/screening/`.
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

/** A relative or associate of a listed politically exposed person. */
export interface LinkedPep {
  readonly entityId: string;
  readonly name: string;
  readonly relation: PepRelation;
}

/** Reason for which an entity counts as politically exposed (FATF; Directive (EU) 2015/849 art. 3(9)). */
export interface PepRole {
  readonly category: PepCategory | null;
  readonly functionalCategory: PepFunction | null;
  readonly status: PepStatus | null;
  /** ISO 3166-1 alpha-2. */
  readonly jurisdiction: string | null;
  readonly linked: readonly LinkedPep[];
}

/** One digital-currency address of an entity, normalised by `standards/wallet_address/`. */
export interface ListedAddress {
  /** OFAC's currency code, XBT written BTC. */
  readonly network: string;
  /** The normal form that is compared. */
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
  /** EDTF (ISO 8601-2): `1969-07-16`, `1969-07`, `1969`, circa `1969~`, from-to `1958/1960`. */
  readonly births: readonly string[];
  readonly birthPlaces: readonly string[];
  /** Nationalities and citizenships, ISO 3166-1 alpha-2. */
  readonly nationalities: readonly string[];
  /** Sanctions programmes by the publisher's tags. */
  readonly programs: readonly string[];
  readonly pep: PepRole | null;
  readonly addresses: readonly ListedAddress[];
  /** What a reviewer reads and no query is compared with; absent where a list states none of it. */
  readonly details?: EntityDetails;
}

/** What a list states of an entity beside what is compared. */
export interface EntityDetails {
  /** When it was listed: ISO 8601, of reduced precision too. */
  readonly listedOn: string | null;
  /** The publisher's own page about the entry. */
  readonly sourceUrl: string | null;
  /** Titles, functions and offices, as published. */
  readonly designations: readonly string[];
  readonly identifiers: readonly ListedIdentifier[];
  /** In the publisher's own words. */
  readonly remarks: readonly string[];
  /** Addresses of web pages. */
  readonly links: readonly string[];
}

/** One name of an entity, as published. */
export interface ListedName {
  readonly text: string;
  readonly strength: NameStrength;
  /** The part of `text` that is the family name, where the list marks it. */
  readonly family?: string;
  /** The part of `text` that are the given names, where the list marks it. */
  readonly given?: string;
  /** The part of `text` that names the father, where the list marks it. */
  readonly patronymic?: string;
}

/** An address that a list holds without an entity. */
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
  /** Who states it; `file`: inferred from when a file was changed. Absent where it was not recorded. */
  readonly asOfFrom?: AsOfFrom;
  readonly entities: number;
  readonly names: number;
  readonly addresses: number;
}

/** One loaded list snapshot. Opaque to all but the matcher that loaded it. */
export interface SnapshotHandle {
  /** Content address: SHA-256 of the snapshot's bytes, hex. */
  readonly id: string;
  readonly lists: readonly ListInfo[];
  /** The kinds of entities that its lists hold, of all lists together. */
  readonly holds: HeldKinds;
}

/** Kinds of entities of a snapshot. */
export interface HeldKinds {
  /** Whether any is a politically exposed person. */
  readonly peps: boolean;
  /** Whether any is listed for something else: sanctions. */
  readonly sanctioned: boolean;
}

/** A query: names, addresses or both. */
export interface MatchQuery {
  /** The name as the caller wrote it, or null when no name check was asked for. */
  readonly name: string | null;
  /** `1969`, `1969-07` or `1969-07-16`. */
  readonly dob: string | null;
  /**
   * ISO 3166-1 alpha-2 of every country that may be meant; one that is listed is enough. None when
   * absent or unknown.
   */
  readonly nationalities: readonly string[];
  /** Normal forms, compared byte-exact. */
  readonly addresses: readonly string[];
  /** Only entities of this type; of any when absent. Addresses are looked up whatever their entity. */
  readonly entityType?: EntityType;
  /** Only entities of these lists; of any when absent. */
  readonly sources?: readonly string[];
  /** An entry with one of these is a candidate, however its names compare. */
  readonly identifiers?: readonly AskedIdentifier[];
  /** The score from which entities beyond the 64 best are counted; none are when absent. */
  readonly countFrom?: number;
}

/** An identifier to look for. */
export interface AskedIdentifier {
  readonly type: IdentifierType;
  /** As the caller writes it. */
  readonly value: string;
  /** ISO 3166-1 alpha-2 of every country that may have issued it; of any when empty. */
  readonly countries: readonly string[];
}

/** One entity that may be meant, with everything the gates need. */
export interface MatchCandidate {
  readonly entityId: string;
  readonly source: string;
  readonly listRef: string;
  readonly entityType: EntityType;
  readonly pep: PepRole | null;
  /** 0 to 100: names, date of birth and nationality weighed together, before any gate. */
  readonly score: number;
  /** 0 to 100: names alone. A primary name of two or more tokens with itself is 100. */
  readonly nameScore: number;
  /** 0 to 1: edit similarity of the aligned tokens. */
  readonly levenshtein: number;
  /** 0 to 1: share of the query's weight that sounds like the listed name. */
  readonly phonetic: number;
  readonly layers: readonly Layer[];
  /** Whether the folded token sets of query and listed name are equal. */
  readonly exact: boolean;
  /** Whether the query is a person's name and the entity is none; absent where it is not so. */
  readonly otherKind?: true;
  /** The same of what was compared: of one of several names in the query, or of a name beside a remark. */
  readonly sameWords: boolean;
  /** The listed name that matched best. */
  readonly matchedName: string;
  readonly matchedStrength: NameStrength;
  /** ISO 15924. */
  readonly matchedScript: string;
  /** Tokens of the matched name, particles and titles not counted. */
  readonly matchedTokens: number;
  /** Sum of the idf of the query's tokens that the matched name accounts for. */
  readonly rarity: number;
  readonly readAs: ReadAs;
  readonly alignment: readonly TokenAlignment[];
  /** Tokens of the query that nothing in the matched name accounts for. */
  readonly unaccounted: readonly UnaccountedToken[];
  /** Steps that made `score`, in order. The points, in hundredths, add up to it. */
  readonly steps: readonly MatcherStep[];
  /** `value`: from -1 (contradicts) over 0 (absent) to 1 (agrees); `listed` as in an explanation. */
  readonly birth: {
    readonly relation: BirthRelation;
    readonly value: number;
    readonly listed: string | null;
  };
  /** As `birth`. */
  readonly nationality: {
    readonly relation: NationalityRelation;
    readonly value: number;
    readonly listed: readonly string[];
  };
  /** What the list says to each identifier of the query; absent when none was asked for. */
  readonly identifiers?: readonly IdentifierFact[];
}

/** A queried address that is on a list. */
export interface AddressHit {
  readonly address: string;
  readonly network: string;
  readonly source: string;
  /** Null when the list holds the address without an entity. */
  readonly entity: {
    readonly entityId: string;
    readonly listRef: string;
    readonly name: string;
  } | null;
}

/** Result of one query against one snapshot. */
export interface MatchResult {
  /** Comparable tokens of the query's name after normalisation. 0: nothing could be compared. */
  readonly queryTokens: number;
  /**
   * Tokens of the query beyond the 32 that are compared as one name: 0 for anything that is one.
   * They are not skipped: a query of three words or more is searched whole for listed names, and one
   * that stands in it is scored by its own words alone, at most `penalties.inTextMost`. The number
   * says that the query was too long to be compared as one name.
   */
  readonly tokensLeftOut: number;
  /** ISO 15924 codes of scripts in the name that have no transliteration and matched only themselves. */
  readonly untransliterated: readonly string[];
  /**
   * Those of them that no list has, where more than a particle is written in them: that part of the
   * name was compared with nothing, so no result is CLEAR by it.
   */
  readonly unread: readonly string[];
  /** Best first; ties by `entityId`. At most 64, all with a score of at least the configured floor. */
  readonly candidates: readonly MatchCandidate[];
  /** Entities beyond those 64 that reach `countFrom` or are named exactly. */
  readonly candidatesLeftOut: number;
  readonly addresses: readonly AddressHit[];
}

/** What a query says of an entry that may be no candidate. */
export interface ExaminedEntry {
  /**
   * Whether the query found any of its names, so that they were compared: a name of which no word is
   * like one of the query is not.
   */
  readonly compared: boolean;
  /** What its best name scores, however little. */
  readonly candidate: MatchCandidate;
}

/** One pair of names to compare outside any list. */
export interface NamePair {
  readonly left: string;
  readonly right: string;
  readonly entityType: EntityType;
}

/** What names an entry of a snapshot. */
export interface EntryKey {
  readonly source: string;
  readonly listRef: string;
}

/** An entry as a walk through a snapshot meets it. */
export interface WalkedEntry extends EntryKey {
  /** Where it stands in every walk: by this number, rising, then by source and listRef as texts. */
  readonly place: number;
  /** The entry as the snapshot keeps it, a view on it: equal bytes state the same. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Reads the whole entry. */
  read(): ListEntry;
}

/** The matching core: pure, synchronous, one boundary crossing a call. */
export interface Matcher {
  /**
   * Version of the engine, as answers pin it: its release, `+`, and 8 hex digits of the SHA-256 of
   * everything that may change an answer (decisions-3.md part 20, pins).
   */
  readonly engineVersion: string;
  /** The release of the matching core, which also names the form of its snapshots. */
  readonly release: string;
  /** False once the compiled module has trapped: it answers nothing until the process restarts. */
  isRunning(): boolean;
  /**
   * Takes a snapshot over. Nothing is parsed: the bytes are the index.
   *
   * @throws Error when the bytes are not a whole snapshot of this engine's format
   */
  load(bytes: Uint8Array): SnapshotHandle;
  /** Frees a snapshot. Using its handle afterwards is a bug and throws. */
  unload(snapshot: SnapshotHandle): void;
  /** Compares a query with one snapshot. */
  match(snapshot: SnapshotHandle, query: MatchQuery): MatchResult;
  /**
   * Whether `match` would have a candidate whose name scores `from` or more, or `bornFrom` where its date
   * of birth agrees, or leaves a part of the name unread. It explains nothing, which takes less time.
   */
  reaches(
    snapshot: SnapshotHandle,
    query: MatchQuery,
    scores: { readonly from: number; readonly bornFrom: number },
  ): boolean;
  /** Whom an entry is about; null when the snapshot does not have it. */
  facts(snapshot: SnapshotHandle, key: EntryKey): EntryFacts | null;
  /** A whole entry; null when the snapshot does not have it. */
  entry(snapshot: SnapshotHandle, key: EntryKey): ListEntry | null;
  /**
   * Every entry of a snapshot, one at a time, in an order of their keys alone: two walks, also through
   * two snapshots, meet the same keys in the same order. It costs no memory but the entry's.
   */
  walk(snapshot: SnapshotHandle): Iterable<WalkedEntry>;
  /**
   * Compares a query with each entry that has a publisher's identifier, of whatever list and candidate
   * or not; none where no list has it. For people who ask why an entry was not found: it reads all
   * entries.
   */
  examine(
    snapshot: SnapshotHandle,
    query: MatchQuery,
    listRef: string,
  ): readonly ExaminedEntry[];
  /** @returns name scores, 0 to 100, in the order of the pairs */
  compare(pairs: readonly NamePair[]): readonly number[];
}
