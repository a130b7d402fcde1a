/** One legal entity as GLEIF's level 1 data has it (LEI-CDF 3.1), as far as a check reads it. */
export interface RegisteredEntity {
  readonly lei: string;
  readonly legalName: string;
  /** Its legal name in other languages and in Latin letters; no former and no trading name. */
  readonly otherNames: readonly string[];
  /** ISO 3166-1 alpha-2, or ISO 3166-2 of a part (`US-DE`). */
  readonly jurisdiction: string;
  /** Entity Legal Form code (ISO 20275); null when absent. */
  readonly legalForm: string | null;
  /** Where that code is one for "other": the form in words. */
  readonly legalFormText: string | null;
  /** `ACTIVE`, `INACTIVE` or `NULL`. */
  readonly entityStatus: string;
  /** Of the LEI and not of the entity: `ISSUED`, `LAPSED`, `RETIRED`, `DUPLICATE`, ... */
  readonly registrationStatus: string;
  /** GLEIF's code of the register (`RA000585`); null when absent. */
  readonly registrationAuthority: string | null;
  /** The entity's number in that register, as published; null when absent. */
  readonly registerNumber: string | null;
  /** RFC 3339, as published. */
  readonly lastUpdate: string;
}

/** Content that did not go into a snapshot, or went in with a doubt. */
export type RegisterFindingReason =
  | "record_incomplete"
  | "lei_checksum_wrong"
  | "superseded"
  | "without_register_number";

/** One kind of thing met, how often, and the first few. */
export interface RegisterFinding {
  readonly reason: RegisterFindingReason;
  readonly count: number;
  readonly examples: readonly string[];
}

/** A snapshot's account of itself. */
export interface RegisterDescription {
  readonly source: "gleif";
  /** Entities that it holds. */
  readonly records: number;
  /** Entities that can be found by a register's number. */
  readonly registerNumbers: number;
  /** The newest `LastUpdateDate` of a record; null when it holds none. */
  readonly newestUpdate: string | null;
  readonly findings: readonly RegisterFinding[];
}
