import assert from "node:assert/strict";
import fc from "fast-check";
import {
  countriesOf,
  countryCode,
  countryMeanings,
  saysNoCountry,
} from "../../../standards/country/country.ts";
import { demonyms, otherDemonyms } from "../../../standards/country/demonyms.ts";
import { formerStates } from "../../../standards/country/former_states.ts";
import { spellings } from "../../../standards/country/spellings.ts";

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
    { why: "a formality that distinguishes countries", text: "Republic of China", expected: "TW" },
    { why: "the other China", text: "People's Republic of China", expected: "CN" },
    { why: "a formal name with its formality", text: "Slovak Republic", expected: "SK" },
    { why: "a former name", text: "Zaire", expected: "CD" },
    { why: "a former code", text: "BUR", expected: "MM" },
    { why: "a part by its code", text: "ge-ab", expected: "GE" },
    { why: "a demonym", text: "Iranian", expected: "IR" },
    { why: "an adjective of two words", text: "Saudi Arabian", expected: "SA" },
    { why: "another demonym", text: "Kosovar", expected: "XK" },
    { why: "words around a country", text: "citizen of the U.S.", expected: "US" },
    { why: "words around a demonym", text: "Russian national", expected: "RU" },
    { why: "a remark in brackets", text: "British National (Overseas)", expected: "GB" },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, () => assert.equal(countryCode(text), expected));
  }
});

Deno.test("countryCode() reads publishers' spellings", async (t) => {
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
    // The EU's and the UN's
    ["CONGO, Democratic Republic of (was Zaire)", "CD"],
    ["CONGO, People's Republic of", "CG"],
    ["PALESTINIAN TERRITORY, Occupied", "PS"],
    ["BOSNIA AND HERZEGOWINA", "BA"],
    ["KOREA, DEMOCRATIC PEOPLE'S REPUBLIC OF", "KP"],
    ["IRAN (ISLAMIC REPUBLIC OF)", "IR"],
    ["Democratic People's Republic of Korea", "KP"],
    ["Russian Federation", "RU"],
    // The United Kingdom's
    ["Congo (Democratic Republic)", "CD"],
    ["Occupied Palestinian Territories", "PS"],
  ];
  for (const [text, expected] of cases) {
    await t.step(text, () => assert.equal(countryCode(text), expected));
  }
});

Deno.test("countriesOf() reads what means several, and several at once", async (t) => {
  const cases = [
    { text: "Congo", expected: "CD CG" },
    { text: "Congolese", expected: "CD CG" },
    { text: "Korean", expected: "KP KR" },
    { text: "Dominican", expected: "DM DO" },
    { text: "former Soviet Union", expected: "AM AZ BY EE GE KG KZ LT LV MD RU TJ TM UA UZ" },
    { text: "Yugoslav", expected: "BA HR ME MK RS SI XK" },
    { text: "Federal Republic of Yugoslavia", expected: "ME RS XK" },
    { text: "Netherlands Antilles", expected: "BQ CW SX" },
    { text: "Iran; Iraq", expected: "IQ IR" },
    { text: "Syrian/Turkish", expected: "SY TR" },
    { text: "Russian-Israeli dual citizen", expected: "IL RU" },
    { text: "Trinidad and Tobago, United States", expected: "TT US" },
    { text: "Russian Federation, Moldova, Republic of, Israel", expected: "IL MD RU" },
    { text: "Guinea-Bissau and Mali", expected: "GW ML" },
    { text: "IR, IQ", expected: "IQ IR" },
  ];
  for (const { text, expected } of cases) {
    await t.step(text, () => {
      assert.deepEqual(countriesOf(text).toSorted(), expected.split(" "));
      assert.equal(countryCode(text), null);
    });
  }
});

Deno.test("saysNoCountry() takes stateless persons, by their code and in many languages", () => {
  for (const text of ["XXA", "xxa", "stateless", "Staatenlos", "apatride", "без гражданства"]) {
    assert.equal(saysNoCountry(text), true, text);
    assert.deepEqual(countriesOf(text), [], text);
  }
  for (const text of ["XXB", "Estonia", "state"]) assert.equal(saysNoCountry(text), false, text);
});

Deno.test("countryMeanings() keeps countries apart that a text names", () => {
  assert.deepEqual(countryMeanings("German and Korean").map((codes) => codes.toSorted()), [
    ["DE"],
    ["KP", "KR"],
  ]);
  assert.deepEqual(countryMeanings("Bosnia and Herzegovina"), [["BA"]]);
  assert.deepEqual(countryMeanings("Deutschland, Iran"), []);
  const native = (name: string) => name === "Deutschland" ? ["DE"] : null;
  assert.deepEqual(countryMeanings("Deutschland, Iran", native), [["DE"], ["IR"]]);
});

Deno.test("countriesOf() does not guess", async (t) => {
  const cases = [
    { why: "a people of several states", text: "Kurdish" },
    { why: "one of two is no country", text: "Russian, Martian" },
    { why: "OFAC's unknown", text: "undetermined" },
    { why: "no country", text: "Region: Kafia Kingi" },
    { why: "formalities alone", text: "Islamic Republic" },
    { why: "digits that are no code", text: "999" },
    { why: "letters that are no code", text: "ZZ" },
    { why: "nothing", text: "" },
    { why: "blanks", text: "   " },
    { why: "dividers", text: ";, /" },
    { why: "more pieces than names", text: "IR,".repeat(20) },
    { why: "a name of every object", text: "constructor" },
    { why: "too long to be a name", text: "Russia ".repeat(1_000) },
  ];
  for (const { why, text } of cases) {
    await t.step(`${why}: ${text.slice(0, 40)}`, () => assert.deepEqual(countriesOf(text), []));
  }
});

Deno.test("countriesOf() reads every name of its own tables as that country", () => {
  for (const table of [spellings, demonyms, otherDemonyms]) {
    for (const [code, names] of Object.entries(table)) {
      assert.equal(countryCode(code), code);
      for (const name of names) assert(countriesOf(name).includes(code), name);
    }
  }
  for (const { names, successors } of formerStates) {
    for (const name of names) assert.deepEqual(countriesOf(name), successors, name);
    for (const code of successors) assert.equal(countryCode(code), code);
  }
});

Deno.test("countriesOf() gives distinct codes that it reads as themselves, and never throws", () => {
  const written = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ maxLength: 4 }),
    fc.array(fc.constantFrom("Iran", "RU", "Korea", "North", " and ", ",", "-", "x", "(", ")"))
      .map((pieces) => pieces.join("")),
  );
  fc.assert(fc.property(written, (text) => {
    const codes = countriesOf(text);
    assert.equal(new Set(codes).size, codes.length);
    for (const code of codes) assert.deepEqual(countriesOf(code), [code]);
    assert.equal(countryCode(text), codes.length === 1 ? codes[0] : null);
  }));
});
