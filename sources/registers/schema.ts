/** One legal entity of GLEIF's level 1 data (LEI-CDF 3.1), with the members that a check reads. */
export interface RegisteredEntity {
  readonly lei: string;
  readonly legalName: string;
  /** Its legal name in other languages and in Latin letters, without former and trading names. */
  readonly otherNames: readonly string[];
  /** ISO 3166-1 alpha-2, or ISO 3166-2 of a part (`US-DE`). */
  readonly jurisdiction: string;
  /** Entity Legal Form code (ISO 20275); null when absent. */
  readonly legalForm: string | null;
  /** The form in words, if that code means "other". */
  readonly legalFormText: string | null;
  /** `ACTIVE`, `INACTIVE` or `NULL`. */
  readonly entityStatus: string;
  /** Status of the LEI, not of the entity: `ISSUED`, `LAPSED`, `RETIRED`, `DUPLICATE`, ... */
  readonly registrationStatus: string;
  /** GLEIF's code of the register (`RA000585`); null when absent. */
  readonly registrationAuthority: string | null;
  /** The entity's number in that register, as published; null when absent. */
  readonly registerNumber: string | null;
  /** RFC 3339, as published. */
  readonly lastUpdate: string;
}

/** Content that was dropped from a snapshot, or accepted with a doubt. */
export type RegisterFindingReason =
  | "record_incomplete"
  | "lei_checksum_wrong"
  | "superseded"
  | "without_register_number";

/** One kind of finding, its count, and the first ones. */
export interface RegisterFinding {
  readonly reason: RegisterFindingReason;
  readonly count: number;
  readonly examples: readonly string[];
}

/** A snapshot's description of itself. */
export interface RegisterDescription {
  readonly source: "gleif";
  /** Number of entities. */
  readonly records: number;
  /** Number of entities that can be found by a register number. */
  readonly registerNumbers: number;
  /** The newest `LastUpdateDate` of a record; null without records. */
  readonly newestUpdate: string | null;
  readonly findings: readonly RegisterFinding[];
}
