import assert from "node:assert/strict";
import { sizeFor } from "../../../core/rate_limit/bucket_size.ts";

Deno.test("sizeFor() is the policy's, an override's, or a quarter of either", async (t) => {
  const standard = { capacity: 60, refillPerSecond: 10 };
  const cases = [
    { why: "nobody special", override: null, throttled: false, expected: [60, 10] },
    { why: "throttled", override: null, throttled: true, expected: [15, 2.5] },
    { why: "an override", override: [600, 100], throttled: false, expected: [600, 100] },
    { why: "an override, throttled", override: [600, 100], throttled: true, expected: [150, 25] },
    { why: "a quarter is whole tokens", override: [7, 6], throttled: true, expected: [1, 1.5] },
    { why: "at least 1 of each", override: [2, 2], throttled: true, expected: [1, 1] },
    {
      why: "never more than without",
      override: [1, 0.01],
      throttled: true,
      expected: [1, 0.01],
    },
  ];
  for (const { why, override, throttled, expected } of cases) {
    await t.step(why, () => {
      const [capacity = 0, refillPerSecond = 0] = override ?? [];
      const { capacity: c, refillPerSecond: r } = sizeFor(standard, {
        override: override === null ? null : { capacity, refillPerSecond },
        throttled,
      }, 25);
      assert.deepEqual([c, r], expected);
    });
  }
});
