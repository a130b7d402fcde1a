/** `deno task match`: asks the matching core from the terminal. */

import { countryCode } from "../core/country/country.ts";
import { basisOf } from "../core/screening/basis.ts";
import { type NameScreening, screenName } from "../core/screening/screen_name.ts";
import { type Engine, loadSandboxList, openEngine } from "../engine.ts";
import { type MatchCommand, parseMatchCommand } from "./match/arguments.ts";
import { MATCH_HELP } from "./match/help.ts";
import { describeSnapshot, openPublishedLists } from "./match/open_lists.ts";
import { scorePairs } from "./match/pairs.ts";
import { renderScreening } from "./match/screening_report.ts";

/** What the commands run on. */
export interface MatchTools {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  /** `AVAL_LISTS`, or undefined when it is unset. */
  readonly lists: string | undefined;
}

/**
 * Runs one command.
 *
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage
 */
export async function match(args: readonly string[], tools: MatchTools): Promise<number> {
  const command = parseMatchCommand(args);
  if (!command.ok) return misused(tools, command.refusal.message);
  switch (command.value.kind) {
    case "help":
      tools.out(MATCH_HELP);
      return 0;
    case "query":
      return await query(command.value, tools);
    case "pairs":
      return await pairs(command.value, tools);
    default:
      return command.value satisfies never;
  }
}

async function query(
  { json, ...asked }: Extract<MatchCommand, { kind: "query" }>,
  tools: MatchTools,
): Promise<number> {
  const engine = await openEngine();
  const { matcher } = engine;
  const opened = await openPublishedLists(tools.lists, matcher);
  if (!opened.ok) return fail(tools, opened.refusal.message);
  const published = opened.value;
  const snapshot = published ?? loadSandboxList(matcher);
  tools.err(
    published === null
      ? "AVAL_LISTS is unset: the synthetic list of the sandbox answers\n"
      : `${describeSnapshot(snapshot)} answers\n`,
  );
  if (asked.nationality !== null && countryCode(asked.nationality) === null) {
    tools.err("--nationality is no country that is known: it counts for nothing\n");
  }
  const screening = screenName({ ...engine, snapshot }, asked);
  if (screening.found.queryTokens === 0) {
    return misused(tools, "NAME has no letter or digit that could be compared");
  }
  const snapshotIds = published === null ? [] : [snapshot.id];
  tools.out(
    json
      ? `${JSON.stringify(answerOf(screening, snapshotIds, engine), null, 2)}\n`
      : renderScreening(screening),
  );
  return 0;
}

/** The members of the service's answer that a name alone makes. */
function answerOf(
  { classification, candidates, found }: NameScreening,
  listSnapshotIds: readonly string[],
  engine: Engine,
) {
  const meta = basisOf(engine, { found, listSnapshotIds, checksRun: ["name"] });
  return { classification, candidates, meta };
}

async function pairs(
  { file }: Extract<MatchCommand, { kind: "pairs" }>,
  tools: MatchTools,
): Promise<number> {
  const place = file === "-" ? "standard input" : file;
  try {
    const input = file === "-" ? tools.input : (await Deno.open(file)).readable;
    const { matcher } = await openEngine();
    const scored = await scorePairs(input, { matcher, out: tools.out });
    return scored.ok ? 0 : fail(tools, `${place}: ${scored.refusal.message}`);
  } catch (thrown) {
    return fail(tools, `${place}: ${thrown instanceof Error ? thrown.message : "cannot be read"}`);
  }
}

function misused({ err }: MatchTools, message: string): number {
  err(`match: ${message}. See match --help.\n`);
  return 2;
}

function fail({ err }: MatchTools, message: string): number {
  err(`match: ${message}\n`);
  return 1;
}

if (import.meta.main) {
  const write = (to: { writeSync(bytes: Uint8Array): number }) => (text: string) => {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) written += to.writeSync(bytes.subarray(written));
  };
  Deno.exitCode = await match(Deno.args, {
    out: write(Deno.stdout),
    err: write(Deno.stderr),
    input: Deno.stdin.readable,
    lists: Deno.env.get("AVAL_LISTS"),
  });
}
