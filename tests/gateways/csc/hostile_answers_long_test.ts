import assert from "node:assert/strict";
import fc from "fast-check";
import { HASH, PIN, trustServiceClient } from "../../support/trust_service_client.ts";
import { trustServiceCalls } from "../../support/trust_service_provider.ts";
import { runs } from "../../support/runs.ts";

/** Arbitrary JSON, or the answer of a call with members of any kind. */
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      "SAD",
      "handle",
      "signatures",
      "access_token",
      "expires_in",
      "specs",
      "methods",
      "oauth2",
      "key",
      "cert",
      "auth",
      "error",
      "error_description",
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.array(fc.string()),
      fc.string({ unit: "binary", maxLength: 500 }),
      fc.constant({ status: "enabled", certificates: ["MIIB"], mode: "implicit" }),
    ),
  ),
);
/** Any status except 202, with which a service may let us poll until the act ends. */
const status = fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 418, 429, 500, 501, 503);

Deno.test("whatever a provider answers, an act ends in a refusal or a signature, authorized once", async () => {
  await using client = await trustServiceClient({ rules: { breakerFailuresMin: 1_000 } });
  const { service, provider } = client;
  const calls = trustServiceCalls.filter((name) => name !== "credentials/list");
  const hostile = fc.record({ call: fc.constantFrom(...calls), status, body });
  await fc.assert(
    fc.asyncProperty(hostile, async ({ call, status, body }) => {
      // What was kept of earlier answers is asked for again.
      client.clock.advance({ minutes: 61 });
      const before = new Map(service.calls);
      service.answer(call, { status, body });
      const ended = client.signal;
      const asked = { credentialId: "sign-pin-pending", act: "sign" } as const;
      const found = await provider.findCredential(asked, ended);
      if (found.ok) {
        const signing = { credential: found.value, hash: HASH, authorization: PIN };
        const signed = await provider.signHash(signing, ended);
        assert(signed.ok ? signed.value instanceof Uint8Array : signed.refusal.code !== undefined);
      }
      service.answer(call, null);
      const times = (name: typeof call) => service.calls.get(name)! - before.get(name)!;
      const isOfToken = call === "credentials/authorize" && status === 401;
      assert(times("credentials/authorize") <= (isOfToken ? 2 : 1));
      assert(times("signatures/signHash") <= 1);
    }),
    { numRuns: runs(300) },
  );
  const kept = client.lines.join();
  for (const text of [PIN.pin, HASH.toBase64(), "sign-pin-pending"]) assert(!kept.includes(text));
});
