import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { demonyms, otherDemonyms } from "./demonyms.ts";
import { formerStates } from "./former_states.ts";
import { spellings } from "./spellings.ts";
import { saysStateless } from "./stateless.ts";

countries.registerLocale(english);

/** Maximum characters of a text that is compared; every country's English name is shorter. */
const charactersMax = 100;
/**
 * Maximum countries that one text may name, as many as succeeded the Soviet Union. A text with more
 * parts names no country.
 */
export const countriesMax = 16;

/** Words that distinguish no two countries. */
const fillers: ReadonlySet<string> = new Set(["the", "of", "and"]);

/** Words next to a country that state how a person belongs to it. */
const qualifiers: ReadonlySet<string> = new Set([
  ..."citizen citizens citizenship national nationals nationality dual ex former formerly".split(
    " ",
  ),
  ..."possibly presumed probably".split(" "),
]);

/**
 * Words of formal names (`Islamic Republic of Pakistan`). Removed only when the name is unknown
 * with them: with them, `Republic of China` is a different country from `China`.
 */
const formalities: ReadonlySet<string> = new Set([
  ..."arab bolivarian commonwealth cooperative democratic duchy emirate federal federative".split(
    " ",
  ),
  ..."federation grand hashemite independent islamic kingdom oriental people peoples".split(" "),
  ..."principality republic socialist state sultanate union".split(" "),
  "s", // of "people's"
]);

/** Separators of several countries in one text. */
const dividers = /[;,/|+&\n]|\s(?:and|or)\s|(?<=\p{L})-(?=\p{L})/u;

/** Codes by key of each English name; several where countries share it (`Congo`). */
const codesByName: ReadonlyMap<string, readonly string[]> = indexNames();

/**
 * The ISO 3166-1 alpha-2 codes of every country that a nationality may mean, empty when it is not
 * understood. It may be an alpha-2, alpha-3 or numeric code, an English name, former or in a
 * publisher's spelling (`Korea, North`, `Burma`, `West Bank`), or a demonym (`Iranian`); with more
 * than one meaning (`Congolese`) or a state that broke up (`Soviet Union`) the result has all
 * codes. Several countries may be named at once (`Iraq; Syria`), but each must be understood: a
 * wrong country is worse than none, as it counts against a match. A part of a country by its code
 * (`GB-SCT`, `ge-ab`) is that country. Kosovo is `XK`, a user-assigned code in common use.
 */
export function countriesOf(text: string): readonly string[] {
  return [...new Set(countryMeanings(text).flat())];
}

/**
 * Each country that a text names, as the codes that it may mean: `German and Korean` is
 * `[["DE"], ["KP", "KR"]]`. Empty when the text, or a part of it, is not understood.
 *
 * @param nameOf reads names that are not English, such as a country's name in its own language
 */
export function countryMeanings(
  text: string,
  nameOf: (name: string) => readonly string[] | null = () => null,
): readonly (readonly string[])[] {
  if (text.length > charactersMax) return [];
  const written = text.trim().replace(/^region:/i, "").replace(/\.$/, "");
  const read = (name: string) => nameOf(name) ?? oneOf(name);
  const whole = read(written);
  return whole === null ? allOf(written.split(dividers), read) ?? [] : [whole];
}

/**
 * Returns the code of the one country that a text means; null when the text is not understood or
 * means several.
 */
export function countryCode(text: string): string | null {
  const [code, another] = countriesOf(text);
  return code === undefined || another !== undefined ? null : code;
}

/** Words that people and publishers write for no country, or for an unknown country. */
const noCountry = /^(?:|-|n\/?a|00|unknown|none|not known|other)$/i;

/** Whether a text states that no country is known, as opposed to a text that is not understood. */
export function saysNoCountry(text: string): boolean {
  return noCountry.test(text.trim()) || saysStateless(text);
}

function oneOf(written: string): readonly string[] | null {
  const code = codeOf(written);
  if (code !== null) return [code];
  return codesOfName(written) ?? codesOfName(written.replace(/\([^()]*\)/g, " "));
}

/**
 * Reads consecutive pieces, joining as many pieces as make one name (`Moldova, Republic of,
 * Israel`).
 */
function allOf(
  pieces: readonly string[],
  read: (name: string) => readonly string[] | null,
): readonly (readonly string[])[] | null {
  if (pieces.length > countriesMax) return null;
  const meanings: (readonly string[])[] = [];
  const words = pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
  for (let from = 0; from < words.length;) {
    let to = words.length;
    let found = read(words.slice(from, to).join(" "));
    while (found === null && --to > from) found = read(words.slice(from, to).join(" "));
    if (found === null) return null;
    meanings.push(found);
    from = to;
  }
  return meanings.length === 0 ? null : meanings;
}

function codeOf(written: string): string | null {
  if (/^\d{3}$/.test(written)) return countries.numericToAlpha2(written) ?? null;
  const code = written.toUpperCase();
  const [, country] = /^([A-Z]{2})(?:-[A-Z0-9]{1,4})?$/.exec(code) ?? [];
  if (country !== undefined && countries.alpha2ToAlpha3(country) !== undefined) return country;
  return /^[A-Z]{3}$/.test(code) ? countries.alpha3ToAlpha2(code) ?? null : null;
}

function codesOfName(name: string): readonly string[] | null {
  const words = wordsOf(name);
  const unqualified = words.filter((word) => !qualifiers.has(word));
  for (const some of [words, unqualified, unqualified.filter((word) => !formalities.has(word))]) {
    const known = codesByName.get(keyOf(some));
    if (known !== undefined) return known;
  }
  return null;
}

function wordsOf(name: string): readonly string[] {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replaceAll("&", " and ").replaceAll(".", "")
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ")
    .map((word) => word === "st" ? "saint" : word)
    .filter((word) => word !== "" && !fillers.has(word));
}

function keyOf(words: readonly string[]): string {
  return [...words].sort().join(" ");
}

function indexNames(): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, readonly string[]>();
  const add = (name: string, some: readonly string[]) => {
    const key = keyOf(wordsOf(name));
    codes.set(key, [...new Set([...codes.get(key) ?? [], ...some])]);
  };
  const names = countries.getNames("en", { select: "all" });
  for (const byCode of [names, spellings, demonyms, otherDemonyms]) {
    for (const [code, all] of Object.entries(byCode)) for (const name of all) add(name, [code]);
  }
  for (const { names, successors } of formerStates) {
    for (const name of names) add(name, successors);
  }
  return codes;
}
