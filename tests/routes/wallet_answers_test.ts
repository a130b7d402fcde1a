/** Answers that wallets in the field send, and that libraries let through (over the real app). */

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../core/json.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { checkTypes } from "../../core/verification/check_types.ts";
import { serviceInMemory } from "../support/service.ts";
import { postAnswer, startCheck, tokenFor } from "../support/wallet.ts";

type Token = Readonly<Record<string, readonly string[]>>;

/** What one presentation of an age meets, done something to. */
async function outcomes(
  change: (token: Token) => Json,
  { json = false, format = "sd-jwt" as "sd-jwt" | "mdoc" } = {},
): Promise<readonly [number, string]> {
  await using service = await serviceInMemory();
  const { body: { authorizationRequest: request } } = await startCheck(service, "age-verification");
  const token = await tokenFor(service, request, { format });
  const { status, body } = await postAnswer(
    service,
    request,
    { vp_token: change(token as Token) },
    { json },
  );
  return [status, body.error ?? "none"];
}

function perPresentation(change: (text: string) => Json): (token: Token) => Json {
  return (token) =>
    Object.fromEntries(Object.entries(token).map(([id, [text = ""]]) => [id, change(text)]));
}

Deno.test("vp_token is an object of presentations, each a text or an array of one text", async (t) => {
  const cases: readonly (readonly [string, (token: Token) => Json, number, string])[] = [
    ["an array of one", (token) => token, 200, "none"],
    ["a bare text", perPresentation((text) => text), 200, "none"],
    ["an array of none", perPresentation(() => []), 400, "invalid_presentation"],
    ["an array of two", perPresentation((text) => [text, text]), 400, "invalid_presentation"],
    ["an array in an array", perPresentation((text) => [[text]]), 400, "bad_request"],
    ["an object", perPresentation((text) => ({ text })), 400, "bad_request"],
    ["a number", perPresentation(() => 1), 400, "bad_request"],
    ["null", perPresentation(() => null), 400, "bad_request"],
    ["an array as a whole", (token) => [token], 400, "bad_request"],
    ["a number as a whole", () => 7, 400, "bad_request"],
    ["nothing", () => ({}), 400, "invalid_presentation"],
    ["another id", (token) => ({ ...token, other: ["a"] }), 400, "invalid_presentation"],
  ];
  for (const [what, change, status, error] of cases) {
    for (const json of [false, true]) {
      await t.step(
        `${what}, ${json ? "JSON" : "form"}`,
        async () => assert.deepEqual(await outcomes(change, { json }), [status, error]),
      );
    }
  }
});

Deno.test("vp_token is JSON text in a form, and no text in JSON", async () => {
  const asText = (token: Token) => JSON.stringify(token);
  assert.deepEqual(await outcomes(asText), [200, "none"]);
  assert.deepEqual(await outcomes(asText, { json: true }), [400, "bad_request"]);
  assert.deepEqual(await outcomes(() => "{"), [400, "bad_request"]);
  assert.deepEqual(await outcomes(() => "x".repeat(1_100_000)), [413, "payload_too_large"]);
});

Deno.test("an answer that drops its state, or bears another, changes nothing", async () => {
  await using service = await serviceInMemory();
  const { body } = await startCheck(service, "age-verification");
  const request = body.authorizationRequest;
  const vp_token = await tokenFor(service, request);
  for (const state of ["", "other", `${request.state}x`]) {
    const wrong = await postAnswer(service, { ...request, state }, { vp_token });
    assert.deepEqual([wrong.status, wrong.body.error], [404, "not_found"]);
    const error = { error: "access_denied" };
    assert.equal((await postAnswer(service, { ...request, state }, error)).status, 404);
  }
  assert.equal((await postAnswer(service, request, { vp_token })).status, 200);
});

Deno.test("an unknown error of a wallet's is an error all the same, and not repeated", async () => {
  await using service = await serviceInMemory();
  const { body } = await startCheck(service, "age-verification");
  const said = { error: "Erika Mustermann", error_description: "Erika Mustermann" };
  const reply = await postAnswer(service, body.authorizationRequest, said);
  assert.deepEqual([reply.status, reply.body.error], [200, "unknown_error"]);
  const read = await service.as("acme").get(`/v1/verify/sessions/${body.sessionId}`);
  assert.deepEqual([read.body.status, read.body.error], ["failed", "unknown_error"]);
});

Deno.test("a value of another kind than its check needs is refused, though it is signed", async () => {
  const cases = [
    ["age-verification", "mdoc", { age_over_18: "yes" }],
    ["age-verification", "mdoc", { age_over_18: 1 }],
    ["age-verification", "mdoc", { age_over_18: null }],
    ["age-verification", "sd-jwt", { birthdate: "1984-00-00" }],
    ["age-verification", "sd-jwt", { birthdate: "1984-02-30" }],
    ["age-verification", "sd-jwt", { birthdate: "2084-02-03" }],
    ["age-verification", "sd-jwt", { birthdate: { date: "1984-08-12" } }],
    ["aml-identity", "sd-jwt", { nationalities: [] }],
    ["aml-identity", "sd-jwt", { nationalities: "DE" }],
    ["aml-identity", "sd-jwt", { given_name: "" }],
    ["aml-identity", "sd-jwt", { family_name: 7 }],
    ["mobile-driving-licence", "mdoc", { expiry_date: "soon" }],
    ["corporate-mandate-verification", "sd-jwt", { effective_until_date: "9999" }],
  ] as const;
  await using service = await serviceInMemory();
  for (const [checkType, format, claims] of cases) {
    const { body: { authorizationRequest: request } } = await startCheck(service, checkType);
    const vp_token = await tokenFor(service, request, { format, claims });
    const { status, body } = await postAnswer(service, request, { vp_token });
    assert.equal(status, 400, JSON.stringify(claims));
    assert.match(body.message, /claim_unusable/);
  }
});

Deno.test("a claim that nobody asked for is no fault, and the reply holds none", async () => {
  await using service = await serviceInMemory();
  const { body: { authorizationRequest: request } } = await startCheck(service, "age-verification");
  const asksMore = {
    ...request,
    dcql_query: {
      credentials: [{
        id: "pid_birthdate",
        format: "dc+sd-jwt",
        meta: { vct_values: ["urn:eudi:pid:1"] },
        claims: ["birthdate", "family_name", "document_number"].map((name) => ({ path: [name] })),
      }],
    },
  };
  const vp_token = await tokenFor(service, asksMore);
  const { status, text } = await postAnswer(service, request, { vp_token });
  assert.equal(status, 200, text);
  for (const claim of ["Mustermann", "1984-08-12", "SBX1234567"]) {
    assert.equal(text.includes(claim), false);
  }
});

Deno.test("whatever an issuer signs is taken or refused, and breaks nothing", async () => {
  await using service = await serviceInMemory();
  const value = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<Json>,
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(-24, -14)),
    fc.constantFrom<Json>("0000-01-01", "\ud800", "\u0000", "a".repeat(10_000), ["DE"], ["DE", 1]),
    fc.array(fc.constantFrom("DE", "FR", "ZZ"), { minLength: 50, maxLength: 50 }),
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CheckType.options),
      fc.array(value, { minLength: 1, maxLength: 2 }),
      fc.nat(),
      async (checkType, values, at) => {
        const { body: { authorizationRequest: request } } = await startCheck(service, checkType);
        const asked = checkTypes[checkType].query.credentials
          .flatMap(({ claims = [] }) => claims.map(({ path }) => String(path.at(-1))));
        const claims = Object.fromEntries(
          values.map((value, n) => [asked[(at + n) % asked.length] ?? "", value]),
        );
        const vp_token = await tokenFor(service, request, { claims });
        const { status } = await postAnswer(service, request, { vp_token });
        assert([200, 400].includes(status), `${status} ${checkType} ${JSON.stringify(claims)}`);
        statuses.add(status);
      },
    ),
    { numRuns: 200 },
  );
  assert.deepEqual([...statuses].toSorted(), [200, 400]);
});
