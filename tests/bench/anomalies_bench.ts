/**
 * How often the rule on volume throttles honest clients, whether it detects a burst, and its effect
 * on a client that screens its whole book in a night: `deno task bench anomalies`. Every run gives
 * the same figures.
 */

import "../../base/temporal.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { seededRandom } from "../support/random.ts";
import { simulateAnomalies } from "./simulate_anomalies.ts";
import { simulateBook } from "./simulate_book.ts";
import { readPlaces } from "../support/options.ts";

readPlaces("bench anomalies", []);

const { anomalies, rateLimits: { screening: bucket } } = defaultPolicy;
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

const book = { customers: 20_000, nights: 3, byDay: 10, startMinute: 0 };
const bookRuns = [
  { what: "the rule", rules: { anomalies, bucket, learns: true }, startMinute: 0 },
  { what: "the rule, from half past", rules: { anomalies, bucket, learns: true }, startMinute: 30 },
  {
    what: "neither grace nor learning",
    rules: { anomalies: { ...anomalies, graceHours: 0 }, bucket, learns: false },
    startMinute: 0,
  },
  {
    what: "grace alone",
    rules: { anomalies, bucket, learns: false },
    startMinute: 0,
  },
];

console.log(
  "\n20,000 customers a night, 10 requests an hour by day: throttles and minutes by night\n",
);
console.log("| rules | first | second | third |");
console.log("| --- | --: | --: | --: |");
for (const { what, rules, startMinute } of bookRuns) {
  const nights = simulateBook(rules, { ...book, startMinute });
  const cells = nights.map(({ throttles, minutes }) => `${throttles}, ${minutes.toFixed(1)} min`);
  console.log(`| ${what} | ${cells.join(" | ")} |`);
}
