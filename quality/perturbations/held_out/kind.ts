import type { Draw, Family, ListedParty } from "../family.ts";

/** A name as a kind needs it: of a listed party, or of one that no list holds. */
export type PlainName = Pick<ListedParty, "listed" | "name" | "words" | "family">;

/** One way in which a system or a language writes names. No weight is fitted to it. */
export interface HeldOutKind extends Omit<Family, "byFamilyName" | "perturb"> {
  /** Makes the query from a name; null if the kind does not apply to it. */
  readonly perturb: (name: PlainName, draw: Draw) => string | null;
}

/** The family name of a person and the rest. */
export interface PersonParts {
  readonly family: string;
  readonly given: readonly string[];
}

/** A kind for persons of two words or more. */
export const personKind = kindOf("persons", "INDIVIDUAL");
/** A kind for bodies of two words or more. */
export const bodyKind = kindOf("organisations", "ORGANISATION");

function kindOf(whose: string, of: HeldOutKind["of"]) {
  return (name: string, perturb: HeldOutKind["perturb"]): HeldOutKind => ({
    name: `${whose}: ${name}`,
    of,
    perturb: (party, draw) => party.words.length < 2 ? null : perturb(party, draw),
  });
}

/** The parts of a person's name, where the list marks its family name. */
export function partsOf({ words, family }: PlainName): PersonParts | null {
  if (family === null) return null;
  const last = family.split(/[\s,]+/);
  const given = words.filter((word) => !last.includes(word));
  return given.length === 0 || given.length === words.length ? null : { family, given };
}

/** The words of a name of persons that consist of letters only; null if another sign is in it. */
export function plainWords({ words }: PlainName): readonly string[] | null {
  return words.every((word) => /^[\p{L}\p{M}]+$/u.test(word)) ? words : null;
}

/** A number of so many digits. */
export function digits(count: number, draw: Draw): string {
  return Array.from({ length: count }, () => String(draw.below(10))).join("");
}

/** A date of this century, `2025-03-09`. */
export function isoDate(draw: Draw): string {
  return [String(2019 + draw.below(7)), twoDigits(draw, 12), twoDigits(draw, 28)].join("-");
}

/** A whole number from 1 to `limit` of two digits. */
export function twoDigits(draw: Draw, limit: number): string {
  return String(1 + draw.below(limit)).padStart(2, "0");
}

/** Latin letters without marks and in capitals, with the digraphs of ICAO Doc 9303-3, section 6. */
export function inIcaoCapitals(text: string): string {
  return text.toUpperCase()
    .replace(/[ÄÖÜÆŒØÅÞŁĐÐİ]/g, (letter) => digraphs[letter] ?? letter)
    .replaceAll("ß", "SS")
    .normalize("NFD").replace(/\p{M}/gu, "");
}

const digraphs: Readonly<Record<string, string>> = {
  ...{ Ä: "AE", Ö: "OE", Ü: "UE", Æ: "AE", Œ: "OE", Ø: "OE", Å: "AA", Þ: "TH" },
  ...{ Ł: "L", Đ: "D", Ð: "D", İ: "I" },
};
