import assert from "node:assert/strict";
import { screen } from "./small_list.ts";

Deno.test("match() finds listed names as people write them", async (t) => {
  const cases = [
    { why: "as listed", name: "PUTIN, Vladimir Vladimirovich", ref: "35096" },
    { why: "without the patronymic", name: "Vladimir Putin", ref: "35096" },
    { why: "a German spelling", name: "Wladimir Putin", ref: "35096" },
    { why: "a French spelling", name: "Vladimir Poutine", ref: "35096" },
    { why: "Cyrillic, against Latin", name: "Владимир Путин", ref: "35096" },
    { why: "Ukrainian", name: "Володимир Путін", ref: "35096" },
    { why: "Cyrillic, against Cyrillic", name: "Сергей Лавров", ref: "35097" },
    { why: "Latin, against Cyrillic", name: "Sergey Lavrov", ref: "35097" },
    { why: "a full name with a typo", name: "Sergei Viktorovich Lavorv", ref: "35097" },
    { why: "Arabic, against Arabic", name: "بشار الأسد", ref: "10633" },
    { why: "Arabic without the hamza", name: "بشار الاسد", ref: "10633" },
    { why: "Arabic with vowel signs", name: "بَشَّار الأَسَد", ref: "10633" },
    { why: "Arabic, against Latin", name: "نيكولاس مادورو", ref: "22790" },
    { why: "without the article", name: "Bashar Assad", ref: "10633" },
    { why: "two typos", name: "Nikolas Madura", ref: "22790" },
    { why: "given name in the middle", name: "Maduro Nicolás Moros", ref: "22790" },
    { why: "written together", name: "Usama Binladin", ref: "6366" },
    { why: "another transcription", name: "Osama bin Laden", ref: "6366" },
    { why: "split and joined", name: "Omar Abdulrahman", ref: "8195" },
    { why: "with the article assimilated", name: "Abdurrahman Omar", ref: "8195" },
    { why: "an initial", name: "Umar A. Rahman", ref: "8195" },
    { why: "no legal form", name: "Rosneft", ref: "17013" },
    { why: "another tongue's legal form", name: "Rosneft JSC", ref: "17013" },
    { why: "a form of address before it", name: "Mr. Vladimir Putin", ref: "35096" },
  ];
  for (const { why, name, ref } of cases) {
    await t.step(`${why}: ${name}`, () => {
      const [best] = screen(name).candidates;
      assert.equal(best?.listRef, ref);
      assert(best.score >= 70, `${best.score}`);
    });
  }
});

Deno.test("match() leaves strangers alone", async (t) => {
  const strangers = [
    "Vladimir Petrov",
    "Sergei Ivanov",
    "John Miller",
    "Nicolas Sarkozy",
    "Hamza Yilmaz",
    "محمد علي",
    "Иван Сидоров",
    "王小明",
  ];
  for (const name of strangers) {
    await t.step(name, () => {
      assert.deepEqual(screen(name).candidates.filter((found) => found.score >= 70), []);
    });
  }
});

Deno.test("match() says which tokens account for which", () => {
  const [best] = screen("Mr Wladimir Putin").candidates;
  // Positions count every word of the query, so "Mr" is 0.
  const alignment = best?.alignment.map(({ kind, points, ...how }) => {
    assert(kind === "word" && points !== undefined && points <= 0);
    return how;
  });
  assert.deepEqual(alignment, [
    { listed: "putin", query: [2], how: "same", family: true },
    { listed: "vladimir", query: [1], how: "respelled" },
    { listed: "vladimirovich", query: [], how: "missing" },
  ]);
  assert.deepEqual([best?.matchedName, best?.matchedStrength], [
    "PUTIN, Vladimir Vladimirovich",
    "primary",
  ]);
  assert.equal(best?.matchedTokens, 3);
});

Deno.test("match() marks the exact layer whatever the order and spelling", () => {
  for (const name of ["PUTIN, Vladimir Vladimirovich", "vladimirovich wladimir PUTIN"]) {
    const [best] = screen(name).candidates;
    assert.equal(best?.exact, true);
    assert(best.layers.includes("exact"));
  }
  assert.equal(screen("Vladimir Putin").candidates[0]?.exact, false);
});

Deno.test("match() keeps a weak alias as one", () => {
  const [best] = screen("The Doctor").candidates;
  assert.deepEqual([best?.listRef, best?.matchedStrength], ["10633", "weak"]);
});

Deno.test("match() reads a comma as family name first", () => {
  const [right] = screen("Lavrov, Sergei").candidates;
  const [wrong] = screen("Sergei, Lavrov").candidates;
  assert.equal(right?.listRef, "35097");
  assert.equal(wrong?.listRef, "35097");
  // A family name that no listed name has speaks against it; one that is there does not.
  const [other] = screen("Ivanov, Sergei Viktorovich").candidates;
  const [plain] = screen("Sergei Viktorovich Ivanov").candidates;
  assert((other?.score ?? 0) <= (plain?.score ?? 0));
});

Deno.test("match() finds addresses byte for byte, with and without an entity", () => {
  const listed = "0x8589427373d6d84e98730d7795d8f6f8731fda16";
  const { addresses } = screen(null, { addresses: [listed, "1OrphanAddress", listed.slice(1)] });
  assert.deepEqual(addresses, [
    {
      address: listed,
      network: "ETH",
      source: "ofac-sdn",
      entity: {
        entityId: "00000000-0000-5000-8000-000000039796",
        listRef: "39796",
        name: "TORNADO CASH",
      },
    },
    { address: "1OrphanAddress", network: "XBT", source: "ofac-sdn", entity: null },
  ]);
});

Deno.test("match() hands a PEP role on as it was listed", () => {
  assert.equal(screen("John Example Smith").candidates[0]?.pep?.functionalCategory, "LEGISLATOR");
});

Deno.test("match() says what it could not compare", () => {
  const mixed = screen("བསྟན་འཛིན Tenzin");
  assert.deepEqual([mixed.untransliterated, mixed.unread, mixed.queryTokens], [
    ["Tibt"],
    ["Tibt"],
    3,
  ]);
  // A character that has no reading in Mandarin.
  assert.deepEqual(screen("々").untransliterated, ["Hani"]);
  for (const name of ["Владимир", "王小明", "김정은", "Αλέξης", "בנימין", "さとう"]) {
    assert.deepEqual(screen(name).untransliterated, [], name);
  }
  assert.equal(screen("!!! ---").queryTokens, 0);
  assert.equal(screen(null).queryTokens, 0);
});
