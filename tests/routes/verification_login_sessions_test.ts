import assert from "node:assert/strict";
import type { SessionId } from "../../core/presentation/schema.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openSessionTokens } from "../../kv/verification/session_tokens.ts";
import {
  beginLogin,
  loggedIn,
  logIn,
  loginMinutes,
  makeHolder,
  serviceWithLogins,
  subjectOf,
} from "../support/login_sessions.ts";
import { UNKNOWN_ID } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { liveEnvironment, type TestService } from "../support/service.ts";
import { believingSandbox, pathOf, sendAnswer, start, tokenHeader } from "../support/verifying.ts";

const list = "/v1/verify/sessions?clientId=acme";

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`in ${mode} a login's session is one of its client's, as the API's are`, async () => {
    await using service = await serviceWithLogins({ mode, verifying: believingSandbox });
    const acme = service.as("acme");
    const holder = await makeHolder();
    const ofApi = await start(acme, "login-authentication");
    service.clock.advance({ seconds: 1 });
    const ofLogin = await beginLogin(service, "acme");
    const members = ({ body }: { readonly body: object }) => Object.keys(body);
    assert.deepEqual(
      members(await acme.get(pathOf(ofLogin))),
      members(await acme.get(pathOf(ofApi))),
    );
    assert(ofLogin.authorizationRequestUri.startsWith("openid4vp://authorize?"));

    const answers = [await logIn(service, ofApi, holder), await logIn(service, ofLogin, holder)];
    assert.deepEqual(answers.map(({ status }) => status), [200, 200]);
    const [reply, replyToLogin] = answers.map(({ body: { sessionId: _, ...rest } }) => rest);
    assert.deepEqual(replyToLogin, reply, "the wallet reads nothing else");
    assert.deepEqual(reply.booleanProofs, { claimsVerified: true });

    const rows = (await acme.get(list)).body.sessions;
    assert.deepEqual(
      rows.map(({ sessionId }: { sessionId: string }) => sessionId),
      [ofLogin.sessionId, ofApi.sessionId],
    );
    const [login, api] = rows;
    const { sessionId, createdAt, expiresAt } = login;
    assert.deepEqual(login, { ...api, sessionId, createdAt, expiresAt });
    assert.deepEqual((await acme.get(pathOf(ofLogin))).body, login);
    assert.equal((await service.as("globex").get(pathOf(ofLogin))).status, 404);

    const { sessions, auditEntries } = (await acme.get("/v1/verify/gdpr/export")).body;
    assert.deepEqual(sessions, rows);
    const { decisions } = (await acme.get("/v1/verify/usage")).body;
    assert.equal(decisions.CLAIMS_VERIFIED, 2);
    const [first, second] = (await service.auditEvents()).filter(({ kind }) =>
      kind === "VERIFICATION_DECISION"
    );
    assert.deepEqual(second, { ...first, sessionId: ofLogin.sessionId });
    assert.equal(auditEntries.length, 2);

    const erased = await acme.post("/v1/verify/gdpr/erasure-requests", {});
    assert.equal(erased.body.deleted.sessions, 2);
    assert.equal((await acme.get(pathOf(ofLogin))).status, 404);
    assert.equal((await service.fetch(`/test/subjects/${ofLogin.sessionId}`)).status, 404);
    assert.equal((await logIn(service, ofLogin, holder)).status, 404);
  });
}

Deno.test("a login's session waits for as long as the login says, and no longer", async () => {
  await using service = await serviceWithLogins();
  const [waiting, answered] = [
    await beginLogin(service, "acme"),
    await beginLogin(service, "acme"),
  ];
  assert.equal(waiting.expiresAt, "2026-03-02T09:05:00.000Z");
  const status = async () => (await service.as("acme").get(pathOf(waiting))).body.status;
  service.clock.advance({ minutes: loginMinutes - 1, seconds: 59, milliseconds: 999 });
  assert.equal(await status(), "pending");
  const holder = await makeHolder();
  assert.equal((await logIn(service, answered, holder)).status, 200);
  service.clock.advance({ milliseconds: 1 });
  assert.equal(await status(), "expired");
  const late = await logIn(service, waiting, holder);
  assert.deepEqual([late.status, late.body.error], [409, "verification_session_not_pending"]);
  assert.equal(await subjectOf(service, waiting), null);
});

Deno.test("a login's session that nobody answers is gone a day later, and a caller's stays", async () => {
  await using service = await serviceWithLogins();
  const [waiting, answered] = [
    await beginLogin(service, "acme"),
    await beginLogin(service, "acme"),
  ];
  const started = await start(service.as("acme"), "login-authentication");
  assert.equal((await logIn(service, answered, await makeHolder())).status, 200);
  service.clock.advance({ hours: 24, minutes: loginMinutes });
  const read = async ({ sessionId }: Pick<typeof waiting, "sessionId">) =>
    (await service.as("acme").get(`/v1/verify/sessions/${sessionId}`)).status;
  assert.deepEqual([await read(waiting), await read(answered), await read(started)], [
    404,
    200,
    200,
  ]);
  const { body } = await service.as("acme").get("/v1/verify/sessions?clientId=acme");
  assert.deepEqual(
    body.sessions.map(({ sessionId }: { sessionId: string }) => sessionId).toSorted(),
    [answered.sessionId, started.sessionId].toSorted(),
  );
});

/** The token that a session with this id would have if the API had started it. */
async function derivedToken(service: TestService, id: SessionId): Promise<string> {
  const current = Uint8Array.fromBase64((await liveEnvironment())["AVAL_SECRET_KEY"] ?? "");
  const keys = await openDataKeys({ ...service, random: seededRandom(), secrets: { current } });
  const { keyId, tokenOf } = openSessionTokens(keys["session-token"]);
  return await tokenOf({ id, tokenKeyId: keyId });
}

Deno.test("no token reads a login's session: it is as unknown as one that does not exist", async () => {
  await using service = await serviceWithLogins({ mode: "live", verifying: believingSandbox });
  const begun = await beginLogin(service, "acme");
  const { sessionToken } = await start(service.as("acme"), "login-authentication");
  const read = async (sessionId: string, token: string) => {
    const answer = await service.fetch(pathOf({ sessionId } as typeof begun), {
      headers: tokenHeader(token),
    });
    return [answer.status, answer.headers.get("www-authenticate"), await answer.text()];
  };
  const unknown = await read(UNKNOWN_ID, sessionToken);
  assert.equal(unknown[0], 401);
  const derived = await derivedToken(service, begun.sessionId);
  const known = await start(service.as("acme"), "login-authentication");
  assert.equal(await derivedToken(service, known.sessionId), known.sessionToken);
  const tokens = [sessionToken, derived, "null", "x", begun.authorizationRequest.state];
  for (const token of tokens) assert.deepEqual(await read(begun.sessionId, token), unknown);
  await logIn(service, begun, await makeHolder());
  for (const token of tokens) assert.deepEqual(await read(begun.sessionId, token), unknown);
});

Deno.test("the callback of a login's session refuses what it refuses of any", async () => {
  await using service = await serviceWithLogins();
  const holder = await makeHolder();
  const denied = await beginLogin(service, "acme");
  const refusal = { error: "access_denied" };
  const { body } = await sendAnswer(service, denied.authorizationRequest, refusal);
  assert.deepEqual(body, { sessionId: denied.sessionId, status: "failed", error: "access_denied" });

  const broken = await beginLogin(service, "acme");
  const stranger = await makeHolder();
  for (let failures = 0; failures < 5; failures++) {
    // A key binding by another key than the credential names.
    const answer = await logIn(service, broken, { ...stranger, jwk: holder.jwk });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_presentation"]);
  }
  const read = async ({ sessionId }: typeof denied) =>
    (await service.as("acme").get(pathOf({ sessionId }))).body;
  assert.equal((await read(broken)).error, "key_binding_signature_invalid");
  assert.equal((await read(denied)).status, "failed");

  const good = await beginLogin(service, "acme");
  const elsewhere = await logIn(service, good, holder, { state: "of another" });
  assert.equal(elsewhere.status, 404);
  assert.equal((await logIn(service, good, holder)).status, 200);
  assert.equal((await logIn(service, good, stranger)).status, 409);
  const subject = await subjectOf(service, good);
  assert.notEqual(subject, null);
  assert.notEqual(subject, await loggedIn(service, "acme", stranger), "the first answer counts");
  for (const begun of [denied, broken]) assert.equal(await subjectOf(service, begun), null);
});

Deno.test("a subject is of one client and one holder's key, whatever else a wallet shows", async () => {
  await using service = await serviceWithLogins();
  const [erika, max] = [await makeHolder(), await makeHolder()];
  const erikaAtAcme = await loggedIn(service, "acme", erika);
  const maxAtAcme = await loggedIn(service, "acme", max);
  const erikaAtGlobex = await loggedIn(service, "globex", erika);
  const all = [erikaAtAcme, maxAtAcme, erikaAtGlobex];
  assert.equal(new Set(all).size, 3);
  for (const subject of all) assert.match(subject ?? "", /^[A-Za-z0-9_-]{43}$/);
  assert.equal(await loggedIn(service, "acme", erika), erikaAtAcme);

  const again = await beginLogin(service, "acme");
  const jwk = { kid: "2", alg: "ES256", use: "sig", "x-other": "member" };
  assert.equal((await logIn(service, again, erika, { jwk })).status, 200);
  assert.equal(await subjectOf(service, again), erikaAtAcme, "the key as it is written otherwise");
});

Deno.test("a login-authentication session of the API logs nobody in, whatever its caller sends", async () => {
  await using service = await serviceWithLogins();
  const acme = service.as("acme");
  const holder = await makeHolder();
  const asked = await acme.post("/v1/verify/sessions", {
    clientId: "acme",
    checkType: "login-authentication",
    startedFor: "login",
  });
  for (const started of [await start(acme, "login-authentication"), asked.body]) {
    assert.equal(started.expiresAt, "2026-03-02T09:10:00.000Z");
    assert.equal((await logIn(service, started, holder)).status, 200);
    assert.equal((await acme.get(pathOf(started))).body.status, "completed");
    assert.equal(await subjectOf(service, started), null);
    const headers = tokenHeader(started.sessionToken);
    assert.equal((await service.fetch(pathOf(started), { headers })).status, 200);
  }
});
