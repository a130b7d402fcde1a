import type { ScreeningRequest } from "../request_schema.ts";

/**
 * The customer's data in a request as one text, in a fixed order: names, date of birth,
 * nationalities, identifiers and kind. Wallet addresses are compared separately and are not
 * included, and neither are the requested lists: reviewers compare none of them.
 */
export function subjectText(
  { name, otherNames = [], dob, nationality, nationalities = [], identifiers = [], entityType }:
    ScreeningRequest,
): string {
  const set = (texts: readonly string[]) =>
    [...new Set(texts.map((text) => text.normalize("NFC").trim()))]
      .filter((text) => text !== "").toSorted();
  return JSON.stringify([
    set([name, ...otherNames]),
    dob ?? null,
    set([...(nationality === undefined ? [] : [nationality]), ...nationalities]),
    set(
      identifiers.map(({ type, value, country }) => JSON.stringify([type, value, country ?? null])),
    ),
    entityType ?? null,
  ]);
}
