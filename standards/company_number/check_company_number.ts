import { readGermanRegister } from "./german_register.ts";
import type { Scheme } from "./scheme.ts";
import { leiScheme, schemesOf } from "./schemes.ts";
import {
  charactersMax,
  foldSchemeName,
  withoutLabel,
  withoutSeparators,
  withoutWords,
} from "./written.ts";

/** A company's number as the caller wrote it. */
export interface WrittenCompanyNumber {
  /** ISO 3166-1 alpha-2, or `LEI`; `UK` and `EL` are read as `GB` and `GR`. */
  readonly country: string;
  /**
   * {@link Scheme.name} or another name of the scheme; null or absent: chosen by the form of the
   * number.
   */
  readonly scheme?: string | null;
  readonly number: string;
}

/** How the normal form differs from the written number. Informational only. */
export type NumberNote = "affix_removed" | "leading_zeros_restored";

/** The result of checking a number without a register. */
export interface CheckedCompanyNumber {
  /** ISO 3166-1 alpha-2, or `LEI`, in upper case. */
  readonly country: string;
  /** Name of the scheme that the number was checked against; null when no scheme is known. */
  readonly scheme: string | null;
  /** Upper case, without separators, country prefix and text around the number. */
  readonly normalized: string;
  /** Null where no form is known for the country or scheme. */
  readonly formatValid: boolean | null;
  /** Null if the scheme has no check digits, or no rule for them is known. */
  readonly checksumValid: boolean | null;
  readonly notes: readonly NumberNote[];
}

/**
 * Checks a company's number against the form and check digits of its scheme. Never throws. A number
 * without a known rule is neither valid nor invalid: a company must not be refused because a rule
 * is missing here.
 */
export function checkCompanyNumber(
  { country: writtenCountry, scheme: named = null, number }: WrittenCompanyNumber,
): CheckedCompanyNumber {
  const country = registerCountry(writtenCountry);
  const cut = number.slice(0, charactersMax);
  const cleaned = withoutSeparators(cut);
  const schemes = schemesFor(country, named);
  const unread = { country, normalized: cleaned, notes: [] };
  if (schemes.length === 0) {
    const lei = named === null ? readLei(cleaned) : null;
    if (lei !== null) {
      return { country, ...lei, scheme: leiScheme.name, formatValid: true, checksumValid: true };
    }
    // Of any scheme a number has something to compare, and an end.
    const isNumber = cleaned !== "" && number.length <= charactersMax;
    const label = withoutLabel(cut);
    return {
      ...unread,
      ...(label === null ? {} : { normalized: label, notes: ["affix_removed"] as const }),
      scheme: null,
      formatValid: isNumber ? null : false,
      checksumValid: null,
    };
  }
  const read = number.length > charactersMax ? null : readBy(schemes, country, cut);
  if (read === null) {
    const only = named === null || named.trim() === "" ? null : schemes[0] ?? null;
    return {
      ...unread,
      scheme: only?.name ?? null,
      formatValid: false,
      checksumValid: only === null || only.check === null ? null : false,
    };
  }
  const { scheme, normalized, notes } = read;
  return {
    country,
    scheme: scheme.name,
    normalized,
    formatValid: true,
    checksumValid: scheme.check?.(normalized) ?? null,
    notes,
  };
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a register's country, from that code or the EU's code for
 * VAT.
 */
function registerCountry(written: string): string {
  const code = written.trim().toUpperCase().slice(0, charactersMax);
  return code === "UK" ? "GB" : code === "EL" ? "GR" : code;
}

/** Returns the schemes that a number may belong to; empty when no rule is known. */
function schemesFor(country: string, named: string | null): readonly Scheme[] {
  const known = Object.hasOwn(schemesOf, country) ? schemesOf[country] ?? [] : [];
  const folded = foldSchemeName((named ?? "").slice(0, charactersMax));
  if (folded === "") {
    return known.filter(({ onlyNamed }) => onlyNamed !== true);
  }
  const isNamed = ({ name, otherNames }: Scheme) =>
    [name, ...otherNames].some((one) => foldSchemeName(one) === folded);
  return [...known, leiScheme].filter(isNamed).slice(0, 1);
}

interface ReadNumber {
  readonly scheme: Scheme;
  readonly normalized: string;
  readonly notes: readonly NumberNote[];
}

/**
 * Returns the first reading that has the form of a scheme: as written, then without affixes and
 * words, then with zeros.
 */
function readBy(schemes: readonly Scheme[], country: string, written: string): ReadNumber | null {
  const texts = withoutWords(written);
  return readWhole(schemes, country, written) ?? readPadded(schemes, country, written) ??
    firstOf(texts, (text) => readWhole(schemes, country, text)) ??
    firstOf(texts, (text) => readPadded(schemes, country, text));
}

function firstOf(
  texts: readonly string[],
  read: (text: string) => ReadNumber | null,
): ReadNumber | null {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) {
      return found.notes.length > 0 ? found : { ...found, notes: ["affix_removed"] };
    }
  }
  return null;
}

function readWhole(schemes: readonly Scheme[], country: string, text: string): ReadNumber | null {
  const cleaned = withoutSeparators(text);
  const bare = withoutCountry(cleaned, country);
  const german = country === "DE" ? readGermanRegister(text)?.number ?? null : null;
  const readings: readonly ((scheme: Scheme) => readonly [string | null, NumberNote?])[] = [
    // First: the letters of a court would be read as those of the number.
    () => german === cleaned ? [german] : [german, "affix_removed"],
    () => [cleaned],
    () => [bare, "affix_removed"],
    ({ within }) => [within?.(cleaned) ?? within?.(bare) ?? null, "affix_removed"],
  ];
  for (const reading of readings) {
    for (const scheme of schemes) {
      const [normalized, note] = reading(scheme);
      if (normalized === null || !scheme.form.test(normalized)) continue;
      return { scheme, normalized, notes: note === undefined ? [] : [note] };
    }
  }
  return readLei(cleaned);
}

function readPadded(schemes: readonly Scheme[], country: string, text: string): ReadNumber | null {
  const bare = withoutCountry(withoutSeparators(text), country);
  for (const scheme of schemes) {
    const normalized = padded(scheme, bare);
    if (normalized === null || !scheme.form.test(normalized)) continue;
    return { scheme, normalized, notes: ["leading_zeros_restored"] };
  }
  return null;
}

/** Reads an LEI, which a company may give instead of the register's number. */
function readLei(cleaned: string): ReadNumber | null {
  return leiScheme.form.test(cleaned) && leiScheme.check?.(cleaned) === true
    ? { scheme: leiScheme, normalized: cleaned, notes: [] }
    : null;
}

function withoutCountry(cleaned: string, country: string): string {
  const prefixes = country === "GR" ? ["EL", "GR"] : country === "GB" ? ["GB", "UK"] : [country];
  const prefix = prefixes.find((one) => one.length === 2 && cleaned.startsWith(one));
  return prefix === undefined ? cleaned : cleaned.slice(prefix.length);
}

function padded({ padding }: Scheme, bare: string): string | null {
  const [, letters = "", digits] = /^([A-Z]{2})?([0-9]+)$/.exec(bare) ?? [];
  if (padding === undefined || digits === undefined) return null;
  const { from, to, behindLetters = false } = padding;
  if (letters !== "" && !behindLetters) return null;
  return bare.length >= from && bare.length < to
    ? letters + digits.padStart(to - letters.length, "0")
    : null;
}
