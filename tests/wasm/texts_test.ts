import assert from "node:assert/strict";
import fc from "fast-check";
import { screen } from "./small_list.ts";
import { runs } from "../support/runs.ts";

const filler = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const letters = "bcdfghjklm";
    return `zu${letters[at % 10]}${letters[Math.floor(at / 10) % 10]}olo`;
  });

Deno.test("match() finds a listed name wherever it stands in a long text", async (t) => {
  const name = "Nicolas Maduro Moros";
  const cases = [
    { why: "after 60 words", text: [...filler(60), name] },
    { why: "before 60 words", text: [name, ...filler(60)] },
    { why: "between them", text: [...filler(30), name, ...filler(30)] },
    { why: "after 14 words", text: [...filler(14), name] },
    { why: "after 200 initials", text: [..."a b c d e f g h ".repeat(25).split(" "), name] },
    { why: "misspelt", text: [...filler(40), "Nikolas Madura Moros"] },
    { why: "after signs that unfold to many words", text: ["\ufdfa ".repeat(100), name] },
    { why: "after a comma", text: [...filler(40), ",", name] },
    { why: "among common words", text: ["mohammed ali ahmed hussein ".repeat(15), name] },
    { why: "two words as one", text: [...filler(40), "Umar Abdul Rahman"], ref: "8195" },
    { why: "one word as two", text: [...filler(40), "Usama Binladin"], ref: "6366" },
  ];
  for (const { why, text, ref = "22790" } of cases) {
    await t.step(why, () => {
      const { candidates } = screen(text.join(" "));
      const found = candidates.find(({ listRef }) => listRef === ref);
      assert((found?.score ?? 0) >= 70, `${found?.score}`);
      // A part of a text is looked at by a person and never confirmed.
      assert.equal(found?.exact, false);
      assert(found.nameScore <= 80);
    });
  }
});

Deno.test("match() finds a listed name beside any number of unknown words, wherever it stands", () => {
  const names = [
    ["Nicolas Maduro Moros", "22790"],
    ["Sergei Lavrov", "35097"],
    ["Rosneft Oil Company", "17013"],
    ["Tornado Cash", "39796"],
  ] as const;
  for (const [name, ref] of names) {
    for (let count = 2; count <= 16; count++) {
      for (const at of [0, count >> 1, count]) {
        const text = filler(count).toSpliced(at, 0, name).join(" ");
        const found = screen(text).candidates.find(({ listRef }) => listRef === ref);
        assert((found?.score ?? 0) >= 70, `${text}: ${found?.score}`);
        assert.equal(found?.exact, false);
      }
    }
  }
});

Deno.test("unknown words beside a name never raise its score above that of the name", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("Nikolas Madura Moros", "Lavrov", "Rosneft Oil", "Bashar Asad", "Tornado"),
      fc.nat({ max: 14 }),
      fc.nat({ max: 14 }),
      (name, count, at) => {
        const text = filler(count).toSpliced(Math.min(at, count), 0, name).join(" ");
        const best = (asked: string) =>
          Math.max(0, ...screen(asked).candidates.map(({ score }) => score));
        assert(best(text) <= best(name) + 1e-9, `${text}: ${best(text)} of ${best(name)}`);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("words of a name that stand far apart in a text are no name", () => {
  const text = ["Nicolas", ...filler(20), "Maduro", ...filler(20), "Moros"].join(" ");
  const found = screen(text).candidates.filter(({ score }) => score >= 70);
  assert.deepEqual(found, []);
});

Deno.test("a name inside a text is never confirmed, whatever the date of birth says", () => {
  const text = [...filler(40), "Vladimir Vladimirovich Putin"].join(" ");
  const [best] = screen(text, { dob: "1952-10-07", nationality: "RU" }).candidates;
  assert.equal(best?.listRef, "35096");
  assert(best.score < 92, `${best.score}`);
});

Deno.test("tokensLeftOut is what a query has beyond the longest name", () => {
  assert.equal(screen("Vladimir Putin").tokensLeftOut, 0);
  assert.equal(screen(filler(32).join(" ")).tokensLeftOut, 0);
  assert.equal(screen(filler(60).join(" ")).tokensLeftOut, 28);
});

Deno.test("the positions of an alignment are those of the whole text", () => {
  const [best] = screen([...filler(50), "Putin"].join(" ") + " Vladimir").candidates;
  assert.deepEqual(best?.alignment.map(({ query }) => query), [[50], [51], []]);
});

Deno.test("match() finds nobody in a text whose words spell no listed name", () => {
  assert.deepEqual(screen(filler(60).join(" ")).candidates, []);
  // A listed name of one word, and one word of a longer name, are in too many texts.
  for (const word of ["Hamza", "Vladimir", "Putin"]) {
    const found = screen([...filler(40), word].join(" ")).candidates;
    assert.deepEqual(found.filter(({ score }) => score >= 70), []);
  }
});

Deno.test("match() takes all words of a text in any order, and ends", () => {
  const someText = fc.array(fc.constantFrom(...filler(40), "Tornado", "bin", "al", "Ltd"), {
    minLength: 33,
    maxLength: 80,
  });
  fc.assert(
    fc.property(someText, fc.nat(), (words, at) => {
      const where = at % words.length;
      const text = [...words.slice(0, where), "Sergei Lavrov", ...words.slice(where)].join(" ");
      // Far over what it takes: a bound on work, not a measurement.
      const start = performance.now();
      const { candidates } = screen(text);
      assert(performance.now() - start < 10_000);
      assert(candidates.some(({ listRef, score }) => listRef === "35097" && score >= 70));
    }),
    { numRuns: runs(60) },
  );
});
