import assert from "node:assert/strict";
import fc from "fast-check";
import type { MatchResult } from "../../core/matching/ports.ts";
import { classify } from "../../core/screening/classify.ts";
import published from "../../core/screening/gates.json" with { type: "json" };
import { Gates } from "../../core/screening/gates.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { entity } from "../support/entity.ts";
import { entities, loadList, matcher, screen, screenOn, smallList } from "./small_list.ts";
import { runs } from "../support/runs.ts";

const gates = Gates.parse(published);

const someUnicode = fc.oneof(
  // Any 16-bit units, halves of surrogate pairs among them: JSON of a request can hold them.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "binary", maxLength: 500 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.array(
    fc.constantFrom(
      "Vladimir",
      "putin",
      "al",
      "Владимир",
      "بشار",
      "LLC",
      "12",
      "王",
      ",",
      "-",
      "'",
    ),
    { maxLength: 60 },
  ).map((words) => words.join(" ")),
);
const someDob = fc.option(
  fc.constantFrom("1952-10-07", "1952-07-10", "1952", "1950-03", "1999-01-01"),
  { nil: null },
);
const listedNames = entities.flatMap(({ names }) => names.map(({ text }) => text));
const someListedName = fc.constantFrom(...listedNames);

/** A name with one letter left out, so that it is not simply equal. */
const someSlip = fc.tuple(someListedName, fc.nat()).map(([name, at]) => {
  const cut = 1 + at % (name.length - 1);
  return name.slice(0, cut) + name.slice(cut + 1);
});

Deno.test("match() answers any text within its bounds, and the same each time", () => {
  fc.assert(
    fc.property(someUnicode, someDob, (name, dob) => {
      const query = { name, dob, nationalities: [], addresses: [name] };
      const found = matcher.match(smallList, query);
      assert(found.candidates.length <= 64);
      for (const candidate of found.candidates) {
        for (const score of [candidate.score, candidate.nameScore]) {
          assert(score >= 0 && score <= 100, `${score}`);
        }
        for (const share of [candidate.levenshtein, candidate.phonetic]) {
          assert(share >= 0 && share <= 1, `${share}`);
        }
      }
      assert.deepEqual(matcher.match(smallList, query), found);
    }),
    { numRuns: runs(500) },
  );
});

Deno.test("match() orders candidates by score, then by entity", () => {
  fc.assert(fc.property(someSlip, (name) => {
    const { candidates } = screen(name);
    const sorted = candidates.toSorted((a, b) =>
      b.score - a.score || (a.entityId < b.entityId ? -1 : 1)
    );
    assert.deepEqual(candidates, sorted);
  }));
});

Deno.test("match() gives a primary name of two tokens 100 against itself, and exact", () => {
  for (const { listRef, names } of entities) {
    const [primary] = names;
    if (primary === undefined || primary.text.split(/[ ,-]+/).length < 2) continue;
    const found = screen(primary.text).candidates.find((one) => one.listRef === listRef);
    assert.deepEqual([found?.nameScore, found?.exact], [100, true], primary.text);
  }
});

/** Words that link a child and its parent; their order decides who is whose child. */
const between = /\b(?:a?bn|bnt|b[ie]n|bint|ibn|ould?)\b/i;

Deno.test("match() does not mind the order of tokens, but around bin and its like", () => {
  const stripped = ({ candidates }: MatchResult) =>
    candidates.map(({ entityId, score, nameScore, exact, rarity, layers, matchedName }) => ({
      ...{ entityId, score, nameScore, exact, rarity, layers, matchedName },
    }));
  fc.assert(fc.property(
    someSlip.filter((name) => !between.test(name)).chain((name) => {
      const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
      return fc.tuple(
        fc.constant(words),
        fc.shuffledSubarray(words, { minLength: words.length }),
      );
    }),
    ([words, shuffled]) => {
      assert.deepEqual(
        stripped(screen(shuffled.join(" "))),
        stripped(screen(words.join(" "))),
      );
    },
  ));
});

/** Dates of every precision, and countries, of listed persons and of others. */
const someBirth = fc.constantFrom(
  ...["1952-10-07", "1952-07-10", "1952-10-08", "1952-11-07", "1953-10-07", "1952-10", "1952"],
  ...["1950-03-21", "1950-03", "1957-03-10", "1958", "1959-05-05", "1961", "1965-09-11"],
  ...["1966", "1972-10-07", "1999-01-01", "1900"],
);
const someCountries = fc.subarray(["RU", "SY", "VE", "FR"], { minLength: 1 });
const nothing = { dob: null, nationalities: [], addresses: [] };

Deno.test("match() moves a score only the way each piece of evidence points", () => {
  fc.assert(fc.property(someSlip, someBirth, someCountries, (name, dob, nationalities) => {
    const queries = [{ name, ...nothing }, { name, ...nothing, nationalities }];
    for (const query of queries) {
      const bare = new Map(
        matcher.match(smallList, query).candidates.map((one) => [one.entityId, one]),
      );
      const found = matcher.match(smallList, { ...query, dob }).candidates;
      for (const { entityId, score, nameScore, birth } of found) {
        const before = bare.get(entityId);
        // Evidence alone makes nobody a candidate whose name is not alike.
        assert(nameScore >= defaultWeights.limits.evidenceFrom, `${name} ${nameScore}`);
        if (before === undefined) {
          assert(birth.value > 0);
          continue;
        }
        assert.equal(nameScore, before.nameScore);
        if (birth.value > 0) assert(score >= before.score);
        if (birth.value < 0) assert(score < before.score);
        if (birth.value === 0) assert.equal(score, before.score);
      }
    }
    const bare = new Map(
      matcher.match(smallList, { name, ...nothing, dob }).candidates
        .map((one) => [one.entityId, one]),
    );
    const found = matcher.match(smallList, { name, ...nothing, dob, nationalities }).candidates;
    for (const { entityId, score, nationality } of found) {
      const before = bare.get(entityId);
      if (before === undefined) assert(nationality.value > 0);
      else if (nationality.value > 0) assert(score >= before.score);
      else if (nationality.value < 0) assert(score < before.score);
      else assert.equal(score, before.score);
    }
  }));
});

Deno.test("match() takes silence on one side as no evidence", () => {
  const rest = { dob: "1990-01-01", nationality: "FR" };
  for (const name of ["Rosneft", "Hamza", "Tornado Cash"]) {
    assert.deepEqual(screen(name, rest).candidates, screen(name).candidates, name);
  }
});

Deno.test("match() and classify() keep an exact name, whatever else contradicts it", () => {
  fc.assert(fc.property(someListedName, someBirth, someCountries, (name, dob, nationalities) => {
    const bare = matcher.match(smallList, { name, ...nothing }).candidates
      .filter(({ exact }) => exact);
    assert(bare.length > 0, name);
    const found = matcher.match(smallList, { name, ...nothing, dob, nationalities }).candidates;
    for (const { entityId } of bare) {
      const still = found.find((one) => one.entityId === entityId);
      assert(still?.exact, `${name} ${dob}`);
      assert.notEqual(classify(gates, still).classification, "CLEAR", `${name} ${dob}`);
    }
  }));
});

Deno.test("match() leaves out other names before exact ones that evidence pushed behind", () => {
  const people = Array.from(
    { length: 80 },
    (_, index) =>
      index < 60
        ? entity(index + 1, [["IVANOV, Pyotr", "primary"]], { births: ["1950-01-01"] })
        : entity(index + 1, [["IVANTOV, Pyotr", "primary"]], { births: ["1990-05-05"] }),
  );
  const found = screenOn(loadList(people), "Pyotr Ivanov", { dob: "1990-05-05" }).candidates;
  assert.deepEqual([found.length, found.filter(({ exact }) => exact).length], [64, 60]);
  assert.equal(found[0]?.matchedName, "IVANTOV, Pyotr");
});

Deno.test("match() lets no listed single word match a longer name by itself", () => {
  const someWord = fc.stringMatching(/^[a-z]{4,9}$/);
  fc.assert(fc.property(fc.array(someWord, { minLength: 1, maxLength: 4 }), (others) => {
    const found = screen(["Hamza", ...others].join(" ")).candidates;
    const hamza = found.find((one) => one.matchedName === "HAMZA");
    assert(hamza === undefined || hamza.score < 70, `${others} ${hamza?.score}`);
  }));
});

Deno.test("compare() is within bounds, and 100 for a name with itself", () => {
  fc.assert(fc.property(someUnicode, someUnicode, (left, right) => {
    const kinds = ["INDIVIDUAL", "ORGANISATION", "VESSEL", "AIRCRAFT"] as const;
    const scores = matcher.compare(kinds.map((entityType) => ({ left, right, entityType })));
    assert(scores.every((score) => score >= 0 && score <= 100), `${scores}`);
  }));
  for (const name of listedNames) {
    const pair = { left: name, right: name, entityType: "INDIVIDUAL" } as const;
    assert.deepEqual(matcher.compare([pair]), [100], name);
  }
  assert.deepEqual(matcher.compare([]), []);
});

Deno.test("match() stays quick for the longest names", () => {
  const [first, ...rest] = [
    "mohammed ali ahmed ".repeat(27),
    "a b c d ".repeat(63),
    "م".repeat(500),
  ];
  assert(first !== undefined);
  for (const name of [first, ...rest]) {
    // Far over what it takes: a bound on work, not a measurement.
    const start = performance.now();
    screen(name.slice(0, 500));
    assert(performance.now() - start < 10_000);
  }
});
