/** `deno task evaluate`: the quality table on labelled data, and weights derived from it. */

import { calibrationPolicy } from "../quality/calibration/policy.ts";
import { caseErrors, pairErrors, renderErrors } from "../quality/evaluation/errors.ts";
import { figuresOf } from "../quality/evaluation/figures.ts";
import { measure } from "../quality/evaluation/measure.ts";
import { gateCosts, renderGateCosts } from "../quality/evaluation/gate_costs.ts";
import { renderEvaluation } from "../quality/evaluation/report.ts";
import { renderFamilies, renderFamilyErrors } from "../quality/perturbations/report.ts";
import type { NamedListRead } from "../sources/lists/read_lists.ts";
import type { SnapshotHandle } from "../core/matching/ports.ts";
import { ok, type Result } from "../base/result.ts";
import { type Engine, openEngine } from "../service/screening/matching.ts";
import { type Command, type CommandRefusal, type Done, runCommand } from "./command/command.ts";
import { type EvaluateCommand, parseEvaluateCommand } from "./evaluate/arguments.ts";
import { readEvaluationLists, snapshotOf } from "./evaluate/evaluation_lists.ts";
import { judgeFamilies } from "./evaluate/families.ts";
import { fit, type FitTools } from "./evaluate/fit.ts";
import { evaluateHelp } from "./evaluate/help.ts";
import { readLabels, readStrangers } from "./evaluate/labels.ts";
import { openPublishedLists } from "./lists/open_lists.ts";
import { processTerminal } from "./command/terminal.ts";
import { readEnvironment } from "../service/config/environment.ts";

/** The dependencies of the evaluation. */
export type EvaluationTools = FitTools;

/** Runs the evaluation. @returns the exit status */
export async function evaluate(args: readonly string[], tools: EvaluationTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<EvaluateCommand, EvaluationTools> = {
  name: "evaluate",
  help: evaluateHelp,
  parse: parseEvaluateCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "fit":
        return await fit(asked, tools);
      case "evaluate":
        return await judge(asked, tools);
      default:
        return asked satisfies never;
    }
  },
};

async function judge(
  { folder, errors, json }: Extract<EvaluateCommand, { kind: "evaluate" }>,
  tools: EvaluationTools,
): Promise<Done> {
  const labels = await readLabels(folder);
  if (!labels.ok) return labels;
  const engine = await openEngine();
  const opened = await openLists(folder, tools, engine);
  if (!opened.ok) return opened;
  const { snapshot, lists } = opened.value;
  const measured = measure({ ...engine, ...labels.value, snapshot });
  const { evaluation, scores, outcomes } = measured;
  const judged = lists === null
    ? ok(null)
    : await judgeFamilies({ folder, lists, cases: labels.value.cases }, engine);
  if (!judged.ok) return judged;
  const families = judged.value;
  if (json) {
    tools.out(`${JSON.stringify(figuresOf(evaluation, families), null, 2)}\n`);
    return ok(null);
  }
  tools.out(renderEvaluation(evaluation));
  const strangers = await readStrangers(folder);
  if (!strangers.ok) return strangers;
  const { pairs, cases } = labels.value;
  const asked = [...cases, ...strangers.value ?? []];
  const costs = gateCosts({ ...engine, snapshot }, { cases: asked, pairs, scores });
  tools.out(`\n${renderGateCosts(costs)}`);
  tools.out(families === null ? familiesLeftOut : `\n${renderFamilies(families)}`);
  if (errors) {
    const wrong = pairErrors(labels.value.pairs, scores, evaluation.possibleAt);
    tools.out(`\n${renderErrors([...wrong, ...caseErrors(outcomes)])}`);
    if (families !== null) tools.out(`\n${renderFamilyErrors(families)}`);
  }
  return ok(null);
}

/** Message for a snapshot, which contains no separate parts of names to perturb. */
const familiesLeftOut = "\nLEFT OUT: families of spellings, which need the lists beside DIR\n";

/** A snapshot, with its source lists if available. */
interface OpenedLists {
  readonly snapshot: SnapshotHandle;
  readonly lists: readonly NamedListRead[] | null;
}

/** Opens the lists that `AVAL_LISTS` names, or those next to the labels. */
async function openLists(
  folder: string,
  { lists }: EvaluationTools,
  { matcher }: Engine,
): Promise<Result<OpenedLists, CommandRefusal>> {
  const published = await openPublishedLists(lists, matcher);
  if (!published.ok) return published;
  if (published.value !== null) return ok({ snapshot: published.value, lists: null });
  const read = await readEvaluationLists(`${folder}/..`);
  return read.ok ? ok({ snapshot: matcher.load(snapshotOf(read.value)), lists: read.value }) : read;
}

if (import.meta.main) {
  Deno.exitCode = await evaluate(Deno.args, {
    ...processTerminal,
    lists: readEnvironment()["AVAL_LISTS"],
    rules: {
      "weights.json": new URL("../core/matching/weights.json", import.meta.url),
      "gates.json": new URL("../core/screening/gates.json", import.meta.url),
    },
    record: new URL("../docs/derivation.json", import.meta.url),
    policy: calibrationPolicy,
  });
}
