import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../base/json.ts";
import { EmployerCheckType } from "../../core/credentials/employer_schema.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import { serviceInMemory } from "../support/service.ts";
import { sendAnswer } from "../support/verifying.ts";
import { runWallet, tokenFor } from "../support/wallet.ts";
import { runs } from "../support/runs.ts";

Deno.test("the terminal's wallet answers every check of employers with an invented person's credential", async () => {
  await using service = await serviceInMemory();
  const expected = {
    "academic-credential": ["award_date", "award_title", "family_name", "given_name"],
    "academic-enrolment-status": ["enrolment_status", "family_name", "given_name", "programme"],
  };
  for (const checkType of EmployerCheckType.options) {
    const started = await startEmployer(service.as("acme"), checkType);
    const { code, stdout, stderr } = await runWallet(service, [
      "present",
      started.authorizationRequestUri,
    ]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).booleanProofs, { claimsVerified: true });
    assert(!stdout.includes("Mustermann"));
    const { body } = await service.as("acme").get(employerPathOf(started));
    const claims = body.decision.disclosedClaims;
    assert.deepEqual(Object.keys(claims).toSorted(), expected[checkType]);
    assert.equal(claims.family_name, "Mustermann");
  }
});

Deno.test("whatever an institution certifies is taken or refused, and delivered as it was", async () => {
  await using service = await serviceInMemory();
  const value = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<Json>,
    fc.constantFrom<Json>("\ud800", "\u0000", "a".repeat(20_000), "constructor", {
      ["__proto__"]: { a: 1 },
    }),
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.oneof(fc.constant("MSc"), value),
      async (given_name, award_title) => {
        const started = await startEmployer(service.as("acme"));
        const { authorizationRequest: request } = started;
        const vp_token = await tokenFor(service, request, { claims: { given_name, award_title } });
        const { status } = await sendAnswer(service, request, { vp_token });
        statuses.add(status);
        assert([200, 400].includes(status));
        const read = await service.as("acme").get(employerPathOf(started));
        assert.equal(read.status, 200);
        if (status === 400) return;
        const { disclosedClaims } = read.body.decision;
        assert.equal(
          JSON.stringify([disclosedClaims.given_name, disclosedClaims.award_title]),
          JSON.stringify([given_name, award_title]),
        );
      },
    ),
    { numRuns: runs(60) },
  );
  assert.deepEqual(statuses, new Set([200, 400]));
});
