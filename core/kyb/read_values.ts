import { checkCompanyNumber } from "../../standards/company_number/check_company_number.ts";
import { readGermanRegister } from "../../standards/company_number/german_register.ts";
import { countryCode, countryMeanings, saysNoCountry } from "../../standards/country/country.ts";
import { countryByNativeName } from "../../standards/country/native_names.ts";
import { saysStateless, statelessCode } from "../../standards/country/stateless.ts";
import { withoutTerritories } from "../../standards/country/territories.ts";
import { foldNumber } from "./clean_text.ts";
import { wrongBy } from "./number_rules.ts";
import type { AdvisoryCode } from "./schema.ts";

/** A parsed value, with the note of its reader. */
export interface Read<T> {
  readonly value: T;
  readonly note: AdvisoryCode | null;
}

/**
 * Country codes in use besides ISO 3166-1: the EU's code for Greece, and the common one for Great
 * Britain.
 */
const usualCodes: Readonly<Record<string, string>> = { EL: "GR", UK: "GB" };

/** Reads a country to ISO 3166-1 alpha-2. */
export function readCountry(written: string): Read<string | null> {
  const text = written.normalize("NFKC");
  const usual = usualCodes[text.toUpperCase()];
  if (usual !== undefined) return { value: usual, note: "COUNTRY_CODE_REPLACED" };
  const code = countryCode(text) ?? countryByNativeName(text);
  return { value: code, note: code === null ? "COUNTRY_UNREADABLE" : null };
}

/**
 * Reads every country that a nationality may mean, in the order of their codes. Statelessness has
 * its own code, as in travel documents. A text that may mean several states gives all of them, with
 * a note.
 */
export function readNationalities(written: string | null): Read<readonly string[]> {
  const text = written?.normalize("NFKC") ?? null;
  if (text !== null && saysStateless(text)) return { value: [statelessCode], note: null };
  if (text === null || saysNoCountry(text)) return { value: [], note: null };
  const usual = usualCodes[text.toUpperCase()];
  if (usual !== undefined) return { value: [usual], note: "COUNTRY_CODE_REPLACED" };
  const meanings = countryMeanings(text, nationalityOf).map(withoutTerritories);
  if (meanings.length === 0) return { value: [], note: "NATIONALITY_UNREADABLE" };
  return {
    value: [...new Set(meanings.flat())].toSorted(),
    note: meanings.some((codes) => codes.length > 1) ? "NATIONALITY_AMBIGUOUS" : null,
  };
}

/** Nationalities that no English name states. */
function nationalityOf(name: string): readonly string[] | null {
  if (saysStateless(name)) return [statelessCode];
  const native = countryByNativeName(name);
  return native === null ? null : [native];
}

const noteOfFault = {
  format: "REGISTRY_NUMBER_FORMAT_INVALID",
  checksum: "REGISTRY_NUMBER_CHECKSUM_INVALID",
} as const;

/**
 * A registration number in the normal form of its country's register, without spaces, dots, dashes
 * and prefix. A number without a form of its country is kept as written, without those characters.
 * The note states the result of the offline rules, whatever a register answers later.
 */
export function readRegistryNumber(text: string, country: string | null): Read<string | null> {
  if (foldNumber(text) === "") return { value: null, note: "REGISTRY_NUMBER_UNREADABLE" };
  const checked = country === null ? null : checkCompanyNumber({ country, number: text });
  const wrong = checked === null ? null : wrongBy(checked);
  const note = wrong === null ? null : noteOfFault[wrong];
  if (checked?.formatValid === true || (checked?.notes.length ?? 0) > 0) {
    return { value: checked?.normalized ?? null, note };
  }
  const written = text.normalize("NFKC").toUpperCase().replace(/[\s.\p{Pd}]/gu, "");
  const prefixes = country === null
    ? []
    : [country, ...Object.keys(usualCodes).filter((code) => usualCodes[code] === country)];
  const prefix = prefixes.find((one) => new RegExp(`^${one}[A-Z]?\\d`).test(written));
  return { value: prefix === undefined ? written : written.slice(prefix.length), note };
}

/**
 * Reads the court whose register a German number belongs to; null for other countries, and when
 * none is named.
 */
export function readRegistryCourt(text: string, country: string | null): string | null {
  return country === "DE" ? readGermanRegister(text)?.court ?? null : null;
}

/** Reads an ISO 8601 calendar date. `03/04/1980` is ambiguous and never guessed. */
export function readDate(text: string | null): Read<string | null> {
  if (text === null) return { value: null, note: null };
  // There is no year 0 in a calendar that people are born by.
  if (/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) {
    try {
      return { value: Temporal.PlainDate.from(text).toString(), note: null };
    } catch {
      return { value: null, note: "DOB_UNREADABLE" };
    }
  }
  const [, one, other] = /^(\d{1,2})[./ -](\d{1,2})[./ -](?:\d{4}|\d{2})$/.exec(text) ?? [];
  const isAmbiguous = one !== undefined && Number(one) <= 12 && Number(other) <= 12;
  return { value: null, note: isAmbiguous ? "DOB_AMBIGUOUS" : "DOB_UNREADABLE" };
}

/** Reads a mail address, with its domain in lower case. */
export function readEmail(text: string | null): Read<string | null> {
  if (text === null) return { value: null, note: null };
  const [, local, domain] = /^([^\s@<>()[\]",;:\\]{1,64})@([^\s@<>()[\]",;:\\]{1,253})$/u
    .exec(text) ?? [];
  const isDomain = domain !== undefined && /^[^.]+(?:\.[^.]+)+$/u.test(domain);
  return local !== undefined && isDomain
    ? { value: `${local}@${domain.toLowerCase()}`, note: null }
    : { value: null, note: "EMAIL_UNREADABLE" };
}
