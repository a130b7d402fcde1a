/** `deno task evaluate`: the quality table on labelled data. */

import { parseArgs } from "node:util";
import type { z } from "zod";
import { caseErrors, pairErrors, renderErrors } from "../core/evaluation/errors.ts";
import { evaluatePairs } from "../core/evaluation/evaluate_pairs.ts";
import { evaluateQueries } from "../core/evaluation/evaluate_queries.ts";
import { EVALUATION_POLICY } from "../core/evaluation/policy.ts";
import { renderEvaluation } from "../core/evaluation/report.ts";
import { LabelledPair, QueryCase } from "../core/evaluation/schema.ts";
import { tallyListed, tallyStrangers } from "../core/evaluation/tally.ts";
import { ok, refuse, type Result } from "../core/result.ts";
import { screenName } from "../core/screening/screen_name.ts";
import { openEngine } from "../engine.ts";
import { buildEvaluationLists } from "./evaluate/evaluation_lists.ts";
import { openPublishedLists } from "./match/open_lists.ts";
import { readJsonLines } from "./read_lines.ts";

const HELP = `evaluate: the quality of the matching core on labelled data, as Markdown

  evaluate [DIR] [--errors]

DIR holds pairs-dev.jsonl and query_cases-dev.jsonl (../shared/data/labelled).

Pairs of names are judged slice by slice: precision, recall and F1 at the
thresholds of a ${EVALUATION_POLICY.folds}-fold cross-validation, whose folds are dealt by a fixed seed;
average precision; recall at a precision of ${EVALUATION_POLICY.precisionLeast}; F1 at the gate in use.
Screenings are judged by source: how many listed parties were found, came first
and were confirmed, and how many strangers were flagged, by the name alone and
with date of birth and nationality.

  --errors   names every wrong answer after the table, by its id and the score of
             the pair or of the first candidate, worst first

Variables
  AVAL_LISTS   the list snapshot, FILE or FILE#sha256=HEX; without it one is made
               in memory of ofac-sdn-2023-11 and ofac-sdn-2026-partial beside DIR

Exit status: 0 done, 1 failed, 2 wrong usage
`;

const FOLDER = "../shared/data/labelled";

type Command =
  | { readonly kind: "help" }
  | { readonly kind: "fit" }
  | { readonly kind: "evaluate"; readonly folder: string; readonly errors: boolean };

/** What the evaluation runs on. */
export interface EvaluationTools {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** `AVAL_LISTS`, or undefined when it is unset. */
  readonly lists: string | undefined;
}

/**
 * Runs the evaluation.
 *
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage
 */
export async function evaluate(args: readonly string[], tools: EvaluationTools): Promise<number> {
  const command = parseCommand(args);
  if (!command.ok) {
    tools.err(`evaluate: ${command.refusal.message}. See evaluate --help.\n`);
    return 2;
  }
  switch (command.value.kind) {
    case "help":
      tools.out(HELP);
      return 0;
    case "fit":
      return fail(tools, "Fitting follows in a later version; edit gates.json and weights.json");
    case "evaluate":
      return await run(command.value, tools);
    default:
      return command.value satisfies never;
  }
}

async function run(
  { folder, errors }: Extract<Command, { kind: "evaluate" }>,
  tools: EvaluationTools,
): Promise<number> {
  const pairs = await readLabelled(`${folder}/pairs-dev.jsonl`, LabelledPair);
  if (!pairs.ok) return fail(tools, pairs.refusal.message);
  const cases = await readLabelled(`${folder}/query_cases-dev.jsonl`, QueryCase);
  if (!cases.ok) return fail(tools, cases.refusal.message);
  const { matcher, rules } = await openEngine();
  const published = await openPublishedLists(tools.lists, matcher);
  if (!published.ok) return fail(tools, published.refusal.message);
  const opened = published.value === null
    ? await buildEvaluationLists(`${folder}/..`, matcher)
    : ok(published.value);
  if (!opened.ok) return fail(tools, opened.refusal.message);
  const snapshot = opened.value;
  const scores = matcher.compare(
    pairs.value.map(({ left, right, schema }) => ({ left, right, entityType: schema })),
  );
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
    folds: EVALUATION_POLICY.folds,
    precisionLeast: EVALUATION_POLICY.precisionLeast,
    snapshotId: snapshot.id,
    lists: snapshot.lists,
    slices: evaluatePairs({
      pairs: pairs.value,
      scores,
      gate: possibleAt,
      policy: EVALUATION_POLICY,
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
  return 0;
}

async function readLabelled<Value>(path: string, schema: z.ZodType<Value>) {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch {
    return unreadable(`${path}: no such file, or no access; say where the labelled data is`);
  }
  const values: Value[] = [];
  for await (const read of readJsonLines(schema, file.readable)) {
    if (!read.ok) return unreadable(`${path}: ${read.refusal.message}`);
    values.push(read.value);
  }
  return values.length === 0 ? unreadable(`${path}: holds nothing`) : ok(values);
}

function parseCommand(
  args: readonly string[],
): Result<Command, { readonly code: "usage"; readonly message: string }> {
  if (args.includes("--help") || args.includes("-h")) return ok({ kind: "help" });
  const options = { errors: { type: "boolean" }, fit: { type: "boolean" } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
    });
    const [folder = FOLDER, ...others] = positionals;
    if (others.length > 0) return refuse({ code: "usage", message: "evaluate takes one DIR" });
    if (values.fit === true) return ok({ kind: "fit" });
    return ok({ kind: "evaluate", folder, errors: values.errors === true });
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // parseArgs tells wrong usage by throwing; its first sentence names the argument.
    return refuse({ code: "usage", message: thrown.message.split(". ")[0] ?? "" });
  }
}

function unreadable(message: string) {
  return refuse({ code: "labels_unreadable", message });
}

function fail({ err }: EvaluationTools, message: string): number {
  err(`evaluate: ${message}\n`);
  return 1;
}

if (import.meta.main) {
  const write = (to: { writeSync(bytes: Uint8Array): number }) => (text: string) => {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) written += to.writeSync(bytes.subarray(written));
  };
  Deno.exitCode = await evaluate(Deno.args, {
    out: write(Deno.stdout),
    err: write(Deno.stderr),
    lists: Deno.env.get("AVAL_LISTS"),
  });
}
