import type {
  EntityType,
  ListedEntity,
  ListInfo,
  OrphanAddress,
} from "../../core/matching/ports.ts";

/** One file of a publisher, unchanged. */
export interface SourceFile {
  /** Its name in reports; the last part is the publisher's file name (`.../sdn.csv`). */
  readonly name: string;
  /** Its content, unchanged. */
  readonly bytes: Uint8Array;
  /** The same content in pieces, if it need not be in memory at once. */
  readonly pieces?: () => Iterable<Uint8Array>;
}

/** The reasons for refusing a list, which is read completely or not at all. */
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

/** The reason why a list was not read, with the place. */
export interface ListRefusal {
  /** The kind of fault. */
  readonly code: UnreadableCode;
  /** The file; null when it is missing. */
  readonly file: string | null;
  /** Line of the file, from 1; null for the file as a whole. */
  readonly line: number | null;
  /** One sentence for the operator. */
  readonly message: string;
}

/** A list in a snapshot, before its content is counted. */
export type ListDescription = Omit<ListInfo, "entities" | "names" | "addresses">;

/** Content that was dropped, or accepted with a doubt. */
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

/** One kind of finding, its count, and its first places. */
export interface Finding<Reason extends string = FindingReason> {
  /** The kind of finding. */
  readonly reason: Reason;
  /** Its count. */
  readonly count: number;
  /** `file:line: text` of the first ones, in the order of the files. */
  readonly examples: readonly string[];
}

/** The report on reading a list. All content is either counted here or a finding. */
export interface ListReport {
  /** Data rows in each file, without end rows and headers. */
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
  /** Entities whose entry states `nationality`. */
  readonly entitiesWithNationality: number;
  /** Entities whose entry states `nationality` or `citizen`. */
  readonly entitiesWithCountry: number;
  /** Distinct addresses as written by the publisher, with and without an entity. */
  readonly addresses: number;
  /** Politically exposed persons, and persons close to one. */
  readonly peps: number;
  /** Columns, elements or members with content that a snapshot does not store. */
  readonly unused: readonly { readonly part: string; readonly count: number }[];
  /** Content that was dropped, or accepted with a doubt. */
  readonly findings: readonly Finding[];
}

/** A list's description in its own files, if any. */
export interface ListSelf {
  /** The publisher's date of the data: ISO 8601 calendar date. */
  readonly asOf?: string;
  /** The list's title, for people. */
  readonly title?: string;
  /** The publisher's name. */
  readonly publisher?: string;
  /** The terms of use. */
  readonly licence?: string;
}

/** A completely read list. */
export interface ListRead {
  /** The description in its own files. */
  readonly self?: ListSelf;
  /** By identifier, ascending, independent of the order of rows. */
  readonly entities: readonly ListedEntity[];
  /** Addresses on the list without an entity. */
  readonly orphans: readonly OrphanAddress[];
  /** Counts of what was read, and of what was dropped and why. */
  readonly report: ListReport;
}
