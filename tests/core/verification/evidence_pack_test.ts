import assert from "node:assert/strict";
import { sealEvidence } from "../../../core/verification/evidence_pack.ts";
import { notScreened } from "../../../core/verification/screen_subject.ts";
import type { VerifiedCredential } from "../../../core/presentation/verify_answer.ts";
import { evidenceKeys } from "../../support/evidence.ts";
import { serviceInMemory } from "../../support/service.ts";
import { start } from "../../support/verifying.ts";

Deno.test("a pack holds what it can be kept as, and more is no pack", async () => {
  await using service = await serviceInMemory();
  const { sessionId: id, templateVersion, authorizationRequest: request } = await start(
    service.as("acme"),
    "str-guest-registration",
  );
  const keys = await evidenceKeys();
  const sealed = (characters: number) => {
    const credential: VerifiedCredential = {
      id: "pid_str_guest_registration",
      format: "dc+sd-jwt",
      type: "urn:eudi:pid:1",
      claims: { document_number: "x".repeat(characters) },
      clear: {},
      showsAll: true,
      issuer: {
        fingerprint: "",
        certificate: new Uint8Array(),
        subject: "",
        isRevocationOverdue: false,
        name: { organization: null, country: null },
      },
      holderKeyThumbprint: "",
      presentationDigest: "",
      status: null,
    };
    const decision = {
      method: "eudi_wallet",
      booleanProofs: { claimsVerified: true },
      ...notScreened,
      templateVersion,
    } as const;
    const session = { id, checkType: "str-guest-registration", templateVersion, request } as const;
    const verifiedAt = "2026-03-02T09:00:00.000Z";
    return sealEvidence(
      { session, credentials: [credential], decision, verifiedAt },
      keys.publicJwk,
    );
  };
  const pack = await sealed(250 * 1024);
  assert(pack !== null && pack.length < 512 * 1024);
  assert.equal(await sealed(256 * 1024), null);
});
