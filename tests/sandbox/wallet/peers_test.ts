/** Presentations of the command-line wallet, verified by independent libraries. */

import assert from "node:assert/strict";
import {
  sandboxAuthorityCertificate,
  sandboxIssuer,
} from "../../../sandbox/invented/credentials.ts";
import { mdocByPeer, sdJwtByPeer } from "../../support/peer_verifiers.ts";
import { serviceInMemory } from "../../support/service.ts";
import { start } from "../../support/verifying.ts";
import { tokenFor } from "../../support/wallet.ts";

Deno.test("@sd-jwt verifies what wallet present makes", async () => {
  await using service = await serviceInMemory();
  const { authorizationRequest: request } = await start(service.as("acme"), "aml-identity");
  const token = await tokenFor(service, request) as Record<string, readonly string[]>;
  const [presentation = ""] = token["pid_aml_identity"] ?? [];
  const { kty, crv, x, y } = sandboxIssuer().privateKey;
  const { payload, kb } = await sdJwtByPeer(presentation, {
    issuer: { kty, crv, x, y },
    nonce: request.nonce,
    now: service.clock.now().epochMilliseconds / 1000,
  });
  const { given_name, family_name, birthdate, nationalities, ...others } = {
    ...payload as Readonly<Record<string, unknown>>,
  };
  assert.deepEqual(
    [given_name, family_name, birthdate, nationalities],
    ["Erika", "Mustermann", "1984-08-12", ["DE"]],
  );
  assert.equal(Object.hasOwn(others, "document_number"), false);
  assert.equal(kb?.payload.aud, request.client_id);
});

for (
  const [checkType, id] of [
    ["age-verification", "av_age_over_18"],
    ["mobile-driving-licence", "mdl_mobile_driving_licence"],
  ] as const
) {
  Deno.test(`@owf/mdoc verifies what wallet present makes: ${id}`, async () => {
    await using service = await serviceInMemory();
    const { authorizationRequest: request } = await start(service.as("acme"), checkType);
    const token = await tokenFor(service, request) as Record<string, readonly string[]>;
    const { client_id: clientId, nonce, response_uri: responseUri } = request;
    const { passed, failed } = await mdocByPeer(token[id]?.[0] ?? "", {
      boundTo: { clientId, nonce, responseUri },
      anchor: sandboxAuthorityCertificate(),
      now: service.clock.now().epochMilliseconds / 1000,
    });
    assert(passed.length > 5, passed.join());
    assert.deepEqual(failed, []);
    assert(passed.some((check) => /device signature/i.test(check)));
  });
}
