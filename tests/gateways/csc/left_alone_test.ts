import assert from "node:assert/strict";
import {
  find,
  findUsable,
  HASH,
  PIN,
  sign,
  trustServiceClient,
} from "../../support/trust_service_client.ts";

const rules = { breakerFailuresMin: 2, breakerOpenSeconds: 60 };
const leftAlone = {
  ok: false,
  refusal: { code: "upstream_unavailable", fault: "left_alone", retryAfterSeconds: 60 },
};

Deno.test("a service that fails is left alone, and asked again after a while", async () => {
  await using client = await trustServiceClient({ rules });
  client.service.meet("credentials/info", "500", 2);
  await find(client, "seal-p256");
  await find(client, "seal-p256");
  const asked = client.service.bodies.length;
  assert.deepEqual(await find(client, "seal-p256"), leftAlone);
  assert.deepEqual(await client.provider.describe(client.signal), leftAlone);
  assert.equal(client.service.bodies.length, asked);
  assert.deepEqual(client.telemetry.gauge("aval.trust_service.breaker.open"), [1]);
  client.clock.advance({ seconds: 61 });
  assert((await find(client, "seal-p256")).ok);
  assert.deepEqual(client.telemetry.gauge("aval.trust_service.breaker.open"), [0]);
  assert.match(client.lines.join(), /"state":"opened".*"state":"closed"/s);
});

Deno.test("what is the caller's own does not count: wrong PINs, unknown credentials", async () => {
  await using client = await trustServiceClient({ rules });
  for (let attempt = 0; attempt < 3; attempt++) {
    await sign(client, "sign-p256-pin", { ...PIN, pin: "0000" });
    await sign(client, "sign-p256-pin", null).catch(() => {});
    await find(client, "seal-of-nobody");
    client.service.meet("credentials/authorize", "text", 1);
    await sign(client, "seal-p256");
    if (attempt < 2) await findUsable(client, "sign-p256-pin");
  }
  assert((await sign(client, "seal-p256")).ok);
});

Deno.test("a credential that the service describes wrongly does not count", async () => {
  await using client = await trustServiceClient({ rules });
  client.service.meet("credentials/info", "bad_json", 4);
  for (let attempt = 0; attempt < 4; attempt++) {
    const found = await find(client, "seal-p256");
    assert(!found.ok && found.refusal.code === "upstream_unavailable");
    assert.equal(found.refusal.fault, "bad_answer");
  }
  assert((await sign(client, "seal-p256")).ok);
});

Deno.test("a caller who gives up says nothing about the service", async () => {
  await using client = await trustServiceClient({ rules });
  const credential = await findUsable(client, "seal-p256");
  for (let attempt = 0; attempt < 3; attempt++) {
    const asked = { credential, hash: HASH, authorization: null };
    const answer = await client.provider.signHash(asked, AbortSignal.abort());
    assert(!answer.ok && answer.refusal.code === "upstream_unavailable");
    assert.equal(answer.refusal.fault, "timeout");
  }
  assert((await sign(client, "seal-p256")).ok);
});

Deno.test("a breaker that opens between authorize and signHash holds nothing back", async () => {
  await using client = await trustServiceClient({ rules });
  const credential = await findUsable(client, "seal-pending");
  client.service.meet("credentials/info", "500", 2);
  const asked = { credential, hash: HASH, authorization: null };
  const [signed] = await Promise.all([
    client.provider.signHash(asked, client.signal),
    find(client, "seal-p256").then(() => find(client, "seal-p256")),
  ]);
  assert(signed.ok);
});
