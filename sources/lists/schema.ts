import type {
  EntityType,
  ListedEntity,
  ListInfo,
  OrphanAddress,
} from "../../core/matching/ports.ts";

/** One file of a publisher, as it was found. */
export interface SourceFile {
  /** How reports name it; its last part is the publisher's file name (`.../sdn.csv`). */
  readonly name: string;
  /** Its content, unchanged. */
  readonly bytes: Uint8Array;
  /** The same content piece by piece, where it need not be in memory whole. */
  readonly pieces?: () => Iterable<Uint8Array>;
}

/** The reasons for which a list is refused. A list is read whole or not at all. */
export type UnreadableCode =
  | "file_missing"
  | "file_unknown"
  | "file_duplicate"
  | "file_empty"
  | "file_too_large"
  | "file_truncated"
  | "files_mismatched"
  | "gzip_malformed"
  | "not_utf8"
  | "control_character"
  | "csv_malformed"
  | "xml_malformed"
  | "yaml_malformed"
  | "json_malformed"
  | "columns_wrong"
  | "row_after_end"
  | "value_wrong"
  | "entity_duplicate";

/** Why a list was not read, and where. */
export interface ListRefusal {
  /** The kind of fault. */
  readonly code: UnreadableCode;
  /** The file, or null when it is the one that is missing. */
  readonly file: string | null;
  /** Line of the file, from 1, or null when the file as a whole is meant. */
  readonly line: number | null;
  /** One sentence for the operator. */
  readonly message: string;
}

/** A list in a snapshot, before anything is counted. */
export type ListDescription = Omit<ListInfo, "entities" | "names" | "addresses">;

/** Content that did not go into the snapshot, or went in with a doubt. */
export type FindingReason =
  | "alias_without_entity"
  | "alias_type_unknown"
  | "address_row_without_entity"
  | "comment_without_entity"
  | "address_without_entity"
  | "name_repeated"
  | "alias_unreadable"
  | "birth_unreadable"
  | "country_unknown"
  | "country_possible"
  | "address_unreadable"
  | "address_label_cut"
  | "address_form_unknown"
  | "address_of_entity"
  | "piece_cut"
  | "piece_suspicious"
  | "text_damaged"
  | "name_unusable"
  | "name_promoted"
  | "name_divided"
  | "name_note_cut"
  | "birth_of_alias"
  | "build_date"
  | "type_guessed"
  | "type_unknown"
  | "entity_without_name"
  | "schema_unused"
  | "not_targeted"
  | "link_outside"
  | "wallet_unused";

/** One kind of thing met, how often, and where for the first few. */
export interface Finding<Reason extends string = FindingReason> {
  /** The kind of thing. */
  readonly reason: Reason;
  /** How often. */
  readonly count: number;
  /** `file:line: text` of the first few, in the order of the files. */
  readonly examples: readonly string[];
}

/** The account of how a list was read. Everything read is either counted here or a finding. */
export interface ListReport {
  /** Rows with data in each file; an end row or header is none. */
  readonly rows: readonly { readonly file: string; readonly rows: number }[];
  /** Entities of each type. */
  readonly entities: Readonly<Record<EntityType, number>>;
  /** Distinct names of entities. */
  readonly names: {
    readonly primary: number;
    readonly strong: number;
    readonly weak: number;
  };
  /** Entities that a row of the aliases names. */
  readonly entitiesWithAlias: number;
  /** Distinct dates of birth of entities. */
  readonly births: number;
  /** Entities with at least one date of birth. */
  readonly entitiesWithBirth: number;
  /** Distinct places of birth of entities. */
  readonly birthPlaces: number;
  /** Entities whose entry says `nationality`. */
  readonly entitiesWithNationality: number;
  /** Entities whose entry says `nationality` or `citizen`. */
  readonly entitiesWithCountry: number;
  /** Distinct addresses as the publisher writes them, with and without an entity. */
  readonly addresses: number;
  /** Politically exposed persons, and those who are close to one. */
  readonly peps: number;
  /** Columns, elements or members with content of which a snapshot holds nothing. */
  readonly unused: readonly { readonly part: string; readonly count: number }[];
  /** Content that was dropped, or taken with a doubt. */
  readonly findings: readonly Finding[];
}

/** A list's description by its own files, where they give one. */
export interface ListSelf {
  /** The publisher's date of the data: ISO 8601 calendar date. */
  readonly asOf?: string;
  /** For people. */
  readonly title?: string;
  /** Who publishes it. */
  readonly publisher?: string;
  /** Under which terms. */
  readonly licence?: string;
}

/** A list that was read whole. */
export interface ListRead {
  /** Its description by its own files. */
  readonly self?: ListSelf;
  /** By identifier, ascending, whatever the order of the rows. */
  readonly entities: readonly ListedEntity[];
  /** Addresses that the list holds without an entity. */
  readonly orphans: readonly OrphanAddress[];
  /** Counts of what was read, and of what was dropped and why. */
  readonly report: ListReport;
}
