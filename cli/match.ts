/** `deno task match`: asks the matching core from the terminal. */

import "../base/temporal.ts";
import type { Clock } from "../base/clock.ts";
import { ok } from "../base/result.ts";
import { isToCome } from "../core/screening/birth_date.ts";
import { basisOf } from "../core/screening/basis.ts";
import { type NameScreening, nationalitiesOf, screenName } from "../core/screening/screen_name.ts";
import { loadSandboxList } from "../service/screening/lists_in_force.ts";
import { type Engine, openEngine } from "../service/screening/matching.ts";
import { readServersPolicy } from "./admin/servers_policy.ts";
import { type Command, type Done, failed, runCommand, usage } from "./command/command.ts";
import { type MatchCommand, parseMatchCommand } from "./match/arguments.ts";
import { matchHelp } from "./match/help.ts";
import { scorePairs } from "./match/pairs.ts";
import { renderScreening } from "./match/screening_report.ts";
import { renderWhyNot } from "./match/why_not.ts";
import { describeSnapshot, openPublishedLists } from "./lists/open_lists.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";
import { readEnvironment } from "../service/config/environment.ts";

/** The dependencies of the commands. */
export interface MatchTools extends Terminal {
  readonly clock: Clock;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  /** `AVAL_LISTS`, or undefined when it is unset. */
  readonly lists: string | undefined;
  /** `AVAL_POLICY`, or undefined when it is unset. */
  readonly policy: string | undefined;
  /** Whether `AVAL_MODE` says `live`: then no invented list answers. */
  readonly live: boolean;
}

/** Runs one command. @returns the exit status */
export async function match(args: readonly string[], tools: MatchTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<MatchCommand, MatchTools> = {
  name: "match",
  help: matchHelp,
  parse: parseMatchCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "query":
        return await query(asked, tools);
      case "pairs":
        return await pairs(asked, tools);
      default:
        return asked satisfies never;
    }
  },
};

async function query(
  { json, whyNot, ...asked }: Extract<MatchCommand, { kind: "query" }>,
  tools: MatchTools,
): Promise<Done> {
  if (asked.dob !== null && isToCome(asked.dob, tools.clock.now())) {
    return usage("--dob: lies in the future");
  }
  const policy = await readServersPolicy({ AVAL_POLICY: tools.policy });
  if (!policy.ok) return policy;
  const engine = await openEngine(policy.value.screening);
  const { matcher } = engine;
  const opened = await openPublishedLists(tools.lists, matcher);
  if (!opened.ok) return opened;
  const published = opened.value;
  if (published === null && tools.live) return failed("AVAL_LISTS: live needs a list snapshot");
  const snapshot = published ?? loadSandboxList(matcher);
  tools.err(
    published === null
      ? "AVAL_LISTS is unset: the synthetic list of the sandbox answers\n"
      : `${describeSnapshot(snapshot)} answers\n`,
  );
  const screening = screenName({ ...engine, snapshot }, asked);
  if (screening.nationalityUnrecognized) {
    tools.err("--nationality is no country that is known: it counts for nothing\n");
  }
  if (screening.found.queryTokens === 0) {
    return usage("NAME has no letter or digit that could be compared");
  }
  if (whyNot !== null) {
    const { name, dob } = asked;
    const nationalities = nationalitiesOf(asked.nationality);
    const examined = matcher.examine(
      snapshot,
      { name, dob, nationalities, addresses: [] },
      whyNot,
    );
    if (examined.length === 0) return usage("--why-not: no entry of these lists has it");
    tools.out(renderWhyNot(engine, screening, examined));
    return ok(null);
  }
  const snapshotIds = published === null ? [] : [snapshot.id];
  tools.out(
    json
      ? `${JSON.stringify(answerOf(screening, snapshotIds, engine), null, 2)}\n`
      : renderScreening(screening),
  );
  return ok(null);
}

/** The members of the service's answer that a name alone makes. */
function answerOf(
  screening: NameScreening,
  listSnapshotIds: readonly string[],
  engine: Engine,
) {
  const { classification, candidates } = screening;
  const meta = basisOf(engine, { screening, listSnapshotIds, checksRun: ["name"] });
  return { classification, candidates, meta };
}

async function pairs(
  { file }: Extract<MatchCommand, { kind: "pairs" }>,
  tools: MatchTools,
): Promise<Done> {
  const place = file === "-" ? "standard input" : file;
  try {
    const input = file === "-" ? tools.input : (await Deno.open(file)).readable;
    const { matcher } = await openEngine();
    const scored = await scorePairs(input, { matcher, out: tools.out });
    return scored.ok ? scored : failed(`${place}: ${scored.refusal.message}`);
  } catch (thrown) {
    return failed(`${place}: ${thrown instanceof Error ? thrown.message : "cannot be read"}`);
  }
}

if (import.meta.main) {
  const environment = readEnvironment();
  Deno.exitCode = await match(Deno.args, {
    ...processTerminal,
    clock: { now: () => Temporal.Now.instant() },
    input: Deno.stdin.readable,
    lists: environment["AVAL_LISTS"],
    policy: environment["AVAL_POLICY"],
    live: environment["AVAL_MODE"] === "live",
  });
}
