import { ok, type Result } from "../../base/result.ts";
import { screenName } from "../../core/screening/screen_name.ts";
import { loadSandboxList } from "../../service/screening/lists_in_force.ts";
import { openEngine } from "../../service/screening/matching.ts";
import { readServersPolicy } from "../admin/command/servers_policy.ts";
import { type CommandRefusal, failed } from "../command/command.ts";
import { describeSnapshot, openPublishedLists } from "../lists/open_lists.ts";
import { entityOf, type Screener } from "./screener.ts";

/** The environment settings for screening without a server. */
export interface HereSettings {
  /** `AVAL_LISTS`; undefined when unset. */
  readonly lists: string | undefined;
  /** `AVAL_POLICY`; undefined when unset. */
  readonly policy: string | undefined;
  /** Whether `AVAL_MODE` is `live`, in which case the invented list is not used. */
  readonly live: boolean;
}

/** Opens a screener in this process, on a local list snapshot. It records nothing. */
export async function screenerHere(
  { lists, policy, live }: HereSettings,
  err: (text: string) => void,
): Promise<Result<Screener, CommandRefusal>> {
  const servers = await readServersPolicy({ AVAL_POLICY: policy });
  if (!servers.ok) return servers;
  const engine = await openEngine(servers.value.screening);
  const { matcher, rules } = engine;
  const opened = await openPublishedLists(lists, matcher);
  if (!opened.ok) return opened;
  if (opened.value === null && live) return failed("AVAL_LISTS: live needs a list snapshot");
  const snapshot = opened.value ?? loadSandboxList(matcher);
  err(
    opened.value === null
      ? "AVAL_LISTS is unset: the synthetic list of the sandbox answers\n"
      : `${describeSnapshot(snapshot)} answers\n`,
  );
  const { gatesHash, ensembleWeightsHash } = rules;
  return ok({
    basis: {
      snapshotId: snapshot.id,
      engineVersion: matcher.engineVersion,
      gatesHash,
      ensembleWeightsHash,
    },
    atOnce: 100,
    screen: ({ request: { name, dob = null, nationality = null, entityType } }) => {
      const screening = screenName(
        { ...engine, snapshot },
        { name, dob, nationality, entityType },
      );
      const { classification, candidates, found } = screening;
      return Promise.resolve(
        found.queryTokens === 0
          ? { problem: "the name has no letter or digit that could be compared" }
          : { classification, decisionId: null, candidates: candidates.map(entityOf) },
      );
    },
  });
}
