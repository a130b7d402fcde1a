import assert from "node:assert/strict";
import { Limits } from "../../core/policy/limits.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { verificationRoutes } from "../../routes/api/verification.ts";
import { rotateDataKey } from "../../kv/keys/key_rotation.ts";
import { seededRandom } from "../support/random.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, present, tokenHeader } from "../support/verifying.ts";

async function initiate(service: TestService, key: string, checkType: string): Promise<Answer> {
  const body = { clientId: "acme", checkType };
  return await service.as("acme").post("/v1/verify/sessions", body, { "idempotency-key": key });
}

Deno.test("a replayed initiation has the same bytes, token and all, whatever became of the session and the data keys", async () => {
  const random = seededRandom(2026);
  const secrets = { current: random.bytes(32) };
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: secrets.current.toBase64() };
  await using service = await serviceInMemory({ env });
  for (const checkType of CheckType.options.filter((name) => !name.startsWith("restricted"))) {
    const first = await initiate(service, checkType, checkType);
    for (const purpose of ["at-rest", "idempotency", "session-token"]) {
      const rotated = await rotateDataKey({ ...service, random, secrets }, purpose);
      assert(rotated.ok);
    }
    await service.runMaintenance();
    const again = await initiate(service, checkType, checkType);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    const read = await service.fetch(pathOf(first.body), {
      headers: tokenHeader(again.body.sessionToken),
    });
    assert.equal((await read.json()).checkType, checkType);
  }
  const answered = await initiate(service, "answered", "login-authentication");
  const { birthdate } = ERIKA;
  await present(service, answered.body, { pid_login_authentication: { birthdate } });
  assert.equal((await initiate(service, "answered", "login-authentication")).text, answered.text);
  assert.equal(
    (await service.as("acme").get("/v1/verify/sessions?clientId=acme")).body.sessions.length,
    7,
  );
});

Deno.test("an idempotency key of another request is a conflict, and lapses after 24 hours", async () => {
  await using service = await serviceInMemory();
  const first = await initiate(service, "order-1", "age-verification");
  const other = await initiate(service, "order-1", "login-authentication");
  assert.deepEqual([other.status, other.body.error], [409, "idempotency_key_conflict"]);
  service.clock.advance({ hours: 24 });
  const later = await initiate(service, "order-1", "login-authentication");
  assert.equal(later.status, 200);
  assert.notEqual(later.body.sessionId, first.body.sessionId);
});

Deno.test("a second initiation while the first still runs waits, then is refused", async () => {
  await using service = await serviceInMemory();
  const release = Promise.withResolvers<void>();
  const { reached } = service.holdNextCommit(release.promise);
  const first = initiate(service, "order-1", "age-verification");
  await reached;
  const second = await initiate(service, "order-1", "age-verification");
  assert.deepEqual([second.status, second.body.error], [409, "idempotency_key_in_progress"]);
  assert.equal(second.headers.get("retry-after"), "1");
  assert.equal(service.pausedMilliseconds(), 2_000);
  release.resolve();
  assert.equal((await first).status, 200);
  assert.equal((await initiate(service, "order-1", "age-verification")).text, (await first).text);
});

Deno.test("an initiation is compared as before there was a country that is ignored", () => {
  const initiation = verificationRoutes({
    limits: Limits.parse({}),
    deployed: "sandbox",
    signsRequests: false,
    requestUriMethod: "get",
    encryptsAnswers: false,
  })
    .find(({ path, method }) => path === "/v1/verify/sessions" && method === "post");
  const compared = (body: unknown) => {
    const parsed = initiation?.body?.parse(body);
    return initiation?.idempotency?.comparedBy?.(parsed as never);
  };
  const asked = { clientId: "acme", checkType: "age-verification" };
  assert.deepEqual(compared(asked), asked);
  assert.deepEqual(compared({ ...asked, countryCode: 7 }), asked);
  const restricted = {
    ...asked,
    checkType: "restricted-purchase-alcohol-18",
    countryCode: "DE",
  };
  assert.deepEqual(compared(restricted), restricted);
});
