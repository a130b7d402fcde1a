import type { Clock } from "../../base/clock.ts";
import { ok } from "../../base/result.ts";
import { isToCome } from "../../core/screening/birth_date.ts";
import { basisOf } from "../../core/screening/basis.ts";
import {
  type NameScreening,
  nationalitiesOf,
  screenName,
} from "../../core/screening/screen_name.ts";
import { loadSandboxList } from "../../service/screening/lists_in_force.ts";
import { type Engine, openEngine } from "../../service/screening/matching.ts";
import { readServersPolicy } from "../admin/command/servers_policy.ts";
import { type Done, failed, usage } from "../command/command.ts";
import { scorePairs } from "./pairs.ts";
import { renderScreening } from "./screening_report.ts";
import { renderWhyNot } from "./why_not.ts";
import { describeSnapshot, openPublishedLists } from "../lists/open_lists.ts";
import type { Terminal } from "../command/terminal.ts";

/** The dependencies of the commands. */
export interface MatchTools extends Terminal {
  readonly clock: Clock;
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
  /** `AVAL_LISTS`; undefined when unset. */
  readonly lists: string | undefined;
  /** `AVAL_POLICY`; undefined when unset. */
  readonly policy: string | undefined;
  /** Whether `AVAL_MODE` is `live`, in which case the invented list is not used. */
  readonly live: boolean;
}

/** The arguments of `query`. */
export interface Query {
  readonly name: string;
  /** `1969`, `1969-07` or `1969-07-16`. */
  readonly dob: string | null;
  readonly nationality: string | null;
  readonly json: boolean;
  /** The identifier of an entry whose exclusion to explain; null for none. */
  readonly whyNot: string | null;
}

/** Screens one name like the service, and shows the reasons. */
export async function query(
  { json, whyNot, ...asked }: Query,
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
    tools.err("--nationality is not a known country and is ignored\n");
  }
  if (screening.found.queryTokens === 0) {
    return usage("NAME has no letter or digit that could be compared");
  }
  if (whyNot !== null) {
    const { name, dob } = asked;
    const nationalities = nationalitiesOf(asked.nationality === null ? [] : [asked.nationality]);
    const examined = matcher.examine(
      snapshot,
      { name, dob, nationalities, addresses: [] },
      whyNot,
    );
    if (examined.length === 0) {
      return usage("--why-not: no entry of these lists has this identifier");
    }
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

/** The members of the service's answer that depend only on a name. */
function answerOf(
  screening: NameScreening,
  listSnapshotIds: readonly string[],
  engine: Engine,
) {
  const { classification, candidates } = screening;
  const meta = basisOf(engine, { screening, listSnapshotIds, checksRun: ["name"] });
  return { classification, candidates, meta };
}

/** Scores pairs of names outside any list; `-` is standard input. */
export async function pairs(
  { file }: { readonly file: string },
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
