import type { AdvisoryCode, AdvisoryFlag } from "./schema.ts";

const messages: Readonly<Record<AdvisoryCode, string>> = {
  HIDDEN_CHARACTERS_REMOVED: "Characters that nobody sees were removed",
  COUNTRY_CODE_REPLACED: "The country is written by its ISO 3166-1 code",
  COUNTRY_UNREADABLE: "This names no country that is known; use an ISO 3166-1 code",
  REGISTRY_NUMBER_UNREADABLE: "This has no letter or digit of a registration number",
  ROLE_UNREADABLE: "This names no role that is known and is kept as `other`",
  DOB_AMBIGUOUS: "Day and month cannot be told apart; write YYYY-MM-DD",
  DOB_UNREADABLE: "This is no calendar date; write YYYY-MM-DD",
  NATIONALITY_UNREADABLE: "This names no country that is known; use an ISO 3166-1 code",
  PERCENTAGE_UNREADABLE: "This is no percentage; write a number from 0 to 100",
  PERCENTAGE_OUT_OF_RANGE: "This is more than the whole",
  PERCENTAGE_SCALE_ASSUMED: "The shares come to about 1 and are read as parts of 1",
  EMAIL_UNREADABLE: "This is no mail address",
  AI_DRAFTER_UNAVAILABLE: "The drafting model did not answer; fixed rules normalised the request",
  AI_VALUE_REJECTED: "The drafting model changed this value; the written one is kept",
};

/** A note about normalisation, in fixed words: it repeats nothing that was written. */
export function advise(code: AdvisoryCode, path: string): AdvisoryFlag {
  return { code, path, message: messages[code] };
}
