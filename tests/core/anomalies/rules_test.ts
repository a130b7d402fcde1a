import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { baselineOf, mixOf } from "../../../core/anomalies/baseline.ts";
import { behaviorShift, totalVariationDistance } from "../../../core/anomalies/behavior.ts";
import { hourOf, hoursBetween } from "../../../core/anomalies/hours.ts";
import { isVolumeSpike } from "../../../core/anomalies/volume.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";

const rules = defaultPolicy.anomalies;
const HOUR = 1_000;
const perHour = (count: number, hours = 24) =>
  Array.from({ length: hours }, (_, n) => ({ hour: HOUR - 1 - n, kind: "screen", count }));
const baseline = (counts: ReturnType<typeof perHour>, throttledHours: readonly number[] = []) =>
  baselineOf(rules, { hour: HOUR, counts, throttledHours });

Deno.test("isVolumeSpike() needs 100 requests, ten times the mean, a day and 100 requests of history", async (t) => {
  const cases = [
    { why: "ten times the mean", mean: 20, requests: 200, knownHours: 24, expected: false },
    { why: "one more", mean: 20, requests: 201, knownHours: 24, expected: true },
    { why: "few requests", mean: 5, requests: 99, knownHours: 24, expected: false },
    { why: "just enough", mean: 5, requests: 100, knownHours: 24, expected: true },
    { why: "known for less", mean: 20, requests: 5_000, knownHours: 23.99, expected: false },
    { why: "little history", mean: 4, requests: 5_000, knownHours: 500, expected: false },
  ];
  for (const { why, mean, requests, knownHours, expected } of cases) {
    await t.step(why, () => {
      const verdict = isVolumeSpike(rules, {
        requests,
        knownHours,
        baseline: baseline(perHour(mean)),
      });
      assert.equal(verdict, expected);
    });
  }
});

Deno.test("isVolumeSpike() needs twice the busiest hour of seven days, throttled or not", () => {
  const weekAgo = HOUR - 7 * 24;
  const counts = (hour: number) => [
    ...perHour(5),
    { hour, kind: "screen", count: 200 },
    { hour, kind: "read", count: 100 },
  ];
  const verdict = (requests: number, hour: number, throttledHours: readonly number[] = []) =>
    isVolumeSpike(rules, {
      requests,
      knownHours: 500,
      baseline: baseline(counts(hour), throttledHours),
    });
  assert.deepEqual([verdict(599, weekAgo), verdict(600, weekAgo)], [false, true]);
  assert(verdict(599, weekAgo - 1), "it is forgotten after a week");
  assert.equal(verdict(599, weekAgo, [weekAgo]), false, "what was admitted is learned");
});

Deno.test("isVolumeSpike() takes a mean under 1 for 1", () => {
  const lenient = { ...rules, historyRequestsMin: 1, spikeRequestsMin: 1 };
  const quiet = { requests: 12, mean: 0.5, busiest: 1 };
  const verdict = (requests: number) =>
    isVolumeSpike(lenient, { requests, knownHours: 48, baseline: quiet });
  assert.deepEqual([verdict(10), verdict(11)], [false, true]);
});

Deno.test("baselineOf() counts missing hours as 0 and leaves throttled ones, this and older ones out", () => {
  const counts = [
    { hour: HOUR, kind: "screen", count: 9_999 },
    { hour: HOUR - 1, kind: "screen", count: 100 },
    { hour: HOUR - 2, kind: "screen", count: 5_000 },
    { hour: HOUR - 2, kind: "read", count: 5_000 },
    { hour: HOUR - 24, kind: "read", count: 130 },
    { hour: HOUR - 25, kind: "read", count: 9_999 },
  ];
  const found = baselineOf(rules, {
    hour: HOUR,
    counts,
    throttledHours: [HOUR - 2, HOUR - 30, HOUR],
  });
  assert.deepEqual([found.requests, found.mean], [230, 10]);
  assert.deepEqual(Object.fromEntries(found.mix), { screen: 5_100, read: 5_130 });
});

Deno.test("where every hour was throttled there is no mean and no verdict", () => {
  const found = baseline(perHour(50), perHour(0).map(({ hour }) => hour));
  assert.deepEqual([found.mean, found.requests], [null, 0]);
  const lenient = { ...rules, historyRequestsMin: 0 };
  assert.equal(isVolumeSpike(lenient, { requests: 9_999, knownHours: 99, baseline: found }), false);
});

Deno.test("behaviorShift() needs 50 requests against 200, and more than 0.35", () => {
  const mix = (screen: number, read: number) =>
    mixOf([{ kind: "screen", count: screen }, { kind: "read", count: read }]);
  assert.equal(behaviorShift(rules, mix(0, 50), mix(200, 0)), 1);
  assert.equal(behaviorShift(rules, mix(0, 49), mix(200, 0)), null);
  assert.equal(behaviorShift(rules, mix(0, 50), mix(199, 0)), null);
  assert.equal(behaviorShift(rules, mix(65, 35), mix(200, 0)), null);
  assert.equal(behaviorShift(rules, mix(64, 36), mix(200, 0)), 0.36);
});

Deno.test("totalVariationDistance() is a distance from 0 to 1 that no scale changes", () => {
  const mixes = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.nat(1_000), { minKeys: 1 })
    .map((counts) => new Map(Object.entries(counts)));
  const times = (mix: ReadonlyMap<string, number>, factor: number) =>
    new Map([...mix].map(([kind, count]) => [kind, count * factor]));
  fc.assert(fc.property(mixes, mixes, fc.integer({ min: 1, max: 9 }), (a, b, factor) => {
    const distance = totalVariationDistance(a, b);
    assert(distance >= 0 && distance <= 1);
    assert(Math.abs(totalVariationDistance(b, a) - distance) < 1e-9);
    assert.equal(totalVariationDistance(a, a), 0);
    assert(Math.abs(totalVariationDistance(times(a, factor), b) - distance) < 1e-9);
  }));
});

Deno.test("hoursBetween() names every hour that a time touches, and not the one it ends at", () => {
  const at = (time: string) => Temporal.Instant.from(`2026-03-02T${time}Z`);
  const nine = hourOf(at("09:00:00"));
  assert.deepEqual(hoursBetween(at("09:00:00"), at("09:15:00")), [nine]);
  assert.deepEqual(hoursBetween(at("09:45:00"), at("10:00:00")), [nine]);
  assert.deepEqual(hoursBetween(at("09:45:01"), at("10:00:01")), [nine, nine + 1]);
});
