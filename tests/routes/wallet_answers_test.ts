/** Answers of real wallets that libraries accept, sent to the real app. */

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../base/json.ts";
import { CheckType } from "../../core/verification/check_type.ts";
import { checkTypes } from "../../core/verification/check_types.ts";
import { serviceInMemory } from "../support/service.ts";
import { sendAnswer, start } from "../support/verifying.ts";
import { tokenFor } from "../support/wallet.ts";
import { runs } from "../support/runs.ts";

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
    const { authorizationRequest: request } = await start(service.as("acme"), checkType);
    const vp_token = await tokenFor(service, request, { format, claims });
    const { status, body } = await sendAnswer(service, request, { vp_token });
    assert.equal(status, 400, JSON.stringify(claims));
    assert.match(body.message, /: claim_unusable \(credential \w+, claim \w+\)$/);
    for (const name of Object.keys(claims)) assert(body.message.endsWith(`claim ${name})`));
  }
});

Deno.test("a claim that nobody asked for is no fault, and the reply holds none", async () => {
  await using service = await serviceInMemory();
  const { authorizationRequest: request } = await start(service.as("acme"), "age-verification");
  const asksMore = {
    ...request,
    dcql_query: {
      credentials: [{
        id: "pid_birthdate",
        format: "dc+sd-jwt" as const,
        meta: { vct_values: ["urn:eudi:pid:1"] },
        claims: ["birthdate", "family_name", "document_number"].map((name) => ({ path: [name] })),
      }],
    },
  };
  const vp_token = await tokenFor(service, asksMore);
  const { status, text } = await sendAnswer(service, request, { vp_token });
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
        const { authorizationRequest: request } = await start(service.as("acme"), checkType);
        const asked = checkTypes[checkType].query.credentials
          .flatMap(({ claims = [] }) => claims.map(({ path }) => String(path.at(-1))));
        const claims = Object.fromEntries(
          values.map((value, n) => [asked[(at + n) % asked.length] ?? "", value]),
        );
        const vp_token = await tokenFor(service, request, { claims });
        const { status } = await sendAnswer(service, request, { vp_token });
        assert([200, 400].includes(status), `${status} ${checkType} ${JSON.stringify(claims)}`);
        statuses.add(status);
      },
    ),
    { numRuns: runs(200) },
  );
  assert.deepEqual([...statuses].toSorted(), [200, 400]);
});
