import assert from "node:assert/strict";
import fc from "fast-check";
import { countryCode } from "../../../core/country/country.ts";
import { spellings } from "../../../core/country/spellings.ts";

Deno.test("countryCode() reads codes and English names", async (t) => {
  const cases = [
    { why: "alpha-2", text: "RU", expected: "RU" },
    { why: "alpha-2 in lower case, with blanks", text: " ru ", expected: "RU" },
    { why: "alpha-3", text: "PRK", expected: "KP" },
    { why: "numeric", text: "643", expected: "RU" },
    { why: "numeric with leading zeros", text: "004", expected: "AF" },
    { why: "English name", text: "Venezuela", expected: "VE" },
    { why: "case", text: "vENEZUELA", expected: "VE" },
    { why: "accents", text: "Côte d’Ivoire", expected: "CI" },
    { why: "the same without", text: "Cote d Ivoire", expected: "CI" },
    { why: "points", text: "U.S.A.", expected: "US" },
    { why: "a name of two letters that is no code", text: "UK", expected: "GB" },
    { why: "ampersand and St.", text: "St. Kitts & Nevis", expected: "KN" },
    { why: "formal name", text: "Islamic Republic of Pakistan", expected: "PK" },
    { why: "user-assigned, in general use", text: "Kosovo", expected: "XK" },
    { why: "a formality that tells countries apart", text: "Republic of China", expected: "TW" },
    { why: "the other China", text: "People's Republic of China", expected: "CN" },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, () => assert.equal(countryCode(text), expected));
  }
});

Deno.test("countryCode() reads OFAC's spellings", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["Korea, North", "KP"],
    ["Korea, South", "KR"],
    ["Burma", "MM"],
    ["West Bank", "PS"],
    ["Region: Gaza", "PS"],
    ["Palestinian", "PS"],
    ["Congo, Democratic Republic of the", "CD"],
    ["Congo, Republic of the", "CG"],
    ["Macedonia, The Former Yugoslav Republic of", "MK"],
    ["North Macedonia, The Republic of", "MK"],
    ["Virgin Islands, British", "VG"],
    ["Man, Isle of", "IM"],
    ["Bahamas, The", "BS"],
    ["The Gambia", "GM"],
    ["Cabo Verde", "CV"],
    ["Macau", "MO"],
    ["Syria", "SY"],
  ];
  for (const [text, expected] of cases) {
    await t.step(text, () => assert.equal(countryCode(text), expected));
  }
});

Deno.test("countryCode() does not guess", async (t) => {
  const cases = [
    { why: "two countries have the name", text: "Congo" },
    { why: "likewise", text: "Korea" },
    { why: "a state with several successors", text: "Netherlands Antilles" },
    { why: "likewise", text: "Federal Republic of Yugoslavia" },
    { why: "OFAC's unknown", text: "undetermined" },
    { why: "no country", text: "Region: Kafia Kingi" },
    { why: "formalities alone", text: "Islamic Republic" },
    { why: "digits that are no code", text: "999" },
    { why: "letters that are no code", text: "ZZ" },
    { why: "nothing", text: "" },
    { why: "blanks", text: "   " },
    { why: "a name of every object", text: "constructor" },
    { why: "too long to be a name", text: "Russia ".repeat(1_000) },
  ];
  for (const { why, text } of cases) {
    await t.step(`${why}: ${text.slice(0, 40)}`, () => assert.equal(countryCode(text), null));
  }
});

Deno.test("countryCode() reads every spelling of its own table as that country", () => {
  for (const [code, names] of Object.entries(spellings)) {
    for (const name of names) assert.equal(countryCode(name), code, name);
  }
});

Deno.test("countryCode() gives a code that it reads as itself, or null, and never throws", () => {
  const written = fc.oneof(fc.string({ unit: "binary" }), fc.string({ maxLength: 4 }));
  fc.assert(fc.property(written, (text) => {
    const code = countryCode(text);
    if (code === null) return;
    assert.match(code, /^[A-Z]{2}$/);
    assert.equal(countryCode(code), code);
  }));
});
