/**
 * How often the rule on volume throttles honest clients, and whether it sees a burst:
 * `deno task bench:anomalies`. The same figures in every run.
 */

import "../../base/temporal.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { seededRandom } from "../support/random.ts";
import { simulateAnomalies } from "./simulate_anomalies.ts";
import { readPlaces } from "../support/options.ts";

readPlaces("bench:anomalies", []);

const { anomalies } = defaultPolicy;
const runs = [
  { what: "every day alike", rules: anomalies, weekendShare: 1, shape: 6 },
  { what: "every day alike, very bursty", rules: anomalies, weekendShare: 1, shape: 2 },
  {
    what: "every day alike, factor 5",
    rules: { ...anomalies, spikeFactorMin: 5 },
    weekendShare: 1,
    shape: 6,
  },
  { what: "weekends at a third", rules: anomalies, weekendShare: 1 / 3, shape: 6 },
  { what: "weekends at a tenth", rules: anomalies, weekendShare: 0.1, shape: 6 },
  { what: "weekends silent", rules: anomalies, weekendShare: 0, shape: 6 },
  { what: "weekends silent, very bursty", rules: anomalies, weekendShare: 0, shape: 2 },
  {
    what: "weekends at a tenth, busiest hour not counted",
    rules: { ...anomalies, busiestHourFactor: 0 },
    weekendShare: 0.1,
    shape: 6,
  },
];

console.log("100 clients of 2 to 500 requests in a busy hour, 30 days of office hours, seed 1\n");
console.log("| traffic | honest client-days throttled | tenfold hours caught | by minute |");
console.log("| --- | --: | --: | --: |");
for (const { what, rules, ...habits } of runs) {
  const { clientDays, throttledDays, burstClients, burstsCaught, latestMinute } = simulateAnomalies(
    rules,
    habits,
    seededRandom(1),
  );
  const share = ((100 * throttledDays) / clientDays).toFixed(2);
  console.log(`| ${what} | ${share} % | ${burstsCaught} of ${burstClients} | ${latestMinute} |`);
}
