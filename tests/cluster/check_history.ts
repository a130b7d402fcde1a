import { type History, historyFiles, parseHistory } from "./history.ts";
import type { Rule, Violation } from "./reading.ts";
import { bucketTotals } from "./rules/bucket_totals.ts";
import { loudEnough } from "./rules/loud_enough.ts";
import { oneBatch } from "./rules/one_batch.ts";
import { oneChain } from "./rules/one_chain.ts";
import { oneEvent } from "./rules/one_event.ts";
import { oneExecution } from "./rules/one_execution.ts";
import { oneHit } from "./rules/one_hit.ts";
import { oneLogin } from "./rules/one_login.ts";
import { oneWinner } from "./rules/one_winner.ts";
import { reads } from "./rules/reads.ts";
import { answeredAsDocumented } from "./rules/documented_answers.ts";
import { usage } from "./rules/usage.ts";
import { summaryOf } from "./summary.ts";

/**
 * Judges the recorded history of a cluster run, in a folder. It uses only the service's answers and
 * exports: neither it nor its imports use the service's code.
 *
 * usage: deno run --allow-read tests/cluster/check_history.ts FOLDER
 */

/** The promises, by name. */
export const rules: Readonly<Record<string, Rule>> = {
  "one execution of each idempotency key": oneExecution,
  "exact bucket totals": bucketTotals,
  "one winner of each claim": oneWinner,
  "one code and one id_token of each login": oneLogin,
  "one chain with everything acknowledged": oneChain,
  "one decision of each item of a batch": oneBatch,
  "one decision of each match of the monitoring": oneHit,
  "one event of each match, batch and run": oneEvent,
  "usage equal to the chain": usage,
  "linearizable reads, of one's own": reads,
  "answers as promised": answeredAsDocumented,
  "enough of everything": loudEnough,
};

/** The result for each promise. */
export interface Judgement {
  readonly promise: string;
  readonly violations: readonly Violation[];
}

/** Checks a history against every promise. */
export function checkHistory(history: History): readonly Judgement[] {
  return Object.entries(rules).map(([promise, rule]) => ({ promise, violations: rule(history) }));
}

/**
 * Prints the verdict, with the number of kept and broken promises in the last line.
 *
 * @returns whether all were kept
 */
export function report(history: History, say: (line: string) => void): boolean {
  for (const line of summaryOf(history)) say(line);
  const judgements = checkHistory(history);
  for (const { promise, violations } of judgements) {
    say(`${violations.length === 0 ? "ok    " : "BROKEN"} ${promise}`);
    for (const { what } of violations) say(`       ${what}`);
  }
  const failed = judgements.filter(({ violations }) => violations.length > 0).length;
  const { backend, seconds, seed } = history.run;
  const name = `cluster over ${backend}, ${seconds} s, seed ${seed}`;
  say(`${name} | ${judgements.length - failed} passed | ${failed} failed`);
  return failed === 0;
}

/** Reads the files of a run. */
export async function readHistory(folder: string): Promise<History> {
  const text = (name: string) => Deno.readTextFile(`${folder}/${name}`);
  return parseHistory(
    await text(historyFiles.lines),
    await text(historyFiles.audit).catch(() => ""),
  );
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) {
    console.error("usage: deno run --allow-read tests/cluster/check_history.ts FOLDER");
    Deno.exit(2);
  }
  Deno.exit(report(await readHistory(folder), console.log) ? 0 : 1);
}
