import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { simulateAnomalies } from "../../bench/simulate_anomalies.ts";
import { seededRandom } from "../../support/random.ts";

const { anomalies } = defaultPolicy;

for (const weekendShare of [1, 1 / 3, 0.1, 0]) {
  const name = `weekends at ${weekendShare.toFixed(2)}`;
  Deno.test(`${name}: honest days are throttled at most 1 % of the time, tenfold hours always`, () => {
    const seen = simulateAnomalies(anomalies, { weekendShare, shape: 6 }, seededRandom(1));
    assert.equal(seen.clientDays, 3_000);
    assert(seen.throttledDays <= 30, `${seen.throttledDays} days`);
    assert(seen.burstClients > 50);
    assert.equal(seen.burstsCaught, seen.burstClients);
    assert(seen.latestMinute <= 60);
  });
}
