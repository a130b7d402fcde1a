import { z } from "zod";
import { countriesMax } from "../../standards/country/country.ts";
import { parseFullDate } from "./age.ts";

/** Maximum characters of a given or family name; both together fit the limit of a screened name. */
const nameCharactersMax = 250;
/** Maximum characters of a company's name. */
const legalNameCharactersMax = 500;
/** Maximum characters of a document's number, or of a company's register number. */
const numberCharactersMax = 128;
/** Maximum vehicle categories of one licence, and restrictions of one category. */
const privilegesMax = 64;

function text(charactersMax: number) {
  return z.string().max(charactersMax).regex(/\S/, "expected a text that is not blank");
}

/** ISO 3166-1 alpha-2. */
const Country = z.string().regex(/^[A-Z]{2}$/);

/** A whole date (RFC 3339 full-date). */
const FullDate = z.string().transform((written, context) => {
  const date = parseFullDate(written);
  if (date !== null) return date;
  context.addIssue("expected a date");
  return z.NEVER;
});

/**
 * A date of a licence: `full-date`, or the `tdate` that ISO/IEC 18013-5 Table 5 also permits, which
 * means its day in UTC.
 */
const LicenceDate = z.string().max(40).transform((written, context) => {
  const date = parseFullDate(written) ?? dayOf(written);
  if (date !== null) return date;
  context.addIssue("expected a date");
  return z.NEVER;
});

/** Name and birthdate of a person, from a PID. */
export const PidPerson = z.object({
  given_name: text(nameCharactersMax),
  family_name: text(nameCharactersMax),
  birthdate: FullDate,
}).readonly();

/** Claims of a PID person, with the further data for screening. */
export const PidIdentity = PidPerson.unwrap().extend({
  /** At most as many as screening reads in one text, more than any person has. */
  nationalities: z.array(Country).min(1).max(countriesMax).readonly(),
}).readonly();

/** Claims of a PID identity, with the number of the document from which the PID was issued. */
export const PidGuest = PidIdentity.unwrap().extend({
  document_number: text(numberCharactersMax),
}).readonly();

/** Nationalities of a PID that need not disclose any. */
const shownNationalities = z.array(Country).max(countriesMax).readonly().default([]);

/** {@link PidIdentity} with optional nationalities. */
export const PidShownIdentity = PidPerson.unwrap().extend({ nationalities: shownNationalities })
  .readonly();

/** {@link PidGuest} with optional nationalities. */
export const PidShownGuest = PidGuest.unwrap().extend({ nationalities: shownNationalities })
  .readonly();

/** Only the birthdate of a PID. */
export const PidBirth = PidPerson.unwrap().pick({ birthdate: true }).readonly();

/** The power to act for a company (POTENTIAL, Power of Representation 1.2). */
export const Mandate = z.object({
  legal_person_identifier: text(numberCharactersMax),
  legal_name: text(legalNameCharactersMax),
  full_powers: z.boolean(),
  effective_from_date: FullDate,
  /** Null, or missing from a credential that discloses everything: unlimited. */
  effective_until_date: FullDate.nullish(),
}).readonly();

/** One driving privilege (ISO/IEC 18013-5 §7.2.4). */
const DrivingPrivilege = z.object({
  vehicle_category_code: text(numberCharactersMax),
  issue_date: LicenceDate.optional(),
  expiry_date: LicenceDate.optional(),
  codes: z.array(z.object({
    code: text(numberCharactersMax),
    sign: text(numberCharactersMax).optional(),
    value: text(numberCharactersMax).optional(),
  })).max(privilegesMax).optional(),
});

/** A driving licence, in its namespace (ISO/IEC 18013-5 §7.2.1, Table 5). */
export const Licence = z.object({
  driving_privileges: z.array(DrivingPrivilege).max(privilegesMax),
  document_number: text(numberCharactersMax),
  issuing_country: Country,
  expiry_date: LicenceDate,
}).readonly();

/** @param written a time (RFC 3339 date-time) @returns null for another text */
function dayOf(written: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(written)) return null;
  try {
    return Temporal.Instant.from(written).toZonedDateTimeISO("UTC").toPlainDate();
  } catch {
    return null; // 25 o'clock
  }
}
