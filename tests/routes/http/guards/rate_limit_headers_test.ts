import assert from "node:assert/strict";
import fc from "fast-check";
import { parseList } from "structured-headers";
import { defaultPolicy } from "../../../../core/policy/policy.ts";
import type { BucketName } from "../../../../core/policy/rate_limits.ts";
import { takeToken } from "../../../../core/rate_limit/token_bucket.ts";
import { rateLimitHeaders } from "../../../../routes/http/guards/limit_rate.ts";

const names = Object.keys(defaultPolicy.rateLimits) as BucketName[];

/** The only item of a list: a string and its parameters (RFC 9651 §3.1). */
function itemOf(field: string): readonly [unknown, Readonly<Record<string, unknown>>] {
  const [item, ...others] = parseList(field);
  assert(item !== undefined && others.length === 0, field);
  return [item[0], Object.fromEntries(item[1])];
}

Deno.test("rateLimitHeaders() are the fields of the draft for every bucket of the policy", () => {
  const windows = names.map((name) => {
    const size = defaultPolicy.rateLimits[name];
    const fields = rateLimitHeaders(name, size, takeToken(null, size, 0).take);
    const [policyName, { q, w, ...noMore }] = itemOf(fields["ratelimit-policy"]);
    assert.deepEqual([policyName, q, noMore], [name, size.capacity, {}]);
    return [name, w];
  });
  // Capacity over refill of decisions.md part 5, in whole seconds.
  assert.deepEqual(Object.fromEntries(windows), {
    sandboxReads: 30,
    sandboxSessions: 90,
    screening: 6,
    batchItems: 86_400,
    verification: 6,
    credentials: 6,
    onboarding: 1080,
    pages: 6,
    persons: 30,
    docsSearch: 6,
    loginAuthorize: 12,
    loginStatus: 4,
    loginToken: 6,
    credentialToken: 6,
    credential: 6,
    demoOffer: 15,
  });
});

Deno.test("rateLimitHeaders() give no second more for a sum that is not exact", () => {
  // One token in 49 s: the quotient of the two numbers is 49.00000000000001.
  const size = { capacity: 1, refillPerSecond: 1 / 49 };
  const fields = rateLimitHeaders("screening", size, takeToken(null, size, 0).take);
  assert.equal(fields["ratelimit-policy"], '"screening";q=1;w=49');
});

Deno.test("rateLimitHeaders() parse as RFC 9651 lists, whatever the size and the state", () => {
  const someSize = fc.record({
    capacity: fc.integer({ min: 1, max: 1_000_000 }),
    refillPerSecond: fc.double({ min: 1 / 86_400, max: 1_000_000, noNaN: true }),
  });
  const someTokens = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(fc.constantFrom(...names), someSize, someTokens, (name, size, share) => {
    const { take } = takeToken({ tokens: share * size.capacity, at: 0 }, size, 0);
    const fields = rateLimitHeaders(name, size, take);
    const [policyName, { q, w, ...noMore }] = itemOf(fields["ratelimit-policy"]);
    assert.deepEqual([policyName, q, noMore], [name, size.capacity, {}]);
    assert(Number.isSafeInteger(w) && Number(w) >= 1, "a window is a whole number over 0");
    const [limitName, { r, t, ...nothingElse }] = itemOf(fields.ratelimit);
    assert.deepEqual([limitName, r, t, nothingElse], [name, take.remaining, take.resetSeconds, {}]);
    assert(take.allowed || Number(t) <= take.retryAfterSeconds, "Retry-After is not before `t`");
  }));
});
