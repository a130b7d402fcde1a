import assert from "node:assert/strict";
import fc from "fast-check";
import {
  catalogues,
  chooseWords,
  fillText,
} from "../../../../routes/html/languages/choose_words.ts";

/** Every text of a catalogue, by path. */
function textsOf(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([name, each]) =>
    textsOf(each, `${path}.${name}`)
  );
}

const namesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

Deno.test("every catalogue has every text, none empty, with the same names to fill in", () => {
  const [english] = catalogues;
  const expected = new Map(textsOf(english));
  assert.deepEqual(catalogues.map(({ language }) => language), ["en", "de", "fr", "es", "it"]);
  for (const catalogue of catalogues) {
    const texts = textsOf(catalogue);
    assert.deepEqual(texts.map(([path]) => path), [...expected.keys()], catalogue.language);
    for (const [path, text] of texts) {
      assert(text.trim() !== "", path);
      assert.deepEqual(namesIn(text), namesIn(expected.get(path)!), `${catalogue.language}${path}`);
    }
  }
});

Deno.test("no catalogue repeats an English sentence", () => {
  const english = new Map(textsOf(catalogues[0]));
  for (const catalogue of catalogues.slice(1)) {
    for (const [path, text] of textsOf(catalogue)) {
      if (text.split(" ").length < 5) continue;
      assert.notEqual(text, english.get(path), `${catalogue.language}${path}`);
    }
  }
});

Deno.test("chooseWords() takes ui_locales first, then what Accept-Language weighs most", () => {
  const cases = [
    { header: null, locales: "", expected: "en" },
    { header: "de-AT, en;q=0.8", locales: "", expected: "de" },
    { header: "pl, fr;q=0.4, it;q=0.9", locales: "", expected: "it" },
    { header: "de;q=0, fr;q=0.1", locales: "", expected: "fr" },
    { header: "pl", locales: "", expected: "en" },
    { header: "de", locales: "pl es-MX fr", expected: "es" },
    { header: "de;q=2, it;q=0.5", locales: "", expected: "it" },
    { header: "DE_de", locales: "", expected: "en" },
  ];
  for (const { header, locales, expected } of cases) {
    assert.equal(chooseWords(header, locales).language, expected, `${header} ${locales}`);
  }
});

Deno.test("chooseWords() answers any header, and fillText() any value as it is", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (header, locales) => {
    assert(catalogues.includes(chooseWords(header, locales)));
    assert.equal(fillText("a {name} b {other}", { name: header }), `a ${header} b {other}`);
  }));
});
