import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type BucketSize,
  type BucketState,
  fullAt,
  type Take,
  takeToken,
} from "../../../core/rate_limit/token_bucket.ts";

const noon = 1_772_452_800_000; // 2026-03-02T12:00:00Z
/** Sizes of decisions.md part 5 that differ in kind, and the policy's extremes. */
const sizes: readonly BucketSize[] = [
  { capacity: 60, refillPerSecond: 10 },
  { capacity: 3, refillPerSecond: 10 / 3600 },
  { capacity: 1200, refillPerSecond: 300 },
  { capacity: 1, refillPerSecond: 1 / 86_400 },
  { capacity: 1_000_000, refillPerSecond: 1_000_000 },
];

/** Takes at each of these moments, one after the other. */
function takeAt(
  size: BucketSize,
  moments: readonly number[],
  left: BucketState | null = null,
): { readonly takes: readonly Take[]; readonly bucket: BucketState | null } {
  let bucket = left;
  const takes = moments.map((now) => {
    const taken = takeToken(bucket, size, now);
    bucket = taken.bucket;
    return taken.take;
  });
  return { takes, bucket };
}

const allowedOf = (takes: readonly Take[]) => takes.filter(({ allowed }) => allowed).length;
const times = (count: number, now: number) => Array<number>(count).fill(now);

Deno.test("takeToken() allows a burst of the capacity and not one more", () => {
  for (const size of sizes.slice(0, 4)) {
    const { takes } = takeAt(size, times(size.capacity + 5, noon));
    assert.deepEqual(takes.map(({ allowed }) => allowed), [
      ...Array(size.capacity).fill(true),
      ...Array(5).fill(false),
    ]);
    assert.deepEqual(
      takes.slice(0, size.capacity).map(({ remaining }) => remaining),
      Array.from({ length: size.capacity }, (_, n) => size.capacity - 1 - n),
    );
  }
});

Deno.test("takeToken() gives back fractions, and says when one is whole", async (t) => {
  const size = { capacity: 60, refillPerSecond: 10 };
  const empty = { tokens: 0, at: noon };
  const cases = [
    { why: "at once", size, left: empty, after: 0, expected: [false, 0, 1, 1] },
    { why: "99 ms: 0.99 tokens", size, left: empty, after: 99, expected: [false, 0, 1, 1] },
    { why: "100 ms: one token, taken", size, left: empty, after: 100, expected: [true, 0, 1, 1] },
    { why: "250 ms: two and a half", size, left: empty, after: 250, expected: [true, 1, 0, 1] },
    { why: "6 s: full", size, left: empty, after: 6_000, expected: [true, 59, 0, 1] },
    {
      why: "a hundred years: full, and no fuller",
      size,
      left: empty,
      after: 3_155_760_000_000,
      expected: [true, 59, 0, 1],
    },
    {
      why: "10 an hour: one in 6 minutes",
      size: { capacity: 3, refillPerSecond: 10 / 3600 },
      left: empty,
      after: 0,
      expected: [false, 0, 360, 360],
    },
    {
      why: "10 an hour: half of the way",
      size: { capacity: 3, refillPerSecond: 10 / 3600 },
      left: { tokens: 0.5, at: noon },
      after: 1_000,
      expected: [false, 0, 179, 179],
    },
    {
      why: "the next token beside those left: 2 left, 0.25 of the third there",
      size: { capacity: 4, refillPerSecond: 1 / 8 },
      left: { tokens: 3.25, at: noon },
      after: 0,
      expected: [true, 2, 0, 6],
    },
  ];
  for (const { why, size, left, after, expected } of cases) {
    await t.step(why, () => {
      const { allowed, remaining, retryAfterSeconds, resetSeconds } =
        takeToken(left, size, noon + after).take;
      assert.deepEqual([allowed, remaining, retryAfterSeconds, resetSeconds], expected);
    });
  }
});

Deno.test("takeToken() holds a bucket to the size of today", () => {
  const large = { capacity: 60, refillPerSecond: 10 };
  const small = { capacity: 15, refillPerSecond: 2.5 };
  const afterOne = takeToken(null, large, noon);
  assert.equal(takeToken(afterOne.bucket, small, noon).take.remaining, 14);
  const emptied = takeAt(small, times(15, noon)).bucket;
  assert.equal(takeToken(emptied, large, noon).take.allowed, false, "a larger one is not refilled");
  assert.equal(takeToken(emptied, large, noon + 1_000).take.remaining, 9, "but refills faster");
});

Deno.test("takeToken() gives no token twice when a clock runs backwards", async (t) => {
  const size = { capacity: 5, refillPerSecond: 1 };
  const emptied = takeAt(size, times(5, noon)).bucket;
  await t.step("nothing comes back until the time of before is reached again", () => {
    const { takes } = takeAt(size, [noon - 3_000, noon - 2_000, noon, noon + 999], emptied);
    assert.equal(allowedOf(takes), 0);
    assert.equal(takes[0]?.retryAfterSeconds, 4);
    assert.equal(allowedOf(takeAt(size, [noon - 3_000, noon + 1_000], emptied).takes), 1);
  });
  await t.step("two clocks, 5 s apart, give as much as the one that is ahead", () => {
    const moments = Array.from({ length: 40 }, (_, n) => noon + n * 500 - (n % 2) * 5_000);
    const { takes } = takeAt(size, moments, emptied);
    assert.equal(allowedOf(takes), 19); // 19 s of the clock ahead
  });
  await t.step("a bucket from the far future does not stay shut", () => {
    const far = { tokens: 0, at: noon + 86_400_000 };
    assert.equal(allowedOf(takeAt(size, times(9, noon), far).takes), 5);
    const allowedAfter = (ahead: number) =>
      allowedOf(takeAt(size, times(9, noon), { tokens: 0, at: noon + ahead }).takes);
    assert.deepEqual([allowedAfter(60_000), allowedAfter(60_001)], [0, 5]);
  });
});

const someSize = fc.oneof(
  fc.constantFrom(...sizes),
  fc.record({
    capacity: fc.integer({ min: 1, max: 1_000 }),
    refillPerSecond: fc.double({ min: 1 / 86_400, max: 1_000, noNaN: true }),
  }),
);
/** Requests one after the other: milliseconds since the one before, often 0. */
const someGaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 900_000 })),
  { minLength: 1, maxLength: 200, size: "max" },
);

function moments(gaps: readonly number[]): readonly number[] {
  let now = noon;
  return gaps.map((gap) => now += gap);
}

Deno.test("takeToken() never allows more than the capacity and what came back", () => {
  fc.assert(fc.property(someSize, someGaps, (size, gaps) => {
    const at = moments(gaps);
    const { takes } = takeAt(size, at);
    const passed = takes.map(({ allowed }, n) => allowed ? at[n]! : null).filter((x) => x !== null);
    // Over every window, not only from the start.
    for (let first = 0; first < passed.length; first += 7) {
      for (let last = first; last < passed.length; last++) {
        const seconds = (passed[last]! - passed[first]!) / 1000;
        const most = size.capacity + seconds * size.refillPerSecond + 0.01;
        assert(last - first + 1 <= most, `${last - first + 1} within ${seconds} s`);
      }
    }
  }));
});

Deno.test("takeToken() never refuses while a token is there", () => {
  fc.assert(fc.property(someSize, someGaps, (size, gaps) => {
    const at = moments(gaps);
    let bucket: BucketState | null = null;
    for (const now of at) {
      const tokens: number = bucket === null ? size.capacity : Math.min(
        size.capacity,
        bucket.tokens + (now - bucket.at) / 1000 * size.refillPerSecond,
      );
      const taken = takeToken(bucket, size, now);
      assert.equal(taken.take.allowed, tokens >= 1 - 1e-6);
      bucket = taken.bucket;
    }
  }));
});

Deno.test("takeToken() gives a refused taker a wait that is enough, and no second too long", () => {
  fc.assert(
    fc.property(someSize, fc.double({ min: 0, max: 0.999, noNaN: true }), (size, tokens) => {
      const { bucket, take } = takeToken({ tokens, at: noon }, size, noon);
      assert(!take.allowed && take.retryAfterSeconds >= 1);
      const seconds = take.retryAfterSeconds;
      assert(takeToken(bucket, size, noon + seconds * 1000).take.allowed);
      assert(seconds === 1 || tokens + (seconds - 1) * size.refillPerSecond < 1);
    }),
  );
});

Deno.test("takeToken() answers whole numbers in their bounds, whatever the clocks say", () => {
  const wildMoments = fc.array(fc.integer({ min: -8_000_000_000_000, max: 8_000_000_000_000 }));
  fc.assert(fc.property(someSize, someSize, wildMoments, (one, other, at) => {
    let bucket: BucketState | null = null;
    for (const [n, now] of at.entries()) {
      const size = n % 3 === 0 ? other : one;
      const taken = takeToken(bucket, size, now);
      const { remaining, retryAfterSeconds, resetSeconds, allowed } = taken.take;
      assert([remaining, retryAfterSeconds, resetSeconds].every(Number.isSafeInteger));
      assert(remaining >= 0 && remaining <= size.capacity - 1);
      assert(resetSeconds >= 1 && (retryAfterSeconds >= 1) === (remaining === 0));
      assert(allowed || remaining === 0);
      assert(taken.bucket.tokens >= 0 && taken.bucket.tokens <= size.capacity);
      bucket = taken.bucket;
    }
  }));
});

Deno.test("fullAt() is when a bucket is as good as a new one", () => {
  fc.assert(fc.property(someSize, fc.nat(1_000), (size, tokens) => {
    const bucket = { tokens: Math.min(size.capacity, tokens), at: noon };
    const full = fullAt(bucket, size);
    assert.deepEqual(takeToken(bucket, size, full).take, takeToken(null, size, full).take);
  }));
});
