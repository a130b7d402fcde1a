import assert from "node:assert/strict";
import { CheckType } from "../../core/verification/check_type.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";

/** The requested credentials of each check: credential, format, type, claims (Verification §2). */
const age = [
  "av_age_over_18 mso_mdoc eu.europa.ec.av.1: eu.europa.ec.av.1/age_over_18",
  "pid_birthdate dc+sd-jwt urn:eudi:pid:1: birthdate",
];
const eitherAge = [{ options: [["av_age_over_18"], ["pid_birthdate"]], required: true }];
const identity = "given_name, family_name, birthdate, nationalities";
const asked = [
  { checkType: "age-verification", version: 2, credentials: age, sets: eitherAge },
  ...["alcohol", "tobacco", "lottery"].map((goods) => ({
    checkType: `restricted-purchase-${goods}-18`,
    version: 1,
    credentials: age,
    sets: eitherAge,
  })),
  {
    checkType: "aml-identity",
    version: 1,
    credentials: [`pid_aml_identity dc+sd-jwt urn:eudi:pid:1: ${identity}`],
    sets: undefined,
  },
  {
    checkType: "str-guest-registration",
    version: 1,
    credentials: [
      `pid_str_guest_registration dc+sd-jwt urn:eudi:pid:1: ${identity}, document_number`,
    ],
    sets: undefined,
  },
  {
    checkType: "login-authentication",
    version: 1,
    credentials: ["pid_login_authentication dc+sd-jwt urn:eudi:pid:1: birthdate"],
    sets: undefined,
  },
  {
    checkType: "mobile-driving-licence",
    version: 1,
    credentials: [
      "mdl_mobile_driving_licence mso_mdoc org.iso.18013.5.1.mDL: " +
      ["driving_privileges", "document_number", "issuing_country", "expiry_date"]
        .map((element) => `org.iso.18013.5.1/${element}`).join(", "),
    ],
    sets: undefined,
  },
  {
    checkType: "corporate-mandate-verification",
    version: 3,
    credentials: [
      "pid_corporate_mandate_verification dc+sd-jwt urn:eudi:pid:1: given_name, family_name, birthdate",
      "por_corporate_mandate_verification dc+sd-jwt urn:eu.europa.ec.eudi:por:1: legal_person_identifier, legal_name, full_powers, effective_from_date, effective_until_date",
    ],
    sets: [{
      options: [["pid_corporate_mandate_verification", "por_corporate_mandate_verification"]],
      required: true,
    }],
  },
];

interface Credential {
  readonly id: string;
  readonly format: string;
  readonly meta: { readonly doctype_value?: string; readonly vct_values?: readonly string[] };
  readonly claims: readonly { readonly path: readonly string[] }[];
}

function lineOf({ id, format, meta, claims }: Credential): string {
  const type = meta.doctype_value ?? meta.vct_values?.join();
  return `${id} ${format} ${type}: ${claims.map(({ path }) => path.join("/")).join(", ")}`;
}

/** A service where every check can be started: in live a pack needs its client's key. */
async function serviceFor(mode: "sandbox" | "live"): Promise<TestService> {
  const service = await serviceInMemory({ mode });
  if (mode === "live") {
    await putRecord(service, "acme", { evidenceEncryptionKey: (await evidenceKeys()).publicJwk });
  }
  return service;
}

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`POST /v1/verify/sessions asks in ${mode} what each check type is specified to ask`, async () => {
    await using service = await serviceFor(mode);
    const acme = service.as("acme");
    assert.deepEqual(
      asked.map(({ checkType }) => checkType).toSorted(),
      CheckType.options.toSorted(),
    );
    const secrets = new Set<string>();
    for (const { checkType, version, credentials, sets } of asked) {
      const started = await start(acme, CheckType.parse(checkType));
      const { sessionId, templateVersion, authorizationRequest: request } = started;
      assert.equal(templateVersion, `${checkType}@${version}`);
      assert.deepEqual(
        request.dcql_query.credentials.map((one) => lineOf(one as never)),
        credentials,
      );
      assert.deepEqual(request.dcql_query.credential_sets, sets);
      assert.equal(request.client_id, "http://localhost:8000");
      assert.deepEqual([request.response_type, request.response_mode], ["vp_token", "direct_post"]);
      assert.equal(
        request.response_uri,
        `http://localhost:8000/v1/verify/sessions/${sessionId}/responses`,
      );
      // 256 random bits each, in base64url.
      for (const secret of [request.nonce, request.state, started.sessionToken]) {
        assert.match(secret, /^[A-Za-z0-9_-]{43}$/);
        assert(!secrets.has(secret), "one of them is used twice");
        secrets.add(secret);
      }
      assert.equal(started.expiresAt, "2026-03-02T09:10:00.000Z");
    }
  });
}

for (const AVAL_VERIFIER_ID of ["url", "redirect_uri"]) {
  Deno.test(`authorizationRequestUri says what authorizationRequest does, each member once: ${AVAL_VERIFIER_ID}`, async () => {
    await using service = await serviceInMemory({ env: { AVAL_VERIFIER_ID } });
    const structured = ["dcql_query", "client_metadata"];
    for (const checkType of CheckType.options) {
      const started = await start(service.as("acme"), checkType);
      const { authorizationRequest, authorizationRequestUri: uri } = started;
      assert.match(uri, /^openid4vp:\/\/authorize\?[^+ ]+$/);
      const members = [...new URLSearchParams(uri.split("?")[1])].map(([name, text]) =>
        [name, structured.includes(name) ? JSON.parse(text) : text] as const
      );
      assert.deepEqual(Object.fromEntries(members), authorizationRequest);
      assert.equal(members.length, Object.keys(authorizationRequest).length);
      assert(!members.some(([name]) => name === "redirect_uri"));
    }
  });
}

Deno.test("POST /v1/verify/sessions names the member that it refuses", async (t) => {
  const purchase = { clientId: "acme", checkType: "restricted-purchase-alcohol-18" };
  const cases = [
    { why: "no client", body: { checkType: "age-verification" }, says: /"clientId" is required/ },
    {
      why: "a client with a blank",
      body: { clientId: "a b", checkType: "aml-identity" },
      says: /client/i,
    },
    { why: "no check", body: { clientId: "acme" }, says: /"checkType" is required/ },
    { why: "an unknown check", body: { clientId: "acme", checkType: "x" }, says: /"checkType"/ },
    { why: "no country", body: purchase, says: /countryCode/ },
    { why: "lower case", body: { ...purchase, countryCode: "de" }, says: /countryCode/ },
    { why: "alpha-3", body: { ...purchase, countryCode: "DEU" }, says: /countryCode/ },
    { why: "no country's code", body: { ...purchase, countryCode: "ZZ" }, says: /countryCode/ },
    { why: "a name", body: { ...purchase, countryCode: "Germany" }, says: /countryCode/ },
    { why: "a number", body: { ...purchase, countryCode: 49 }, says: /countryCode/ },
    {
      why: "a client and a country",
      body: { checkType: "restricted-purchase-alcohol-18" },
      says: /^Field "clientId" is required; Field "countryCode" is required$/,
    },
  ];
  for (const mode of ["sandbox", "live"] as const) {
    await using service = await serviceInMemory({ mode });
    for (const { why, body, says } of cases) {
      await t.step(`${mode}: ${why}`, async () => {
        const answer = await service.as("acme").post("/v1/verify/sessions", body);
        assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
        assert.match(answer.body.message, says);
      });
    }
  }
});

Deno.test("POST /v1/verify/sessions ignores countryCode where the check needs none", async () => {
  await using service = await serviceInMemory();
  for (const countryCode of ["nowhere", 49, null, ["DE"], { is: "DE" }, true]) {
    const body = { clientId: "acme", checkType: "age-verification", countryCode };
    assert.equal((await service.as("acme").post("/v1/verify/sessions", body)).status, 200);
  }
});

Deno.test("in live the token's client owns the session, whatever clientId says", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const body = { clientId: "globex", checkType: "age-verification" };
  const { body: started } = await service.as("acme").post("/v1/verify/sessions", body);
  assert.equal((await service.as("acme").get(pathOf(started))).status, 200);
  assert.equal((await service.as("globex").get(pathOf(started))).status, 404);
});

Deno.test("in live a check that makes a pack needs the client's key, and is repaired by one", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  for (const checkType of ["aml-identity", "str-guest-registration"]) {
    const refused = await acme.post("/v1/verify/sessions", { clientId: "acme", checkType }, key);
    assert.deepEqual([refused.status, refused.body.error], [409, "evidence_key_not_configured"]);
  }
  assert.deepEqual((await acme.get("/v1/verify/sessions")).body.sessions, []);
  await putRecord(service, "acme", { evidenceEncryptionKey: (await evidenceKeys()).publicJwk });
  const body = { clientId: "acme", checkType: "aml-identity" };
  assert.equal((await acme.post("/v1/verify/sessions", body, key)).status, 200);
});

Deno.test("POST /v1/verify/sessions has a bucket of its own", async () => {
  const policy = { rateLimits: { verification: { capacity: 2, refillPerSecond: 0.5 } } };
  await using service = await serviceInMemory({ mode: "live", policy });
  const acme = service.as("acme");
  const body = { clientId: "acme", checkType: "age-verification" };
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await acme.post("/v1/verify/sessions", body));
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 429]);
  assert.equal(answers[0]?.headers.get("ratelimit-policy"), '"verification";q=2;w=4');
  assert.equal(answers[2]?.headers.get("retry-after"), "2");
  assert.deepEqual([answers[2]?.body.error, answers[2]?.body.retryAfterSeconds], [
    "rate_limit_exceeded",
    2,
  ]);
  // Neither another client's, nor screening's, nor the reads'.
  assert.equal((await service.as("globex").post("/v1/verify/sessions", body)).status, 200);
  assert.equal((await acme.post("/v1/screen", { name: "x" })).status, 200);
  assert.equal((await acme.get("/v1/verify/sessions")).status, 200);
  service.clock.advance({ seconds: 2 });
  assert.equal((await acme.post("/v1/verify/sessions", body)).status, 200);
});
