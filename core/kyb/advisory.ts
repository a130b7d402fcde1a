import { findingTopics } from "./finding_topics.ts";
import type { Finding } from "./rules.ts";
import type { AdvisoryCode, AdvisoryFlag } from "./schema.ts";

const messages: Readonly<Record<AdvisoryCode, string>> = {
  HIDDEN_CHARACTERS_REMOVED: "Invisible characters were removed",
  COUNTRY_CODE_REPLACED: "The country is written by its ISO 3166-1 code",
  COUNTRY_UNREADABLE: "This names no country that is known; use an ISO 3166-1 code",
  REGISTRY_NUMBER_UNREADABLE: "This has no letter or digit of a registration number",
  REGISTRY_NUMBER_FORMAT_INVALID: "No registration number of this country has this form",
  REGISTRY_NUMBER_CHECKSUM_INVALID: "The check digit is wrong: a digit may be mistyped",
  ROLE_UNREADABLE: "This names no role that is known and is kept as `other`",
  DOB_AMBIGUOUS: "Either number may be the month; write YYYY-MM-DD",
  DOB_UNREADABLE: "This is not a calendar date; write YYYY-MM-DD",
  NATIONALITY_UNREADABLE: "This names no country that is known; use an ISO 3166-1 code",
  NATIONALITY_AMBIGUOUS: "This may be several countries; use an ISO 3166-1 code",
  PERCENTAGE_UNREADABLE: "This is not a percentage of one owner; write a number from 0 to 100",
  PERCENTAGE_OUT_OF_RANGE: "This is more than the whole",
  PERCENTAGE_SCALE_ASSUMED: "The shares come to about 1 and are read as parts of 1",
  EMAIL_UNREADABLE: "This is not a mail address",
  AI_DRAFTER_UNAVAILABLE: "The drafting model did not answer; fixed rules normalised the request",
  AI_VALUE_REJECTED: "The drafting model changed this value; the written one is kept",
  DIRECTOR_MISSING: "No director is named",
  OWNER_MISSING: "Neither a beneficial owner nor a senior managing official is named",
  SMO_FALLBACK_WITHOUT_REASON:
    "A senior managing official is named in place of owners; write the reason as controlBasis",
  UBO_BELOW_THRESHOLD_WITHOUT_CONTROL_BASIS:
    "The share is below the threshold; write as controlBasis how this person controls the company",
  UBO_SHARE_MISSING: "The share of this beneficial owner is missing",
  OWNERSHIP_SUM_OVER_100: "The shares come to more than 100 %",
  OWNERSHIP_UNEXPLAINED: "The shares leave so much open that an owner may be missing",
  SHAREHOLDER_AT_THRESHOLD_NOT_UBO:
    "This shareholder has enough to be a beneficial owner; name the role",
  CORPORATE_OWNER_UNRESOLVED: "This owner is a company; name the persons who own it",
  NOMINEE_HINT: "This person seems to act for another one; name that person",
  PERSON_DOB_MISSING: "The date of birth is missing",
  PERSON_DOB_FUTURE: "The date of birth lies in the future",
  PERSON_MINOR: "By the date of birth this person is a minor",
  PERSON_TOO_OLD: "By the date of birth this person would be older than anyone alive",
  PERSON_NATIONALITY_MISSING: "The nationality is missing",
  DUPLICATE_PERSON_CONFLICT: "This person is named before with other details",
  NAME_MISSING: "The name is missing",
  NAME_TWO_PERSONS: "This names two persons; write each as a person of their own",
  NAME_SINGLE_TOKEN: "The name has a single word; write given and family name",
  NAME_HAS_DIGITS: "The name has digits",
  PLACEHOLDER_VALUE: "This is not a real value",
};

/** Notes about unreadable values, for which no missing-value note is added. */
const unread: ReadonlySet<AdvisoryCode> = new Set([
  "REGISTRY_NUMBER_UNREADABLE",
  "REGISTRY_NUMBER_FORMAT_INVALID",
  "REGISTRY_NUMBER_CHECKSUM_INVALID",
  "PERCENTAGE_UNREADABLE",
]);

/**
 * Lists what an application lacks, in words for the applicant.
 *
 * @param findings findings of the declaration only; findings of lists and registers give no note
 * @param notes notes of normalising; an unreadable value is not also noted as missing
 */
export function adviseNeeds(
  findings: readonly Finding[],
  notes: readonly AdvisoryFlag[],
): readonly AdvisoryFlag[] {
  const isNoted = (at: string) => notes.some(({ code, path }) => path === at && unread.has(code));
  return findings.flatMap(({ code, path }) => {
    const { advisory } = findingTopics[code];
    return advisory === null || isNoted(path) ? [] : [advise(advisory, path)];
  });
}

/** Orders by path, and persons by their numbers, so that equal requests give equal lists. */
export function byPath(a: AdvisoryFlag, b: AdvisoryFlag): number {
  return a.path.localeCompare(b.path, "en", { numeric: true }) || (a.code < b.code ? -1 : 1);
}

/** Makes a note in fixed words, which repeats no written text. */
export function advise(code: AdvisoryCode, path: string): AdvisoryFlag {
  return { code, path, message: messages[code] };
}
