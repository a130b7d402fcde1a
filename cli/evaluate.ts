/** `deno task evaluate`: the quality table on labelled data. */

import type { z } from "zod";
import { comparePairs } from "../core/evaluation/compare_pairs.ts";
import { caseErrors, pairErrors, renderErrors } from "../core/evaluation/errors.ts";
import { evaluatePairs } from "../core/evaluation/evaluate_pairs.ts";
import { evaluateQueries } from "../core/evaluation/evaluate_queries.ts";
import { evaluationPolicy } from "../core/evaluation/policy.ts";
import { renderEvaluation } from "../core/evaluation/report.ts";
import { LabelledPair, QueryCase } from "../core/evaluation/schema.ts";
import { tallyListed, tallyStrangers } from "../core/evaluation/tally.ts";
import { ok } from "../core/result.ts";
import { screenName } from "../core/screening/screen_name.ts";
import { openEngine } from "../engine.ts";
import { type Command, type Done, failed, runCommand } from "./command.ts";
import { type EvaluateCommand, parseEvaluateCommand } from "./evaluate/arguments.ts";
import { buildEvaluationLists } from "./evaluate/evaluation_lists.ts";
import { evaluateHelp } from "./evaluate/help.ts";
import { openPublishedLists } from "./open_lists.ts";
import { readJsonLines } from "./read_lines.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** What the evaluation runs on. */
export interface EvaluationTools extends Terminal {
  /** `AVAL_LISTS`, or undefined when it is unset. */
  readonly lists: string | undefined;
}

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
        return failed("Fitting follows in a later version; edit gates.json and weights.json");
      case "evaluate":
        return await judge(asked, tools);
      default:
        return asked satisfies never;
    }
  },
};

async function judge(
  { folder, errors }: Extract<EvaluateCommand, { kind: "evaluate" }>,
  tools: EvaluationTools,
): Promise<Done> {
  const pairs = await readLabelled(`${folder}/pairs-dev.jsonl`, LabelledPair);
  if (!pairs.ok) return pairs;
  const cases = await readLabelled(`${folder}/query_cases-dev.jsonl`, QueryCase);
  if (!cases.ok) return cases;
  const { matcher, rules } = await openEngine();
  const published = await openPublishedLists(tools.lists, matcher);
  if (!published.ok) return published;
  const opened = published.value === null
    ? await buildEvaluationLists(`${folder}/..`, matcher)
    : ok(published.value);
  if (!opened.ok) return opened;
  const snapshot = opened.value;
  const scores = comparePairs(matcher, pairs.value);
  const { possibleAt, gateSet } = rules.gates;
  const outcomes = evaluateQueries(
    cases.value,
    snapshot.lists.map(({ source }) => source),
    (asked) => screenName({ matcher, rules, snapshot }, asked),
  );
  tools.out(renderEvaluation({
    engineVersion: matcher.engineVersion,
    weightSet: rules.weightSet,
    gateSet,
    possibleAt,
    folds: evaluationPolicy.folds,
    precisionLeast: evaluationPolicy.precisionLeast,
    snapshotId: snapshot.id,
    lists: snapshot.lists,
    slices: evaluatePairs({
      pairs: pairs.value,
      scores,
      gate: possibleAt,
      policy: evaluationPolicy,
    }),
    listed: tallyListed(outcomes),
    strangers: tallyStrangers(outcomes),
  }));
  if (errors) {
    tools.out(
      `\n${
        renderErrors([...pairErrors(pairs.value, scores, possibleAt), ...caseErrors(outcomes)])
      }`,
    );
  }
  return ok(null);
}

async function readLabelled<Value>(path: string, schema: z.ZodType<Value>) {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return failed(`${path}: no such file, or no access; say where the labelled data is`);
  }
  const values: Value[] = [];
  for await (const read of readJsonLines(schema, file.readable)) {
    if (!read.ok) return failed(`${path}: ${read.refusal.message}`);
    values.push(read.value);
  }
  return values.length === 0 ? failed(`${path}: holds nothing`) : ok(values);
}

if (import.meta.main) {
  Deno.exitCode = await evaluate(Deno.args, {
    ...processTerminal,
    lists: Deno.env.get("AVAL_LISTS"),
  });
}
