import { createHash } from "node:crypto";
import type { ListEntry } from "../../matching/ports.ts";
import type { ScreeningRequest } from "../request_schema.ts";

/**
 * SHA-256, base64url, of what a reviewer compares of an entry: its names, dates of birth,
 * nationalities, identifiers and programmes. Their order is no change.
 *
 * @see decisions-3.md part 21, cleared pairs
 */
export function entryDigest(
  { names, datesOfBirth, countries, identifiers, programs }: ListEntry,
): string {
  const { primary, strong, weak } = names;
  const text = JSON.stringify([
    primary,
    ...[strong, weak, datesOfBirth, countries, programs].map((texts) => texts.toSorted()),
    identifiers.map(({ type, label, value, country }) =>
      JSON.stringify([type, label, value, country])
    ).toSorted(),
  ]);
  return createHash("sha256").update(text).digest("base64url");
}

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
