import assert from "node:assert/strict";
import { authorizationRequestUri } from "../../core/presentation/authorization_request.ts";
import { makeVerifier } from "../support/pem.ts";
import { serviceInMemory } from "../support/service.ts";
import {
  DEGREE,
  employerPathOf,
  employerSessionsPath,
  startEmployer,
  verifierRole,
} from "../support/employing.ts";
import { believingSandbox, present, start } from "../support/verifying.ts";

/** Names of claims, longest first, down to the one that states the certified matter. */
const prefixes = (...names: readonly string[]) =>
  names.map((_, left) => names.slice(0, names.length - left));

const asked = {
  academic_degree: {
    vct: "urn:academic:degree-award:1",
    sets: prefixes("award_title", "award_date", "family_name", "given_name"),
  },
  academic_module: {
    vct: "urn:academic:module-completion:1",
    sets: prefixes("module_title", "credits", "completion_date", "family_name", "given_name"),
  },
  academic_enrolment: {
    vct: "urn:academic:enrolment:1",
    sets: prefixes("programme", "enrolment_status", "family_name", "given_name"),
  },
};

Deno.test("POST sessions asks what each check is specified to ask, in graded claim sets", async () => {
  await using service = await serviceInMemory();
  const cases = [
    ["academic-credential", ["academic_degree", "academic_module"]],
    ["academic-enrolment-status", ["academic_enrolment"]],
  ] as const;
  for (const [checkType, ids] of cases) {
    const started = await startEmployer(service.as("acme"), checkType);
    assert.deepEqual(Object.keys(started), [
      "sessionId",
      "templateVersion",
      "authorizationRequest",
      "authorizationRequestUri",
      "expiresAt",
    ]);
    const { authorizationRequest: request } = started;
    assert.equal(started.templateVersion, `${checkType}@1`);
    assert.equal(started.expiresAt, "2026-03-02T09:10:00.000Z");
    assert.equal(started.authorizationRequestUri, authorizationRequestUri(request));
    assert.equal(
      request.response_uri,
      `http://localhost:8000${employerPathOf(started)}/responses`,
    );
    for (const secret of [request.nonce, request.state]) assert.match(secret, /^[\w-]{43}$/);
    const { credentials, credential_sets } = request.dcql_query;
    assert.deepEqual(credential_sets, [{ options: ids.map((id) => [id]), required: true }]);
    assert.deepEqual(
      credentials.map(({ id, format, meta, claims = [], claim_sets }) => ({
        id,
        format,
        meta,
        claims: claims.map(({ id, path }) => [id, ...path]),
        claim_sets,
      })),
      ids.map((id) => ({
        id,
        format: "dc+sd-jwt",
        meta: { vct_values: [asked[id].vct] },
        claims: asked[id].sets[0]?.map((name) => [name, name]),
        claim_sets: asked[id].sets,
      })),
    );
  }
});

Deno.test("in live the verifier's role is needed, whatever other role a key has", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const employer = service.as("acme", verifierRole);
  const { sessionId } = await startEmployer(employer);
  const path = `${employerSessionsPath}/${sessionId}`;
  const others = ["credentials-api-client", "credentials-api-issuer", "credentials-api-reviewer"];
  const calls = (roles: readonly string[], scopes: readonly string[] = []) => {
    const client = service.as("acme", { roles, scopes });
    return Promise.all([
      client.post(employerSessionsPath, { checkType: "academic-credential" }),
      client.get(employerSessionsPath),
      client.get(path),
    ]);
  };
  for (const roles of [[], ...others.map((role) => [role]), others]) {
    for (const { status, body } of await calls(roles)) {
      assert.deepEqual([status, body.error], [403, "insufficient_role"]);
    }
  }
  const agent = ["agent:read-only"];
  for (const scopes of [[], agent]) {
    for (const { status } of await calls([...others, ...verifierRole.roles], scopes)) {
      assert.equal(status, 200);
    }
  }
  for (const { status, body } of await calls([], agent)) {
    assert.deepEqual([status, body.error], [403, "insufficient_role"]);
  }
  assert.equal((await service.fetch(employerSessionsPath)).status, 401);
  assert.equal((await service.fetch(path)).status, 401);
});

Deno.test("the clientId is optional, believed in sandbox and ignored in live", async () => {
  await using sandbox = await serviceInMemory();
  const send = async (body: object, query: string) => {
    sandbox.clock.advance({ seconds: 1 });
    const posted = await sandbox.fetch(employerSessionsPath, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ checkType: "academic-credential", ...body }),
    });
    assert.equal(posted.status, 200);
    const { sessionId } = await posted.json();
    const { sessions } = await (await sandbox.fetch(`${employerSessionsPath}${query}`)).json();
    assert.deepEqual(sessions.map((row: { sessionId: string }) => row.sessionId), [sessionId]);
  };
  await send({}, "");
  await send({ clientId: "acme" }, "?clientId=acme");
  await send({ clientId: null }, "?clientId=sandbox&limit=1");
  await using live = await serviceInMemory({ mode: "live" });
  const acme = live.as("acme", verifierRole);
  const globex = live.as("globex", verifierRole);
  const { body } = await acme.post(employerSessionsPath, {
    clientId: "globex",
    checkType: "academic-credential",
  });
  for (const query of ["", "?clientId=globex", "?clientId=acme"]) {
    const own = (await acme.get(`${employerSessionsPath}${query}`)).body.sessions;
    assert.deepEqual(own.map((row: { sessionId: string }) => row.sessionId), [body.sessionId]);
    assert.deepEqual((await globex.get(`${employerSessionsPath}${query}`)).body.sessions, []);
  }
});

Deno.test("a bad check, client or page is a 400 that names it", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const checkType of ["age-verification", "", null, 1]) {
    const { status, body } = await acme.post(employerSessionsPath, { checkType });
    assert.deepEqual([status, body.error], [400, "bad_request"]);
    assert.match(body.message, /checkType/);
  }
  for (const query of ["limit=0", "limit=1000", "limit=x", "cursor=x"]) {
    assert.equal((await acme.get(`${employerSessionsPath}?${query}`)).status, 400);
  }
});

Deno.test("POST sessions with a key gives the same bytes again, and refuses another request", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "job-1" };
  const body = { clientId: "acme", checkType: "academic-credential" };
  const first = await acme.post(employerSessionsPath, body, key);
  const again = await acme.post(employerSessionsPath, body, key);
  assert.equal(first.status, 200);
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  const other = { ...body, checkType: "academic-enrolment-status" };
  const refused = await acme.post(employerSessionsPath, other, key);
  assert.deepEqual([refused.status, refused.body.error], [409, "idempotency_key_conflict"]);
  // Verification's keys are its own.
  const verification = { clientId: "acme", checkType: "age-verification" };
  assert.equal((await acme.post("/v1/verify/sessions", verification, key)).status, 200);
  const { sessions } = (await acme.get(`${employerSessionsPath}?clientId=acme`)).body;
  assert.equal(sessions.length, 1);
});

Deno.test("the routes of employers take from the bucket of credentials, the callback from none", async () => {
  const bucket = { capacity: 3, refillPerSecond: 0.001 };
  await using service = await serviceInMemory({
    mode: "live",
    policy: { rateLimits: { credentials: bucket } },
  });
  const acme = service.as("acme", verifierRole);
  const started = await startEmployer(acme);
  assert.equal((await acme.get(employerSessionsPath)).status, 200);
  assert.equal((await acme.get(employerPathOf(started))).status, 200);
  for (const path of [employerSessionsPath, employerPathOf(started)]) {
    const { status, headers } = await acme.get(path);
    assert.equal(status, 429);
    assert.match(headers.get("retry-after") ?? "", /^\d+$/);
  }
  const verification = await acme.post("/v1/verify/sessions", {
    clientId: "acme",
    checkType: "age-verification",
  });
  assert.equal(verification.status, 200);
  const refused = await present(service, started, { academic_degree: DEGREE });
  assert.deepEqual([refused.status, refused.body.error], [400, "invalid_presentation"]);
});

Deno.test("signed requests are fetched below this path, twice while the session is pending", async () => {
  const { env } = await makeVerifier();
  await using service = await serviceInMemory({ env });
  const started = await startEmployer(service.as("acme"));
  const uri = new URL(started.authorizationRequestUri);
  const address = new URL(uri.searchParams.get("request_uri") ?? "");
  assert(address.pathname.startsWith(`${employerPathOf(started)}/requests/`));
  const foreign = address.pathname.replace("/v1/credentials/verify", "/v1/verify");
  assert.equal((await service.fetch(foreign)).status, 404);
  for (const status of [200, 200, 404]) {
    assert.equal((await service.fetch(address.pathname)).status, status);
  }
  assert.equal((await present(service, started, { academic_degree: DEGREE })).status, 200);
});

Deno.test("a session of either service is unknown to the other's routes, with the bytes of an unknown id", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const acme = service.as("acme", verifierRole);
  const employer = await startEmployer(acme);
  const verification = await start(acme, "age-verification");
  const unknown = "019cadc6-0000-7000-8000-000000000000";
  const cases = [
    ["/v1/verify/sessions", employer],
    [employerSessionsPath, verification],
  ] as const;
  for (const [path, { sessionId, authorizationRequest: { state } }] of cases) {
    const read = await acme.get(`${path}/${sessionId}`);
    const nothing = await acme.get(`${path}/${unknown}`);
    assert.deepEqual([read.status, read.text], [404, nothing.text]);
    const answer = { state, error: "access_denied" };
    const sent = await acme.post(`${path}/${sessionId}/responses`, answer);
    const sentNowhere = await acme.post(`${path}/${unknown}/responses`, answer);
    assert.deepEqual([sent.status, sent.text], [404, sentNowhere.text]);
  }
  const rows = async (path: string) =>
    (await acme.get(path)).body.sessions.map(({ sessionId }: { sessionId: string }) => sessionId);
  assert.deepEqual(await rows(employerSessionsPath), [employer.sessionId]);
  assert.deepEqual(await rows("/v1/verify/sessions"), [verification.sessionId]);
  assert.equal((await present(service, employer, { academic_degree: DEGREE })).status, 200);
  const usage = (await acme.get("/v1/verify/usage")).body;
  assert.equal(Object.values<number>(usage.decisions).reduce((a, b) => a + b), 0);
  const exported = JSON.parse((await acme.get("/v1/verify/gdpr/export")).text);
  assert.deepEqual(
    exported.sessions.map(({ sessionId }: { sessionId: string }) => sessionId),
    [verification.sessionId],
  );
  const erased = await acme.post("/v1/verify/gdpr/erasure-requests", undefined);
  assert.equal(erased.body.deleted.sessions, 1);
  assert.equal((await acme.get(employerPathOf(employer))).status, 200);
});

Deno.test("two employers know nothing of each other's sessions", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const acme = service.as("acme", verifierRole);
  const globex = service.as("globex", verifierRole);
  const started = await startEmployer(acme);
  assert.equal((await present(service, started, { academic_degree: DEGREE })).status, 200);
  const unknown = `${employerSessionsPath}/019cadc6-0000-7000-8000-000000000000`;
  for (const query of ["", "?claimsDelivery=peek"]) {
    const foreign = await globex.get(`${employerPathOf(started)}${query}`);
    const nothing = await globex.get(`${unknown}${query}`);
    assert.deepEqual([foreign.status, foreign.text], [404, nothing.text]);
  }
  assert.deepEqual((await globex.get(employerSessionsPath)).body.sessions, []);
  const cursor = `${employerSessionsPath}?cursor=${started.sessionId}`;
  assert.deepEqual((await globex.get(cursor)).body.sessions, []);
  const own = await acme.get(employerPathOf(started));
  assert.notEqual(own.body.decision.disclosedClaims, null);
});
