import assert from "node:assert/strict";
import fc from "fast-check";
import publishedGates from "../../../core/screening/gates.json" with { type: "json" };
import { Gates, pinRules } from "../../../core/screening/gates.ts";
import { Candidate } from "../../../core/screening/candidate_schema.ts";
import { type AskedName, screenName } from "../../../core/screening/screen_name.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import { entities, likeNames, loadList, matcher, smallList } from "../../wasm/small_list.ts";
import { runs } from "../../support/runs.ts";
import { assertAddsUp } from "./adds_up.ts";

const rules = await pinRules(Gates.parse(publishedGates), defaultWeights);
const alike = loadList(likeNames);
const listed = [...entities, ...likeNames];
const names = listed.flatMap((entity) => entity.names.map(({ text }) => text));

/** A listed name in another spelling. */
const someSpelling = fc.tuple(
  fc.constantFrom(...names),
  fc.constantFrom(
    (name: string) => name,
    (name: string) => name.slice(0, 2) + name.slice(3),
    (name: string) => name.replace(/[ ,-]+/, ""),
    (name: string) => name.replace(/^\S+ /, ""),
    (name: string) => name.split(/[ ,]+/).toReversed().join(" "),
    (name: string) => name.replaceAll("v", "w").replaceAll("V", "W"),
    (name: string) => `Mr ${name}`,
    (name: string) => name.replace(/(\w)\w+$/, "$1."),
    (name: string) => `${name} Zebulon`,
    (name: string) => name.replace(/ \S+$/, " Zebulon"),
    (name: string) => `${name} 12 bin Ali`,
  ),
).map(([name, spell]) => spell(name));

const someName = fc.oneof(
  someSpelling,
  fc.tuple(someSpelling, someSpelling).map((both) => both.join(" and ")),
  fc.tuple(someSpelling, fc.integer({ min: 5, max: 60 }))
    .map(([name, words]) => `${"zuppolo ".repeat(words)}${name}`),
  fc.array(fc.constantFrom(...names.flatMap((name) => name.split(" "))), { maxLength: 9 })
    .map((words) => words.join(" ")),
);

const someAsked: fc.Arbitrary<AskedName> = fc.record({
  name: someName,
  dob: fc.constantFrom(null, "1952-10-07", "1952", "1950-03", "1962-11-23", "1999-01-01", "1958"),
  nationality: fc.constantFrom(null, "RU", "VE", "France", "SY"),
});

/** Examples with every step that random queries may miss. */
const examples: AskedName[] = [
  { name: "PUTIN, Wladimir Wladimirovich", dob: null, nationality: null },
  { name: "Vladimir Vladimirovich, Putin", dob: "1999-01-01", nationality: "France" },
  { name: "Nicolas, Maduro Moros", dob: "1962-11-23", nationality: null },
  { name: "Wladimir Putin Zebulon", dob: null, nationality: "RU" },
  { name: `${"zuppolo ".repeat(40)}Nicolas Maduro Moros`, dob: null, nationality: null },
  { name: "Putin", dob: null, nationality: null },
  { name: "Vladimir Vladimirovich", dob: "1952-10-07", nationality: null },
  { name: "Nicolas Maduro Moros Zebulon", dob: null, nationality: null },
];

Deno.test("the parts of an explanation add up to the score that they explain", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(someAsked, fc.constantFrom(smallList, alike), (asked, snapshot) => {
      const { candidates } = screenName({ matcher, rules, snapshot }, asked);
      for (const candidate of candidates) {
        for (const step of assertAddsUp(candidate, asked.name)) seen.add(step);
      }
    }),
    { numRuns: runs(600), seed: 35, examples: examples.map((asked) => [asked, smallList]) },
  );
  // The law holds for what it has met.
  for (
    const step of [
      ...["full_agreement", "tokens_differ", "listed_missing", "query_unaccounted"],
      ...["family_name_missing", "within_text", "date_of_birth", "nationality", "exact_match"],
    ]
  ) {
    assert(seen.has(step), step);
  }
});

Deno.test("an explanation points at words of the query and is of its schema to the last member", () => {
  fc.assert(fc.property(someAsked, (asked) => {
    const words = asked.name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "").length;
    const { candidates } = screenName({ matcher, rules, snapshot: smallList }, asked);
    for (const candidate of candidates) {
      const { alignment, unaccounted = [] } = candidate.classifyResult.explain;
      const places = [
        ...alignment.flatMap(({ query }) => query),
        ...unaccounted.map(({ query }) => query),
      ];
      assert(places.every((place) => place < words), `${places} of ${words}`);
      assert.deepEqual(Candidate.parse(candidate), candidate);
    }
  }));
});

Deno.test("a possible match says what stands between it and a confirmed one", async (t) => {
  const cases = [
    { why: "an exact name", name: "PUTIN, Vladimir Vladimirovich", expected: [] },
    {
      why: "an exact name born another day",
      name: "PUTIN, Vladimir Vladimirovich",
      dob: "1990-01-01",
      expected: ["dob_contradicts", "score_below_confirmed", "dob_not_same_day"],
    },
    {
      why: "a weak alias",
      name: "The Doctor",
      dob: "1965-09-11",
      expected: ["weak_alias"],
    },
    {
      why: "one word",
      name: "Hamza",
      expected: ["few_tokens", "common_name", "dob_not_same_day"],
    },
    {
      why: "a politically exposed person",
      name: "John Example Smith",
      expected: ["politically_exposed", "dob_not_same_day"],
    },
    {
      why: "another nationality",
      name: "PUTIN, Vladimir Vladimirovich",
      nationality: "FR",
      expected: ["nationality_differs", "dob_not_same_day"],
    },
    {
      why: "part of a name",
      name: "Nicolas Maduro",
      expected: ["name_not_exact", "score_below_confirmed", "dob_not_same_day"],
    },
  ];
  for (const { why, name, dob = null, nationality = null, expected } of cases) {
    await t.step(why, () => {
      const asked = { name, dob, nationality };
      const [best] = screenName({ matcher, rules, snapshot: smallList }, asked).candidates;
      assert.deepEqual(best?.classifyResult.explain.notConfirmed, expected);
    });
  }
});
