import { createHash } from "node:crypto";
import { reasonsToKeep } from "../../quality/calibration/adopt.ts";
import { calibrate } from "../../quality/calibration/calibrate.ts";
import { derivationOf } from "../../quality/calibration/derivation.ts";
import type { Found } from "../../quality/calibration/descend.ts";
import type { CalibrationPolicy } from "../../quality/calibration/policy.ts";
import { renderCalibration } from "../../quality/calibration/report.ts";
import { ok } from "../../base/result.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openEngine } from "../../service/screening/matching.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import type { Done } from "../command/command.ts";
import { readPublishedLists } from "../lists/open_lists.ts";
import type { Terminal } from "../command/terminal.ts";
import { buildEvaluationLists } from "./evaluation_lists.ts";
import { fitInParallel } from "./fit_in_parallel.ts";
import { casesFile, pairsFile, readLabels } from "./labels.ts";

/** The dependencies of a fit. */
export interface FitTools extends Terminal {
  /** `AVAL_LISTS`; undefined when unset. */
  readonly lists: string | undefined;
  /** Where `--write` puts the two rule files. */
  readonly rules: Readonly<Record<"weights.json" | "gates.json", URL>>;
  /** The file in which `--write` records the quality of a fit. */
  readonly record: URL;
  readonly policy: CalibrationPolicy;
}

/**
 * Derives weights and gates from the labels of a folder and prints them with their quality. On
 * request records that, and puts them in force unless a check fails.
 */
export async function fit(
  { folder, write }: { readonly folder: string; readonly write: boolean },
  tools: FitTools,
): Promise<Done> {
  const labels = await readLabels(folder);
  if (!labels.ok) return labels;
  const { matcher, rules: { gates } } = await openEngine();
  const published = await readPublishedLists(tools.lists, matcher);
  if (!published.ok) return published;
  const lists = published.value === null
    ? await buildEvaluationLists(`${folder}/..`)
    : ok(published.value);
  if (!lists.ok) return lists;
  const from = { ...labels.value, weights: defaultWeights, gates, policy: tools.policy };
  const jobs = tools.policy.folds + 1;
  let done = 0;
  const onFound = (index: number, { tried, worth }: Found) =>
    tools.err(
      `${++done} of ${jobs}: ${index === 0 ? "all labels" : `all but fold ${index}`}, ` +
        `${tried} weight sets tried, objective ${worth.toFixed(4)}\n`,
    );
  const fitted = await calibrate(
    { ...from, lists: lists.value },
    openMatcher,
    (trainings) => fitInParallel(trainings, onFound),
  );
  const keptFor = reasonsToKeep(fitted, tools.policy);
  tools.out(renderCalibration(from, fitted, keptFor));
  const derivation = await derivationOf({
    engineVersion: matcher.engineVersion,
    labels: await hashesOf(folder),
    listSnapshotId: hashOf(lists.value),
    weights: from.weights,
    gates,
    policy: tools.policy,
    keptFor,
  }, fitted);
  const rules = { "weights.json": fitted.weights, "gates.json": fitted.gates };
  const asText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  if (!write) {
    for (const [name, value] of Object.entries({ ...rules, "derivation.json": derivation })) {
      tools.out(`\n${name}\n\n${asText(value)}`);
    }
    return ok(null);
  }
  await Deno.writeTextFile(tools.record, asText(derivation));
  tools.err(`Written ${tools.record.pathname}\n`);
  if (keptFor.length > 0) return ok(null);
  for (const name of ["weights.json", "gates.json"] as const) {
    await Deno.writeTextFile(tools.rules[name], asText(rules[name]));
    tools.err(`Written ${tools.rules[name].pathname}\n`);
  }
  tools.err("Name weightSet and gateSet anew\n");
  return ok(null);
}

async function hashesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = [pairsFile, casesFile];
  const hashes = files.map(async (name) =>
    [name, hashOf(await Deno.readFile(`${folder}/${name}`))] as const
  );
  return Object.fromEntries(await Promise.all(hashes));
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
