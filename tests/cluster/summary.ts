import type { History } from "./history.ts";
import { isAcknowledged, isUnknown } from "./reading.ts";

/** A summary of the run in a few lines. */
export function summaryOf(history: History): readonly string[] {
  const { run, requests, logins, faults, claims, chain } = history;
  const byOperation = tally(requests, ({ operation }) => operation);
  const byStatus = tally(requests, ({ status }) => status === null ? "no answer" : `${status}`);
  const byFault = tally(faults, ({ kind }) => kind);
  const byStep = tally(logins, ({ step, status }) => `${step} ${status ?? "no answer"}`);
  const byOutcome = tally(claims, ({ outcome }) => outcome);
  return [
    `${run.servers} servers over ${run.backend}, ${run.seconds} s, seed ${run.seed}`,
    `requests   ${requests.length}: ${byOperation}`,
    `outcomes   ${byStatus}; unknown ${requests.filter(isUnknown).length}`,
    `logins     ${logins.length}: ${byStep}`,
    `claims     ${claims.length}: ${byOutcome}`,
    `faults     ${faults.length}: ${byFault}; answers of grouped commits lost ${
      faults.reduce((sum, { lost = 0 }) => sum + lost, 0)
    }`,
    `chain      ${chain.length} entries`,
    `longest time without a success: ${(longestSilence(history) / 1000).toFixed(1)} s`,
  ];
}

function tally<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  const counts = [...Map.groupBy(items, nameOf)].map(([name, of]) => [name, of.length] as const);
  return counts.toSorted((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${count}`)
    .join(", ") || "none";
}

/** The longest time in milliseconds without a successful answer while faults were made. */
function longestSilence({ run, requests, settled }: History): number {
  const until = settled ?? Infinity;
  const ends = requests.filter(isAcknowledged).map(({ ended }) => ended)
    .filter((ended) => ended <= until).sort((a, b) => a - b);
  let [longest, last] = [0, run.began];
  for (const end of ends) {
    longest = Math.max(longest, end - last);
    last = end;
  }
  return longest;
}
