/**
 * Our scores compared with those of nomenklatura and rapidfuzz, in one run: `deno task bench peers
 * [DIR]`, with the labelled data in DIR (default `../shared/data/labelled`). The peers are Python
 * packages of pinned versions in a cache. The same code judges the quality of all, on the folds of
 * the shared scorer; times are CPU times of one core.
 */

import { z } from "zod";
import { readLabels } from "../../cli/evaluate/labels.ts";
import { comparePairs } from "../../quality/evaluation/compare_pairs.ts";
import { evaluatePairs } from "../../quality/evaluation/evaluate_pairs.ts";
import { table } from "../../quality/evaluation/markdown.ts";
import { evaluationPolicy } from "../../quality/evaluation/policy.ts";
import type { LabelledPair } from "../../quality/evaluation/schema.ts";
import { openEngine } from "../../service/screening/matching.ts";
import { ownCpuMicros } from "./peers/own_cpu.ts";
import { peersPython, runPeers } from "./peers/python.ts";
import { compareQueries } from "./peers/queries.ts";
import { readPlaces } from "../support/options.ts";

const Scores = z.object({
  name: z.string(),
  cpuMicros: z.number(),
  scores: z.array(z.number()),
});
type Scores = z.infer<typeof Scores>;

const slices = ["persons", "eu_persons_latin", "eu_persons_xscript", "nk_bench", "orgs", "ALL"];

const [given] = readPlaces("bench peers", ["FOLDER"]);
const folder = given ?? "../shared/data/labelled";
if (given === undefined && !await Deno.stat(folder).then(() => true, () => false)) {
  console.error(`LEFT OUT: no ${folder} to compare on; name a folder of labelled names`);
  Deno.exit(0);
}
const labels = await readLabels(folder);
if (!labels.ok) throw new Error(labels.refusal.message);
const { pairs, cases } = labels.value;
const { matcher } = await openEngine();
const python = await peersPython();

const peers = z.array(Scores).parse(
  await runPeers(python, "score_pairs.py", `${folder}/pairs-dev.jsonl`),
);
console.log("F1 at the cross-validated threshold / average precision / recall at precision .95\n");
const rows = [...peers, scoredByOurs()].map((scored) => row(pairs, scored));
console.log(table(["", "CPU µs a pair", ...slices], rows).join("\n"));
console.log();
console.log((await compareQueries(matcher, { python, cases, folder: `${folder}/..` })).join("\n"));

function scoredByOurs(): Scores {
  const cpuMicros = ownCpuMicros(() => comparePairs(matcher, pairs)) / pairs.length;
  return { name: "ours, in the module", cpuMicros, scores: [...comparePairs(matcher, pairs)] };
}

function row(
  labelled: readonly LabelledPair[],
  { name, cpuMicros, scores }: Scores,
): readonly string[] {
  const judged = evaluatePairs({ pairs: labelled, scores, gate: 0, policy: evaluationPolicy });
  const cells = slices.map((slice) => {
    const of = judged.find((one) => one.slice === slice);
    if (of === undefined) throw new Error(`no slice ${slice}`);
    const { crossValidated, averagePrecision, recallAtPrecision } = of;
    return [crossValidated.f1, averagePrecision, recallAtPrecision]
      .map((value) => value.toFixed(3).replace(/^0/, "")).join(" / ");
  });
  return [name, cpuMicros.toFixed(1), ...cells];
}
