import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { countRefusals } from "../../../core/rate_limit/count_refusals.ts";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { recordedTelemetry } from "../../support/telemetry.ts";

Deno.test("countRefusals() counts by bucket and changes nothing", async () => {
  const { telemetry, counted } = recordedTelemetry();
  const takes = [true, false, false].map((allowed) => ({
    allowed,
    remaining: 0,
    resetSeconds: 1,
    retryAfterSeconds: 1,
    write: null,
  }));
  const left = [...takes];
  const limiter = countRefusals(
    { take: () => Promise.resolve(left.shift() ?? assert.fail("taken too often")) },
    telemetry,
  );
  const owner = { kind: "client", clientId: ClientId.parse("acme") } as const;
  for (const take of takes) {
    const size = { capacity: 1, refillPerSecond: 1 };
    assert.equal(await limiter.take({ name: "screening", owner }, size), take);
  }
  assert.deepEqual([...counted], [["aval.rate_limit.refusals screening", 2]]);
});

Deno.test("what is off is not wrapped: it costs nothing", () => {
  const limiter = { take: () => assert.fail("not called") };
  assert.equal(countRefusals(limiter, silentTelemetry), limiter);
});
