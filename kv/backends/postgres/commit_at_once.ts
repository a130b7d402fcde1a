import { locksOf, planBatch, type Prepared } from "./batch.ts";
import type { Connection } from "./connection.ts";
import { runsMax } from "./limits.ts";
import { commitAtOnce } from "./statements.ts";
import {
  type BatchOutcome,
  bytesOf,
  leaveStandby,
  notDone,
  unknownOutcome,
  unknownState,
  writing,
} from "./transaction.ts";

/** Versions by the hexadecimal of their keys; null: no row. */
type Versions = ReadonlyMap<string, string | null>;

interface Left {
  readonly commit: Prepared;
  /** Its index in the batch. */
  readonly index: number;
}

/**
 * Runs a batch in one statement, and so in one round trip. The statement is planned for the
 * versions that the checks name, which are nearly always the stored ones. If not, nothing is
 * written: commits with failed checks are answered, and the others run again, planned for the found
 * versions.
 *
 * @param batchId part of every versionstamp that the batch writes; unique
 * @throws BusyError when the connection was lost before the statement was sent
 * @throws UnavailableError when the outcome is unknown
 */
export async function commitBatchAtOnce(
  connection: Connection,
  commits: readonly Prepared[],
  batchId: string,
): Promise<BatchOutcome> {
  const outcomes: (string | null)[] = commits.map(() => null);
  let left: readonly Left[] = commits.map((commit, index) => ({ commit, index }));
  let expected = claimedBy(commits);
  for (let runs = 0; runs < runsMax; runs++) {
    const batch = left.map(({ commit }) => commit);
    const { plan, statement } = planned(batch, expected, batchId);
    if (plan.outcomes.every((outcome) => outcome === null)) return { kind: "done", outcomes };
    const [answer] = await writing(connection, [statement]);
    if (answer?.kind !== "done") {
      const state = answer?.state ?? unknownState;
      leaveStandby(connection, state);
      if (state === unknownState) throw unknownOutcome();
      return notDone(state);
    }
    if (answer.rows.length === 0) {
      left.forEach(({ index }, place) => outcomes[index] = plan.outcomes[place] ?? null);
      return { kind: "done", outcomes };
    }
    const found = new Map<string, string>();
    for (const { key, version } of answer.rows) {
      if (key !== null) found.set(key as string, version as string);
    }
    expected = new Map([...expected.keys()].map((key) => [key, found.get(key) ?? null]));
    const judged = planBatch(batch, { found, batchId }).outcomes;
    // Nothing was written: what an earlier commit of the batch would take may stay.
    left = left.filter(({ commit: { checks } }, place) =>
      judged[place] !== null ||
      checks.every(({ key, versionstamp }) => (found.get(key) ?? null) === versionstamp)
    );
  }
  return { kind: "met", late: false };
}

/** The versions that the checks of a batch name; of two different ones the first. */
function claimedBy(commits: readonly Prepared[]): Versions {
  const claimed = new Map<string, string | null>();
  for (const { checks } of commits) {
    for (const { key, versionstamp } of checks) {
      if (!claimed.has(key)) claimed.set(key, versionstamp);
    }
  }
  return claimed;
}

function planned(commits: readonly Prepared[], expected: Versions, batchId: string) {
  const found = new Map<string, string>();
  for (const [key, version] of expected) if (version !== null) found.set(key, version);
  const { toWrite, toKeep } = locksOf(commits);
  const checked = new Set(commits.flatMap(({ checks }) => checks.map(({ key }) => key)));
  const unsure = new Set(toWrite.filter((key) => !checked.has(key)));
  const plan = planBatch(commits, { found, unsure, batchId });
  const statement = commitAtOnce({
    ...plan,
    toWrite: toWrite.map(bytesOf),
    toKeep: toKeep.map(bytesOf),
    expected: [...checked].map((key) => ({
      key: bytesOf(key),
      version: expected.get(key) ?? null,
    })),
  });
  return { plan, statement };
}
