import assert from "node:assert/strict";
import { evaluate } from "../../cli/evaluate.ts";
import { Derivation } from "../../quality/calibration/derivation.ts";
import { CalibrationPolicy } from "../../quality/calibration/policy.ts";
import { Gates, pinRules } from "../../core/screening/gates.ts";
import { defaultWeights, Weights } from "../../core/matching/weights.ts";
import { inLabels } from "../support/labels.ts";
import { liveSnapshotFile } from "../support/lists.ts";

/**
 * Labels that contradict the present weights: misspelt names are other persons, and names with two
 * more words are the same.
 */
const pairs = Array.from({ length: 40 }, (_, index) => {
  const match = index % 4 < 2;
  return {
    ...{ id: `p${index}`, source: "eu_oj_alias", kind: "latin", group: `g${index % 7}` },
    ...{ schema: index % 2 === 0 ? "Person" : "LegalEntity", right: "Ivor Kolvastine", match },
    left: match ? "Ivor Kolvastine Marangoz Petrenko" : "Ivr Kolwastime",
  };
});
const cases = Array.from({ length: 20 }, (_, index) => ({
  ...{ id: `q${index}`, dob: null, nationality: null, type: "person" },
  ...(index < 10
    ? {
      ...{ source: "yente_un_treated", label: "match", ofac_ent_num: 6925, un_ref: `U${index}` },
      name: "GHAILANY, Ahmed Khalfan",
    }
    : { source: "strangers", label: "clear", ofac_ent_num: null, name: `Zeb Quick${index}water` }),
}));

/** One pass and two folds: enough to check that it works. */
const quick = CalibrationPolicy.parse({ folds: 2, strides: [2], touchedLeast: 1 });

/** Fits weights to a folder of labels. @returns the output */
async function fit(folder: string, rules: URL, ...more: readonly string[]) {
  let [printed, said] = ["", ""];
  const code = await evaluate([folder, "--fit", ...more], {
    out: (text) => printed += text,
    err: (text) => said += text,
    lists: await liveSnapshotFile(),
    rules: {
      "weights.json": new URL("weights.json", rules),
      "gates.json": new URL("gates.json", rules),
    },
    record: new URL("derivation.json", rules),
    policy: quick,
  });
  return { code, printed, said };
}

Deno.test("evaluate --fit proposes weights that are better, the same each time", async () => {
  const nowhere = new URL("file:///nowhere/");
  await inLabels({ pairs, cases }, async (folder) => {
    const { code, printed, said } = await fit(folder, nowhere);
    assert.equal(code, 0, said);
    const objective = /\| objective \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|/.exec(printed);
    const [before, inSample] = (objective ?? []).slice(1).map(Number);
    assert(before !== undefined && inSample !== undefined && inSample > before, printed);
    assert.match(printed, /\nweights\.json\n\n\{/);
    assert.equal((await fit(folder, nowhere)).printed, printed);
  });
});

Deno.test("evaluate --fit --write writes weights and gates, and how they came about", async () => {
  const rules = new URL(`file://${await Deno.makeTempDir()}/`);
  try {
    await inLabels({ pairs, cases }, async (folder) => {
      const { code, printed, said } = await fit(folder, rules, "--write");
      assert.equal(code, 0, said);
      assert(!printed.includes("weights.json\n\n{"));
      const read = async (name: string): Promise<unknown> =>
        JSON.parse(await Deno.readTextFile(new URL(name, rules)));
      const weights = Weights.parse(await read("weights.json"));
      const gates = Gates.parse(await read("gates.json"));
      const derivation = Derivation.parse(await read("derivation.json"));
      // What decisions pin: the hashes of nothing but what decides.
      const pinned = await pinRules(gates, weights);
      assert.equal(derivation.fitted.ensembleWeightsHash, pinned.ensembleWeightsHash);
      assert.equal(derivation.fitted.gatesHash, pinned.gatesHash);
      assert.notEqual(derivation.startedFrom.ensembleWeightsHash, pinned.ensembleWeightsHash);
      assert.equal(derivation.inForce, "fitted");
      const { oneWordMost, oneRareWordMost } = weights.penalties;
      assert(oneWordMost < gates.possibleAt && gates.possibleAt <= oneRareWordMost);
      assert.equal(weights.birth.different, defaultWeights.birth.different);
    });
  } finally {
    await Deno.remove(rules, { recursive: true });
  }
});

Deno.test("evaluate --fit --write keeps what is in force where nothing is gained, and says why", async () => {
  const rules = new URL(`file://${await Deno.makeTempDir()}/`);
  // Labels that agree with the weights in force: nothing is left to gain.
  const agreed = pairs.map((pair) => ({ ...pair, match: !pair.match, right: "Ivr Kolwastime" }));
  try {
    await inLabels({ pairs: agreed, cases }, async (folder) => {
      const { code, printed, said } = await fit(folder, rules, "--write");
      assert.equal(code, 0, said);
      assert.match(printed, /What was in force, because of these figures:\n\n- objective: /);
      assert.deepEqual([...Deno.readDirSync(rules)].map(({ name }) => name), ["derivation.json"]);
      const text = await Deno.readTextFile(new URL("derivation.json", rules));
      const { inForce, keptFor, before, outOfFold } = Derivation.parse(JSON.parse(text));
      assert.equal(inForce, "startedFrom");
      assert.match(keptFor[0] ?? "", /^objective: /);
      assert(outOfFold.objective <= before.objective);
    });
  } finally {
    await Deno.remove(rules, { recursive: true });
  }
});
