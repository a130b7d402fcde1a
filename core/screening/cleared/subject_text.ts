import type { ScreeningRequest } from "../request_schema.ts";

/**
 * What a request states of its customer, as one text: names, date of birth, nationalities,
 * identifiers and kind, whatever their order. Wallet addresses are checked apart, and neither they
 * nor the lists that are asked for are data that a reviewer of a candidate compares.
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
