import type { FindingCode } from "./rules.ts";
import type { AdvisoryCode } from "./schema.ts";

/** The subject of a finding, and its note for the applicant. */
interface FindingTopic {
  readonly about: "register" | "owners" | "persons" | "screening";
  /** Null: hidden from the applicant, or already noted by normalising. */
  readonly advisory: AdvisoryCode | null;
}

const register = { about: "register", advisory: null } as const;
const screening = { about: "screening", advisory: null } as const;
const owners = (advisory: AdvisoryCode) => ({ about: "owners", advisory }) as const;
const persons = (advisory: AdvisoryCode | null) => ({ about: "persons", advisory }) as const;

/** The topic of every finding. Findings of lists and registers are never shown to an applicant. */
export const findingTopics: Readonly<Record<FindingCode, FindingTopic>> = {
  ENTITY_SANCTIONS_CONFIRMED: screening,
  PERSON_SANCTIONS_CONFIRMED: screening,
  REGISTRY_INACTIVE: register,
  REGISTRY_NOT_FOUND_AUTHORITATIVE: register,
  REGISTRY_NUMBER_MISSING: register,
  REGISTRY_NUMBER_FORMAT_INVALID: register,
  REGISTRY_NUMBER_CHECKSUM_INVALID: register,
  REGISTRY_UNAVAILABLE: register,
  REGISTRY_NOT_FOUND: register,
  REGISTRY_NAME_MISMATCH: register,
  UNKNOWN_COUNTRY: register,
  NO_DIRECTOR: owners("DIRECTOR_MISSING"),
  NO_UBO_AND_NO_SMO: owners("OWNER_MISSING"),
  SMO_FALLBACK_WITHOUT_REASON: owners("SMO_FALLBACK_WITHOUT_REASON"),
  UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS: owners("UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS"),
  UBO_SHARE_MISSING: owners("UBO_SHARE_MISSING"),
  OWNERSHIP_SUM_OVER_100: owners("OWNERSHIP_SUM_OVER_100"),
  OWNERSHIP_UNEXPLAINED: owners("OWNERSHIP_UNEXPLAINED"),
  SHAREHOLDER_AT_THRESHOLD_NOT_UBO: owners("SHAREHOLDER_AT_THRESHOLD_NOT_UBO"),
  CORPORATE_OWNER_UNRESOLVED: owners("CORPORATE_OWNER_UNRESOLVED"),
  NOMINEE_HINT: owners("NOMINEE_HINT"),
  PERSON_DOB_MISSING: persons("PERSON_DOB_MISSING"),
  PERSON_DOB_INVALID: persons(null),
  PERSON_DOB_FUTURE: persons("PERSON_DOB_FUTURE"),
  PERSON_MINOR: persons("PERSON_MINOR"),
  PERSON_TOO_OLD: persons("PERSON_TOO_OLD"),
  PERSON_NATIONALITY_MISSING: persons("PERSON_NATIONALITY_MISSING"),
  PERSON_NATIONALITY_UNKNOWN: persons(null),
  DUPLICATE_PERSON_CONFLICT: persons("DUPLICATE_PERSON_CONFLICT"),
  NAME_MISSING: persons("NAME_MISSING"),
  NAME_TWO_PERSONS: persons("NAME_TWO_PERSONS"),
  NAME_SINGLE_TOKEN: persons("NAME_SINGLE_TOKEN"),
  NAME_HAS_DIGITS: persons("NAME_HAS_DIGITS"),
  PLACEHOLDER_VALUE: persons("PLACEHOLDER_VALUE"),
  SCREENING_POSSIBLE_MATCH: screening,
  SCREENING_NOT_POSSIBLE: screening,
  SCREENING_NAME_UNREAD: screening,
  PEP_FOUND: screening,
  REGISTRY_NOT_SUPPORTED: register,
};
