import assert from "node:assert/strict";
import { judgeTags } from "../../../core/wallet_risk/judge_tags.ts";
import type { CorpusTag } from "../../../core/wallet_risk/ports.ts";
import { categoryWeight, pinRiskWeights, RiskWeights } from "../../../core/wallet_risk/weights.ts";
import json from "../../../core/wallet_risk/weights.json" with { type: "json" };
import { listFileBounds } from "../../../core/policy/list_files.ts";
import { readTaxonomy } from "../../../sources/tag_packs/read_taxonomy.ts";
import { seededRandom } from "../../support/random.ts";
import { corpusTag } from "../../support/wallet_risk.ts";
import { excerpts } from "../../sources/tag_packs/packs.ts";

const weights = RiskWeights.parse(json);
const judge = (...tags: readonly Partial<CorpusTag>[]) => judgeTags(weights, tags.map(corpusTag));

Deno.test("judgeTags() scores the highest contribution, and 100 for a sanctions concept", async (t) => {
  const plain = { category: null, concepts: [] };
  const cases: readonly [
    why: string,
    tags: readonly Partial<CorpusTag>[],
    score: number | null,
    classification: string,
  ][] = [
    ["nothing", [], null, "UNTAGGED"],
    ["an exchange", [{}], 6, "LOW"],
    ["no word at all", [{ ...plain, confidenceLevel: 100 }], weights.unlisted, "LOW"],
    ["a word of no weight", [{ ...plain, category: "constructor" }], 3, "LOW"],
    ["sextortion, 50", [{ abuse: "sextortion" }], 43, "LOW"],
    ["sextortion, 60", [{ abuse: "sextortion", confidenceLevel: 60 }], 51, "HIGH"],
    ["exactly 50", [{ abuse: "sanction" }], 50, "HIGH"],
    ["49", [{ abuse: "sanction", confidenceLevel: 49 }], 49, "LOW"],
    ["the higher of two", [{}, { abuse: "scam", confidenceLevel: 70 }], 53, "HIGH"],
    ["sanctions, unknown", [{ isSanctionsConcept: true, confidenceLevel: 5 }], 100, "HIGH"],
    [
      "sanctions, under the floor",
      [{ isSanctionsConcept: true, confidenceLevel: 4 }],
      null,
      "UNTAGGED",
    ],
    ["at the floor", [{ confidenceLevel: 5 }], 1, "LOW"],
  ];
  for (const [why, tags, score, classification] of cases) {
    await t.step(why, () => {
      const judged = judge(...tags);
      assert.deepEqual([judged.score, judged.classification], [score, classification]);
    });
  }
});

Deno.test("judgeTags() excludes a tag by a newer one of its own pack alone", async (t) => {
  const old = { lastmod: "2024-03-01", label: "old" };
  const cases: readonly [why: string, other: Partial<CorpusTag>, isExcluded: boolean][] = [
    ["newer", { lastmod: "2024-03-02" }, true],
    ["of that day", { lastmod: "2024-03-01" }, false],
    ["an instant of that day", { lastmod: "2024-03-01T10:00:00Z" }, false],
    ["without a date", { lastmod: null }, false],
    ["newer, of another pack", { lastmod: "2025-01-01", packFile: "other.yaml" }, false],
    ["newer, under the floor", { lastmod: "2025-01-01", confidenceLevel: 4 }, false],
  ];
  for (const [why, other, isExcluded] of cases) {
    await t.step(why, () => {
      const superseded = judge(old, other).excludedTags.filter(({ exclusionReason }) =>
        exclusionReason === "superseded"
      );
      assert.deepEqual(superseded.map(({ label }) => label), isExcluded ? ["old"] : []);
    });
  }
});

/** Random tags, by a seed. */
function anyTags(seed: number): readonly CorpusTag[] {
  const random = seededRandom(seed);
  const below = (count: number) => random.bytes(1)[0]! % count;
  const words = [null, ...Object.keys(weights.weights), "strange"];
  return Array.from({ length: below(6) }, () =>
    corpusTag({
      category: words[below(words.length)] ?? null,
      abuse: words[below(words.length)] ?? null,
      concepts: [],
      confidenceLevel: below(101),
      isSanctionsConcept: below(12) === 0,
      packFile: `${below(2)}.yaml`,
      lastmod: [null, "2024-01-01", "2025-01-01"][below(3)] ?? null,
    }));
}

Deno.test("judgeTags() supersedes no tag by one of another key of the address", () => {
  const [older, newer] = [
    corpusTag({ lastmod: "2020-01-01" }),
    corpusTag({ lastmod: "2021-01-01" }),
  ];
  assert.equal(judgeTags(weights, [older, newer]).excludedTags.length, 1);
  assert.deepEqual(judgeTags(weights, [older], [newer]).excludedTags, []);
});

Deno.test("whatever the tags: each is matched or excluded, and the score follows the matched", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const tags = anyTags(seed);
    const { score, classification, matchedTags, excludedTags } = judgeTags(weights, tags);
    assert.equal(matchedTags.length + excludedTags.length, tags.length);
    for (const tag of [...matchedTags, ...excludedTags]) {
      const { categoryWeight: weight, confidenceLevel, contributionScore } = tag;
      assert.equal(contributionScore, Math.round(weight * confidenceLevel / 100));
    }
    const contributions = matchedTags.map((tag) => tag.contributionScore);
    assert.deepEqual(contributions, contributions.toSorted((a, b) => b - a));
    const expected = matchedTags.length === 0
      ? null
      : matchedTags.some((tag) => tag.isSanctionsConcept)
      ? 100
      : Math.max(...contributions);
    assert.equal(score, expected);
    assert.equal(classification, score === null ? "UNTAGGED" : score < 50 ? "LOW" : "HIGH");
  }
});

Deno.test("a further tag of another pack never lowers a score", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const tags = anyTags(seed);
    const further = corpusTag({ packFile: "further.yaml", confidenceLevel: seed % 101 });
    const before = judgeTags(weights, tags).score ?? 0;
    assert((judgeTags(weights, [...tags, further]).score ?? 0) >= before);
  }
});

Deno.test("no concept weighs less than its broader one", async () => {
  const file = async (name: string) => ({
    name,
    bytes: await Deno.readFile(`${excerpts}taxonomy/${name}`),
  });
  const taxonomy = readTaxonomy({
    concepts: await file("concepts.yaml"),
    confidences: await file("confidence.csv"),
    actors: [],
  }, listFileBounds);
  assert(taxonomy.ok);
  const { concepts } = taxonomy.value;
  for (const [concept, broader] of concepts) {
    if (broader === null || !Object.hasOwn(weights.weights, concept)) continue;
    const of = (word: string) =>
      categoryWeight(weights, {
        category: word,
        abuse: null,
        concepts: [],
        isSanctionsConcept: false,
      });
    if (!Object.hasOwn(weights.weights, broader)) continue;
    assert(of(concept) >= of(broader), `${concept} weighs less than ${broader}`);
  }
});

Deno.test("the hash of the weights is that of their canonical form, and changes with any number", async () => {
  const { riskWeightsHash } = await pinRiskWeights(weights);
  const shuffled = RiskWeights.parse(Object.fromEntries(Object.entries(json).toReversed()));
  assert.equal((await pinRiskWeights(shuffled)).riskWeightsHash, riskWeightsHash);
  const other = { ...weights, confidenceFloor: weights.confidenceFloor + 1 };
  assert.notEqual((await pinRiskWeights(other)).riskWeightsHash, riskWeightsHash);
  const weak = { ...json, weights: { ...json.weights, sanction: 99 } };
  assert(!RiskWeights.safeParse(weak).success);
});
