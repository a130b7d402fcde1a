import countries from "i18n-iso-countries/index.js";
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { spellings } from "./spellings.ts";

countries.registerLocale(english);

/** Longer than any country's name in English; longer text is not looked at. */
const charactersMax = 100;

/** Words that tell no two countries apart. */
const fillers: ReadonlySet<string> = new Set(["the", "of", "and"]);

/**
 * Words of formal names (`Islamic Republic of Pakistan`). Left out only when the name is not known
 * with them: with them, `Republic of China` is another country than `China`.
 */
const formalities: ReadonlySet<string> = new Set([
  "bolivarian",
  "federal",
  "federative",
  "islamic",
  "kingdom",
  "people",
  "republic",
  "s", // of "people's"
  "socialist",
  "sultanate",
]);

/** Code by key of each English name; null where two countries share a name (`Congo`). */
const codeByName: ReadonlyMap<string, string | null> = indexNames();

/**
 * The ISO 3166-1 alpha-2 code of a country written as alpha-2, alpha-3 or numeric code or by an
 * English name, former or in OFAC's spelling (`Korea, North`, `Burma`, `West Bank`). Null when it
 * is none of these or means several: a wrong country is worse than none, as it counts against a
 * match. Kosovo is `XK`, the code of user-assigned space that its users agree on.
 */
export function countryCode(text: string): string | null {
  if (text.length > charactersMax) return null;
  const written = text.trim();
  if (/^\d{3}$/.test(written)) return countries.numericToAlpha2(written) ?? null;
  const code = written.toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && countries.alpha2ToAlpha3(code) !== undefined) return code;
  if (/^[A-Z]{3}$/.test(code)) {
    const alpha2 = countries.alpha3ToAlpha2(code);
    if (alpha2 !== undefined) return alpha2;
  }
  return codeOfName(written.replace(/^region:/i, ""));
}

function codeOfName(name: string): string | null {
  const words = wordsOf(name);
  const known = codeByName.get(keyOf(words));
  if (known !== undefined) return known;
  return codeByName.get(keyOf(words.filter((word) => !formalities.has(word)))) ?? null;
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

function indexNames(): ReadonlyMap<string, string | null> {
  const codes = new Map<string, string | null>();
  const add = (name: string, code: string) => {
    const key = keyOf(wordsOf(name));
    const present = codes.get(key);
    codes.set(key, present === undefined || present === code ? code : null);
  };
  for (const [code, names] of Object.entries(countries.getNames("en", { select: "all" }))) {
    for (const name of names) add(name, code);
  }
  for (const [code, names] of Object.entries(spellings)) {
    for (const name of names) add(name, code);
  }
  return codes;
}
