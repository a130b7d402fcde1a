import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { seededRandom } from "../support/random.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, pathOf, present, start, tokenHeader } from "../support/verifying.ts";

const OF_AGE = { av_age_over_18: { age_over_18: true } };
const inside = { ipAllowlist: ["192.0.2.0/24"], allowedDomain: "shop.example" };

/** Answers a new session of `acme` by a wallet that sends a token with it. */
async function answerWith(
  service: TestService,
  scopes: readonly string[],
  client = "acme",
): Promise<readonly [status: number, error: string | undefined, session: string]> {
  const started = await start(service.as("acme"), "age-verification");
  const body = await answerOf(started.authorizationRequest, {
    now: service.clock.now(),
    claims: OF_AGE,
  });
  const answer = await service.as(client, { scopes }).post(`${pathOf(started)}/responses`, body);
  const read = await service.fetch(pathOf(started), { headers: tokenHeader(started.sessionToken) });
  return [answer.status, answer.body.error, (await read.json()).status];
}

Deno.test("a wallet needs no token; one that is sent all the same is held to what it may do", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  assert.deepEqual(await answerWith(service, []), [200, undefined, "completed"]);
  assert.deepEqual(await answerWith(service, [], "globex"), [200, undefined, "completed"]);
  assert.deepEqual(await answerWith(service, ["agent:read-only"]), [
    403,
    "insufficient_scope",
    "pending",
  ]);
  assert.deepEqual((await service.auditEvents()).length, 2);
  const started = await start(service.as("acme"), "age-verification");
  for (const authorization of ["Bearer of-nobody", "Bearer", "Basic YTpi", "x"]) {
    const answer = await service.fetch(`${pathOf(started)}/responses`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({ state: started.authorizationRequest.state, error: "access_denied" }),
    });
    assert.deepEqual([answer.status, (await answer.json()).error], [401, "unauthorized"]);
    assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer/);
  }
  assert.equal((await present(service, started, OF_AGE)).status, 200);
});

Deno.test("in a sandbox, too, a token that is shown to the callback must be good, and no agent's", async () => {
  await using service = await serviceInMemory();
  const started = await start(service.as("acme"), "age-verification");
  const answerWith = async (authorization: string) => {
    const answer = await service.fetch(`${pathOf(started)}/responses`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({ state: started.authorizationRequest.state, error: "access_denied" }),
    });
    return [answer.status, (await answer.json()).error];
  };
  const mint = async (scopes: readonly string[]) => {
    const clientId = ClientId.parse("acme");
    const minting = { ...service, random: seededRandom(1 + scopes.length) };
    const token = await mintAccessToken(minting, { clientId, roles: [], scopes, seconds: 60 });
    return `Bearer ${token}`;
  };
  for (const authorization of ["Bearer of-nobody", "Bearer", "Basic YTpi", "x"]) {
    assert.deepEqual(await answerWith(authorization), [401, "unauthorized"]);
  }
  assert.deepEqual(await answerWith(await mint(["agent:read-only"])), [403, "insufficient_scope"]);
  assert.equal((await service.as("acme").get(pathOf(started))).body.status, "pending");
  assert.deepEqual(await answerWith(await mint([])), [200, "access_denied"]);
});

Deno.test("a source restriction holds for bearers, and neither for session tokens nor for wallets", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const answered = await start(acme, "age-verification");
  await putRecord(service, "acme", inside);
  const bearer = await acme.get(pathOf(started));
  assert.deepEqual([bearer.status, bearer.body.error], [403, "client_access_restricted"]);
  const page = await acme.get(pathOf(started), tokenHeader(started.sessionToken));
  assert.equal(page.status, 200);
  assert.equal((await present(service, started, OF_AGE)).status, 200);
  // With a token beside the answer neither (Verification §4, rule 6).
  const { state } = answered.authorizationRequest;
  const body = { state, error: "access_denied" };
  assert.equal((await acme.post(`${pathOf(answered)}/responses`, body)).status, 200);
});

Deno.test("a suspended client's sessions are answered and read by token, and by its bearer no more", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  await putRecord(service, "acme", { status: "SUSPENDED" });
  const clientId = "acme";
  for (
    const answer of [
      await acme.get(pathOf(started)),
      await acme.post("/v1/verify/sessions", { clientId, checkType: "age-verification" }),
      await acme.post(`${pathOf(started)}/responses`, { state: "x", error: "access_denied" }),
    ]
  ) assert.deepEqual([answer.status, answer.body.error], [403, "account_inactive"]);
  assert.equal((await present(service, started, OF_AGE)).status, 200);
  assert.equal((await acme.get(pathOf(started), tokenHeader(started.sessionToken))).status, 200);
});

Deno.test("an agent read-only key starts sessions, and reads them without taking a pack", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const { publicJwk } = await evidenceKeys();
  await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
  const agent = service.as("acme", { scopes: ["agent:read-only"] });
  const started = await start(agent, "aml-identity");
  await present(service, started, { pid_aml_identity: ERIKA });
  for (const query of ["", "?evidencePackDelivery=claim"]) {
    const { body } = await agent.get(`${pathOf(started)}${query}`);
    assert.deepEqual([body.status, body.decision.evidencePackCiphertext], ["completed", null]);
  }
  assert.equal((await agent.get("/v1/verify/sessions")).body.sessions.length, 1);
  assert.equal((await agent.get("/v1/verify/usage")).body.decisions.CLEAR, 1);
  for (
    const answer of [
      await agent.get("/v1/verify/gdpr/export"),
      await agent.post("/v1/verify/gdpr/erasure-requests", {}),
    ]
  ) assert.deepEqual([answer.status, answer.body.error], [403, "insufficient_scope"]);
  const { body } = await service.as("acme").get(pathOf(started));
  assert.equal(typeof body.decision.evidencePackCiphertext, "string");
});
