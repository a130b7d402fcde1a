/** What the wallet of the terminal makes, as libraries that we did not write verify it. */

import { CoseKey, type MdocContext, SessionTranscript, Verifier } from "@owf/mdoc";
import { SDJwtInstance } from "@sd-jwt/core";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, verify as verifySignature } from "node:crypto";
import { exportJWK, importJWK } from "jose";
import { sandboxAuthorityCertificate, sandboxIssuer } from "../../core/sandbox/credentials.ts";
import { parseCertificate } from "../../core/x509/certificate.ts";
import { serviceInMemory } from "../support/service.ts";
import { start } from "../support/verifying.ts";
import { tokenFor } from "../support/wallet.ts";

Deno.test("@sd-jwt verifies what wallet present makes", async () => {
  await using service = await serviceInMemory();
  const { authorizationRequest: request } = await start(service.as("acme"), "aml-identity");
  const token = await tokenFor(service, request) as Record<string, readonly string[]>;
  const [presentation = ""] = token["pid_aml_identity"] ?? [];
  const { kty, crv, x, y } = sandboxIssuer().privateKey;
  const library = new SDJwtInstance<Record<string, unknown>>({
    hasher: (data: string | ArrayBuffer) =>
      createHash("sha256").update(typeof data === "string" ? data : new Uint8Array(data)).digest(),
    hashAlg: "sha-256",
    verifier: (data, signature) => isSigned({ kty, crv, x, y }, data, signature),
    kbVerifier: (data, signature, { cnf }) => isSigned({ ...cnf?.jwk }, data, signature),
  });
  const { payload, kb } = await library.verify(presentation, {
    keyBindingNonce: request.nonce,
    currentDate: service.clock.now().epochMilliseconds / 1000,
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

async function isSigned(
  jwk: Readonly<Record<string, unknown>>,
  data: string,
  signature: string,
): Promise<boolean> {
  const key = await importJWK({ ...jwk, kty: "EC" }, "ES256");
  if (key instanceof Uint8Array) return false;
  return await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    key,
    new Uint8Array(Buffer.from(signature, "base64url")),
    new TextEncoder().encode(data),
  );
}

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
    const sessionTranscript = await SessionTranscript.forOid4Vp({
      clientId: request.client_id,
      nonce: request.nonce,
      responseUri: request.response_uri,
    }, context);
    const deviceResponse = new Uint8Array(Buffer.from(token[id]?.[0] ?? "", "base64url"));
    const now = new Date(service.clock.now().epochMilliseconds);
    const trustedCertificates = [sandboxAuthorityCertificate()];
    const [passed, failed]: [string[], string[]] = [[], []];
    await Verifier.verifyDeviceResponse({
      deviceResponse,
      sessionTranscript,
      trustedCertificates,
      now,
      onCheck: ({ status, check }) => void (status === "PASSED" ? passed : failed).push(check),
    }, context);
    assert(passed.length > 5, passed.join());
    // The sandbox is of no country, as ISO/IEC 18013-5 Annex B asks of an issuer.
    assert.deepEqual(failed.filter((check) => !/country/i.test(check)), []);
    assert(passed.some((check) => /device signature/i.test(check)));
  });
}

/** What the library leaves to its users; chains of one certificate below its anchor. */
const context: Pick<MdocContext, "cose" | "crypto" | "x509"> = {
  crypto: {
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace("-", "")).update(bytes).digest()),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: unused,
      verify: async ({ sign1, key }) => {
        const imported = await importJWK({ ...key.jwk }, "ES256");
        if (imported instanceof Uint8Array) return false;
        return await crypto.subtle.verify(
          { name: "ECDSA", hash: "SHA-256" },
          imported,
          new Uint8Array(sign1.signature),
          new Uint8Array(sign1.toBeSigned),
        );
      },
    },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: () => [],
    getPublicKey: async ({ certificate }) =>
      CoseKey.fromJwk({ ...await exportJWK(read(certificate).publicKey) }),
    verifyCertificateChain: ({ trustedCertificates: [anchor], x5chain: [leaf] }) => {
      const { bytes, signature } = read(leaf).signed;
      assert(verifySignature("sha256", bytes, read(anchor).publicKey, signature));
    },
    getCertificateData: ({ certificate }) => {
      const { fingerprint, notBefore, notAfter } = read(certificate);
      return {
        issuerName: "CN=aval sandbox authority",
        subjectName: "CN=aval sandbox issuer",
        serialNumber: "1",
        thumbprint: fingerprint,
        notBefore: new Date(notBefore * 1000),
        notAfter: new Date(notAfter * 1000),
        pem: "",
      };
    },
  },
};

function read(der: Uint8Array = new Uint8Array()) {
  const certificate = parseCertificate(der);
  assert(certificate !== null);
  return certificate;
}

function unused(): never {
  throw new Error("The verifier of the tests does not need it");
}
