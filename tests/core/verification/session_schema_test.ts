import assert from "node:assert/strict";
import { VerificationSession } from "../../../core/verification/session_schema.ts";

/** A stored session, for every outcome. */
const stored = {
  id: "019a5f4e-7c00-7000-8000-000000000001",
  service: "verification",
  clientId: "acme",
  mode: "sandbox",
  startedFor: "api",
  checkType: "restricted-purchase-alcohol-18",
  templateVersion: "restricted-purchase-alcohol-18@1",
  countryCode: "DE",
  request: {
    client_id: "x509_hash:AAAA",
    response_type: "vp_token",
    response_mode: "direct_post",
    response_uri:
      "http://localhost/v1/verify/sessions/019a5f4e-7c00-7000-8000-000000000001/responses",
    dcql_query: {
      credentials: [{ id: "pid", format: "dc+sd-jwt", meta: { vct_values: ["urn:eudi:pid:1"] } }],
    },
    nonce: "n",
    state: "s",
  },
  requestObject: { id: "r", fetches: 1 },
  createdAt: "2026-11-22T09:00:00.000Z",
  pendingUntil: "2026-11-22T09:10:00.000Z",
  packKey: null,
  tokenKeyId: "k",
};

Deno.test("VerificationSession reads what is stored, and writes the same bytes again", () => {
  const decision = {
    method: "eudi_wallet",
    booleanProofs: { ageOver18: true },
    amlResult: null,
    pepFlag: null,
    sanctionedFlag: null,
    listsChecked: [],
    humanReviewRequired: false,
    templateVersion: "restricted-purchase-alcohol-18@1",
    frozenDecisionArtifact: null,
  };
  const endedAt = "2026-11-22T09:01:00.000Z";
  const outcomes = [
    { status: "pending", failures: 2 },
    { status: "completed", endedAt, decision, pack: "none" },
    { status: "completed", endedAt, decision, pack: "delivered", claim: "c" },
    { status: "completed", endedAt, decision, subject: "sub", pack: "none" },
    { status: "failed", endedAt, error: "access_denied" },
  ];
  for (const outcome of outcomes) {
    const text = JSON.stringify({ ...stored, outcome });
    assert.equal(JSON.stringify(VerificationSession.parse(JSON.parse(text))), text);
  }
});

Deno.test("VerificationSession reads a session of a server that knew no login as one of the API", () => {
  const { startedFor: _, ...before } = stored;
  const outcome = { status: "pending", failures: 0 } as const;
  const read = VerificationSession.parse({ ...before, outcome });
  assert.deepEqual(read, { ...stored, outcome });
});

Deno.test("VerificationSession reads a recorded session of a server that had no other sessions", async () => {
  const recorded = await Deno.readTextFile(new URL("recorded_session.json", import.meta.url));
  const before = JSON.parse(recorded);
  assert(!("service" in before));
  const { service, ...read } = VerificationSession.parse(before);
  assert.equal(service, "verification");
  assert.deepEqual(JSON.parse(JSON.stringify(read)), before);
});

Deno.test("VerificationSession refuses another service's session", () => {
  const outcome = { status: "pending", failures: 0 };
  assert(VerificationSession.safeParse({ ...stored, outcome }).success);
  for (const service of ["credentials", "screening", "", null]) {
    assert(!VerificationSession.safeParse({ ...stored, service, outcome }).success);
  }
});

Deno.test("VerificationSession refuses a session that was started for anything else", () => {
  const outcome = { status: "pending", failures: 0 };
  for (const startedFor of ["", "API", "issuance", null]) {
    assert(!VerificationSession.safeParse({ ...stored, startedFor, outcome }).success);
  }
});
