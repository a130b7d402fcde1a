import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { simulateAnomalies } from "../../bench/simulate_anomalies.ts";
import { simulateBook } from "../../bench/simulate_book.ts";
import { seededRandom } from "../../support/random.ts";

const { anomalies, rateLimits: { screening: bucket } } = defaultPolicy;

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

for (const startMinute of [0, 15, 30, 45]) {
  Deno.test(`20,000 customers a night from 01:${startMinute}: slowed down once, then learned`, () => {
    const book = { customers: 20_000, nights: 4, byDay: 10, startMinute };
    const [first, ...more] = simulateBook({ anomalies, bucket, learns: true }, book);
    // A quarter of 10 a second for 15 minutes, then 10 a second: 15 + (20,000 - 2,250) / 600.
    assert.equal(first?.throttles, 1);
    assert(first.minutes < 45, `${first.minutes} minutes`);
    // 20,000 at 10 a second.
    for (const { throttles, minutes } of more) {
      assert.equal(throttles, 0);
      assert(minutes < 33.4, `${minutes} minutes`);
    }
  });
}
