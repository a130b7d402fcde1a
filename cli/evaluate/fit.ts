import { createHash } from "node:crypto";
import { calibrate } from "../../core/calibration/calibrate.ts";
import { derivationOf } from "../../core/calibration/derivation.ts";
import type { Found } from "../../core/calibration/descend.ts";
import type { CalibrationPolicy } from "../../core/calibration/policy.ts";
import { renderCalibration } from "../../core/calibration/report.ts";
import { ok } from "../../core/result.ts";
import { defaultWeights } from "../../core/screening/weights.ts";
import { openEngine } from "../../engine.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import type { Done } from "../command.ts";
import { readPublishedLists } from "../open_lists.ts";
import type { Terminal } from "../terminal.ts";
import { buildEvaluationLists } from "./evaluation_lists.ts";
import { fitInParallel } from "./fit_in_parallel.ts";
import { casesFile, pairsFile, readLabels } from "./labels.ts";

/** What a fit runs on. */
export interface FitTools extends Terminal {
  /** `AVAL_LISTS`, or undefined when it is unset. */
  readonly lists: string | undefined;
  /** Folder of `weights.json` and `gates.json`, with a slash at its end. */
  readonly rules: URL;
  readonly policy: CalibrationPolicy;
}

/**
 * Derives weights and gates from the labels of a folder, prints them with what they are worth, and
 * writes them when asked to.
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
  tools.out(renderCalibration(from, fitted));
  const files = {
    "weights.json": fitted.weights,
    "gates.json": fitted.gates,
    "derivation.json": await derivationOf({
      engineVersion: matcher.engineVersion,
      labels: await hashesOf(folder),
      listSnapshotId: hashOf(lists.value),
      weights: defaultWeights,
      policy: tools.policy,
    }, fitted),
  };
  for (const [name, value] of Object.entries(files)) {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    if (write) await Deno.writeTextFile(new URL(name, tools.rules), text);
    else tools.out(`\n${name}\n\n${text}`);
  }
  if (write) tools.err(`Written to ${tools.rules.pathname}: name weightSet and gateSet anew\n`);
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
