import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { simulateAnomalies } from "../../bench/simulate_anomalies.ts";
import { seededRandom } from "../../support/random.ts";

const { anomalies } = defaultPolicy;
const officeHours = { weekendShare: 1, shape: 6 };

Deno.test("honest office hours are throttled on at most 1 % of days, and every tenfold hour is seen", () => {
  const seen = simulateAnomalies(anomalies, officeHours, seededRandom(1));
  assert.equal(seen.clientDays, 3_000);
  assert(seen.throttledDays <= 30, `${seen.throttledDays} days`);
  assert(seen.burstClients > 50);
  assert.equal(seen.burstsCaught, seen.burstClients);
  assert(seen.latestMinute <= 60);
});

Deno.test("silent weekends are borne by a baseline of a week", () => {
  const habits = { ...officeHours, weekendShare: 0 };
  const seen = simulateAnomalies({ ...anomalies, baselineHours: 168 }, habits, seededRandom(1));
  assert(seen.throttledDays <= 30, `${seen.throttledDays} days`);
  assert.equal(seen.burstsCaught, seen.burstClients);
});
