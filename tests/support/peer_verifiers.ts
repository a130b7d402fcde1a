/** Independent verifiers of credentials. */

import { CoseKey, type MdocContext, SessionTranscript, Verifier } from "@owf/mdoc";
import { SDJwtInstance } from "@sd-jwt/core";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, KeyObject, verify as verifySignature } from "node:crypto";
import { exportJWK, importJWK, type JWK } from "jose";
import { parseCertificate } from "../../standards/x509/certificate.ts";

/**
 * Verifies an SD-JWT with key binding by @sd-jwt.
 *
 * @throws Error when it is invalid
 */
export async function sdJwtByPeer(
  presentation: string,
  { issuer, nonce, now }: {
    readonly issuer: JWK;
    readonly nonce: string;
    /** Unix time, seconds. */
    readonly now: number;
  },
) {
  const library = new SDJwtInstance<Record<string, unknown>>({
    hasher: (data: string | ArrayBuffer) =>
      createHash("sha256").update(typeof data === "string" ? data : new Uint8Array(data)).digest(),
    hashAlg: "sha-256",
    verifier: (data, signature) => isSigned(issuer, data, signature),
    kbVerifier: (data, signature, { cnf }) => isSigned({ ...cnf?.jwk }, data, signature),
  });
  return await library.verify(presentation, { keyBindingNonce: nonce, currentDate: now });
}

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

/** The request data to which an answer of mobile documents is bound. */
export interface BoundTo {
  readonly clientId: string;
  readonly nonce: string;
  readonly responseUri: string;
  /** SHA-256 thumbprint of the key that the answer is encrypted to. */
  readonly jwkThumbprint?: Uint8Array | null;
}

/** The checks of @owf/mdoc that a DeviceResponse passes and fails. @param text base64url */
export async function mdocByPeer(
  text: string,
  { boundTo, anchor, now }: {
    readonly boundTo: BoundTo;
    /** DER. */
    readonly anchor: Uint8Array;
    /** Unix time, seconds. */
    readonly now: number;
  },
): Promise<{ readonly passed: readonly string[]; readonly failed: readonly string[] }> {
  const { jwkThumbprint = null, ...request } = boundTo;
  const sessionTranscript = await SessionTranscript.forOid4Vp({
    ...request,
    ...(jwkThumbprint === null ? {} : { jwkThumbprint }),
  }, context);
  const [passed, failed]: [string[], string[]] = [[], []];
  await Verifier.verifyDeviceResponse({
    deviceResponse: new Uint8Array(Buffer.from(text, "base64url")),
    sessionTranscript,
    trustedCertificates: [anchor],
    now: new Date(now * 1000),
    onCheck: ({ status, check }) => void (status === "PASSED" ? passed : failed).push(check),
  }, context);
  // The issuers of tests are of no country, as ISO/IEC 18013-5 Annex B asks of one.
  return { passed, failed: failed.filter((check) => !/country/i.test(check)) };
}

/**
 * The functions that the library requires from its users; chains have one certificate below the
 * anchor.
 */
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
      CoseKey.fromJwk({ ...await exportJWK(keyOf(certificate)) }),
    verifyCertificateChain: ({ trustedCertificates: [anchor], x5chain: [leaf] }) => {
      const { bytes, signature } = read(leaf).signed;
      assert(verifySignature("sha256", bytes, keyOf(anchor), signature));
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

function keyOf(der?: Uint8Array): KeyObject {
  const { publicKey } = read(der);
  assert(publicKey instanceof KeyObject);
  return publicKey;
}

function unused(): never {
  throw new Error("The verifier of the tests does not need it");
}
