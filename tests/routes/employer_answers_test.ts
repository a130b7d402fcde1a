import assert from "node:assert/strict";
import type { EmployerSessionInitiated } from "../../core/credentials/employer_schema.ts";
import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { certify } from "../support/certificates.ts";
import {
  DEGREE,
  employerPathOf,
  employerSessionsPath,
  startEmployer,
  verifierRole,
} from "../support/employing.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { seededRandom } from "../support/random.ts";
import { answerOf, type Claims } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, present, sendAnswer } from "../support/verifying.ts";

const MODULE: Claims = {
  family_name: "Mustermann",
  given_name: "Erika",
  module_title: "Distributed Systems",
  credits: 6,
  completion_date: "2025-02-01",
};
const ENROLMENT: Claims = {
  family_name: "Mustermann",
  given_name: "Erika",
  programme: "Computer Science (MSc)",
  enrolment_status: "enrolled",
};

/** Reads a session as its starter in sandbox. */
async function read(service: TestService, started: EmployerSessionInitiated, query = "") {
  const { status, body } = await service.as("acme").get(`${employerPathOf(started)}${query}`);
  assert.equal(status, 200);
  return body;
}

Deno.test("each credential of a check decides, and its claims are delivered once", async () => {
  await using service = await serviceInMemory();
  const cases = [
    ["academic-credential", "academic_degree", "DEGREE_AWARD", DEGREE],
    ["academic-credential", "academic_module", "MODULE_COMPLETION", MODULE],
    ["academic-enrolment-status", "academic_enrolment", "ENROLMENT", ENROLMENT],
  ] as const;
  for (const [checkType, id, credentialType, claims] of cases) {
    const started = await startEmployer(service.as("acme"), checkType);
    const { sessionId, templateVersion } = started;
    assert.equal((await read(service, started)).decision, null);
    const reply = await present(service, started, { [id]: claims });
    const booleanProofs = { claimsVerified: true };
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, {
      sessionId,
      status: "completed",
      booleanProofs,
      templateVersion,
    });
    const peeked = await read(service, started, "?claimsDelivery=peek");
    assert.equal(peeked.decision.disclosedClaims, null);
    const decision = {
      method: "eudi_wallet",
      booleanProofs,
      credentialType,
      issuer: { name: null, country: null },
      templateVersion,
      revocationStatus: "UNKNOWN",
    };
    const claimed = await read(service, started);
    assert.deepEqual(claimed, {
      sessionId,
      checkType,
      templateVersion,
      status: "completed",
      createdAt: "2026-03-02T09:00:00.000Z",
      expiresAt: "2026-03-02T09:10:00.000Z",
      error: null,
      decision: { ...decision, disclosedClaims: claims },
    });
    assert.deepEqual((await read(service, started)).decision, {
      ...decision,
      disclosedClaims: null,
    });
  }
});

Deno.test("of 64 reads at once one gets the claims, and no list, HEAD or agent ever does", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const acme = service.as("acme", verifierRole);
  const agent = service.as("acme", { ...verifierRole, scopes: ["agent:read-only"] });
  const started = await startEmployer(acme);
  const path = employerPathOf(started);
  assert.equal((await present(service, started, { academic_degree: DEGREE })).status, 200);
  const { body: { sessions: [row] } } = await acme.get(employerSessionsPath);
  assert.deepEqual([row.status, row.decision.disclosedClaims], ["completed", null]);
  assert.equal((await agent.get(path)).body.decision.disclosedClaims, null);
  const token = { authorization: await bearerOf(service) };
  const head = await service.fetch(path, { method: "HEAD", headers: token });
  assert.equal(head.status, 200);
  const reads = await Promise.all(Array.from({ length: 64 }, () => acme.get(path)));
  const delivered = reads.map(({ body }) => body.decision.disclosedClaims);
  assert.deepEqual(delivered.filter((claims) => claims !== null), [DEGREE]);
  assert.equal((await acme.get(path)).body.decision.disclosedClaims, null);
});

/** An `Authorization` header with a token of the employer. */
async function bearerOf(service: TestService): Promise<string> {
  const token = await mintAccessToken({ ...service, random: seededRandom(31) }, {
    clientId: ClientId.parse("acme"),
    roles: verifierRole.roles,
    scopes: [],
    seconds: 600,
  });
  return `Bearer ${token}`;
}

Deno.test("disclosed claims are what was asked and shown, and what the credential shows everybody", async () => {
  await using service = await serviceInMemory();
  const started = await startEmployer(service.as("acme"));
  const hidden = { award_title: "Master of Science", student_number: "S-4711", grade: "1.0" };
  const clear = {
    iss: "https://university.example",
    sub: "student-4711",
    jti: "one",
    given_name: "Erika",
    honours: { level: "first" },
  };
  const reply = await present(service, started, { academic_degree: hidden }, {
    sdJwt: { payload: clear },
  });
  assert.equal(reply.status, 200);
  const { decision } = await read(service, started);
  assert.deepEqual(decision.disclosedClaims, {
    given_name: "Erika",
    honours: { level: "first" },
    award_title: "Master of Science",
  });
});

Deno.test("the institution is the organisation of its certificate", async () => {
  const root = await certify({ name: "Universities", ...always });
  const own = await certify({
    name: "Signer",
    country: "AT",
    organization: "Universität Bruck",
    issuer: root,
    ...always,
  });
  await using service = await serviceInMemory({
    env: { AVAL_TRUST_ANCHORS: certificatesPem(root) },
  });
  const started = await startEmployer(service.as("acme"));
  const issuer = { chain: [own.der], key: own.keys.privateKey };
  await present(service, started, { academic_degree: DEGREE }, { issuer });
  const { decision } = await read(service, started);
  assert.deepEqual(decision.issuer, { name: "Universität Bruck", country: "AT" });
});

Deno.test("a presentation that does not hold is refused by its rule, and decides nothing", async () => {
  const stranger = await certify({ name: "Stranger", issuer: await certify({ name: "Nobody" }) });
  const foreign = { chain: [stranger.der], key: stranger.keys.privateKey };
  await using service = await serviceInMemory();
  const { award_title, ...untitled } = DEGREE;
  const cases = [
    ["issuer_untrusted", { academic_degree: DEGREE }, { issuer: foreign }],
    ["credential_type_unaccepted", { academic_degree: DEGREE }, {
      sdJwt: { payload: { vct: "urn:academic:enrolment:1" } },
    }],
    ["credential_type_unaccepted", { academic_degree: DEGREE }, {
      sdJwt: { payload: { vct: "urn:eudi:pid:1" } },
    }],
    ["claim_missing", { academic_degree: untitled }, {}],
    ["claim_unusable", { academic_degree: { ...DEGREE, award_title: " " } }, {}],
    ["claim_unusable", { academic_degree: { ...DEGREE, award_title: { en: "MSc" } } }, {}],
    ["credential_set_unsatisfied", { academic_degree: DEGREE, academic_module: MODULE }, {}],
    ["credential_set_unsatisfied", {}, {}],
  ] as const;
  for (const [rule, claims, presenting] of cases) {
    const started = await startEmployer(service.as("acme"));
    const refused = await present(service, started, claims, presenting);
    assert.equal(refused.status, 400, rule);
    assert.equal(refused.body.error, "invalid_presentation");
    assert.match(refused.body.message, new RegExp(`: ${rule}( |$)`));
    if (rule === "claim_unusable") {
      assert.match(refused.body.message, / \(credential academic_degree, claim award_title\)$/);
    }
    const { status, decision } = await read(service, started);
    assert.deepEqual([status, decision], ["pending", null]);
    // The student tries again, with the title alone.
    const good = await present(service, started, { academic_degree: { award_title } });
    assert.equal(good.status, 200);
  }
  const events = await service.auditEvents();
  const decisions = events.filter(({ kind }) => kind === "ACADEMIC_DECISION");
  assert.equal(decisions.length, cases.length);
});

Deno.test("the fifth bad presentation ends the session", async () => {
  await using service = await serviceInMemory();
  const started = await startEmployer(service.as("acme"));
  const bad = { academic_degree: { ...DEGREE, award_title: "" } };
  for (let tries = 0; tries < 5; tries++) {
    assert.equal((await present(service, started, bad)).status, 400);
  }
  const { status, body } = await present(service, started, { academic_degree: DEGREE });
  assert.deepEqual([status, body.error], [409, "verification_session_not_pending"]);
  const ended = await read(service, started);
  assert.deepEqual([ended.status, ended.error, ended.decision], ["failed", "claim_unusable", null]);
});

Deno.test("a wallet's error, a wrong state and the clock end a session or leave it, as verification's", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const declined = await startEmployer(acme);
  const { sessionId, authorizationRequest: request } = declined;
  const wrong = await sendAnswer(service, request, { state: "wrong", error: "access_denied" });
  assert.deepEqual([wrong.status, wrong.body.error], [404, "not_found"]);
  const missing = await sendAnswer(service, request, {});
  assert.deepEqual([missing.status, missing.body.error], [400, "bad_request"]);
  const error = await sendAnswer(service, request, { error: "access_denied" });
  assert.deepEqual(error.body, { sessionId, status: "failed", error: "access_denied" });
  const read1 = await read(service, declined);
  assert.deepEqual([read1.status, read1.error], ["failed", "access_denied"]);
  const late = await startEmployer(acme);
  service.clock.advance({ minutes: 10 });
  assert.equal((await read(service, late)).status, "expired");
  const { status, body } = await present(service, late, { academic_degree: DEGREE });
  assert.deepEqual([status, body.error], [409, "verification_session_not_pending"]);
});

Deno.test("the callback reads no Authorization header, whatever it says", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const started = await startEmployer(service.as("acme", verifierRole));
  const { authorizationRequest: request } = started;
  const answer = await answerOf(request, {
    now: service.clock.now(),
    claims: { academic_degree: DEGREE },
  });
  const agent = { authorization: "Bearer nobodys-token" };
  const sent = await service.fetch(new URL(request.response_uri).pathname, {
    method: "POST",
    headers: { "content-type": "application/json", ...agent },
    body: JSON.stringify(answer),
  });
  assert.equal(sent.status, 200);
  const again = await service.fetch(new URL(request.response_uri).pathname, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(answer),
  });
  assert.equal(again.status, 409);
});

Deno.test("undelivered claims are gone after 30 days, and the decision stays", async () => {
  await using service = await serviceInMemory();
  const [early, late] = [
    await startEmployer(service.as("acme")),
    await startEmployer(service.as("acme")),
  ];
  for (const started of [early, late]) {
    assert.equal((await present(service, started, { academic_degree: DEGREE })).status, 200);
  }
  service.clock.advance({ hours: 30 * 24 - 1, minutes: 59, seconds: 59 });
  assert.deepEqual((await read(service, early)).decision.disclosedClaims, DEGREE);
  service.clock.advance({ seconds: 1 });
  const { status, decision } = await read(service, late);
  assert.deepEqual([status, decision.disclosedClaims], ["completed", null]);
});

Deno.test("a decision is audited by ids and classes, and counts in no usage of verification", async () => {
  await using service = await serviceInMemory();
  const started = await startEmployer(service.as("acme"));
  await present(service, started, { academic_degree: DEGREE });
  const events = await service.auditEvents();
  assert.deepEqual(events, [{
    kind: "ACADEMIC_DECISION",
    clientId: "acme",
    sessionId: started.sessionId,
    mode: "sandbox",
    checkType: "academic-credential",
    templateVersion: "academic-credential@1",
    credentialType: "DEGREE_AWARD",
    booleanProofs: { claimsVerified: true },
  }]);
  const { body } = await service.as("acme").get("/v1/verify/usage");
  assert(Object.values<number>(body.decisions).every((count) => count === 0));
});
