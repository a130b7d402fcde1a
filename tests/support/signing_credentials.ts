import "reflect-metadata";
import { KeyUsageFlags, KeyUsagesExtension } from "@peculiar/x509";
import type { SignatureAlgorithm } from "../../core/seal/ports.ts";
import { caExtensions, type Certified, certify } from "./certificates.ts";
import { signEcdsa, signPkcs1, signPss } from "./raw_signatures.ts";

/** A key with its certificate, as a trust service provider holds them. */
export interface SigningCredentialOfTests {
  readonly algorithm: SignatureAlgorithm;
  /** DER: the signer's, the CA's, the root's. */
  readonly certificates: readonly Uint8Array<ArrayBuffer>[];
  /** Signs by the platform; ECDSA signatures are r and s, concatenated. */
  sign(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** Signs a SHA-256 hash as a provider does; ECDSA in DER. */
  signHash(hash: Uint8Array): Promise<Uint8Array>;
}

/** The authorities above the credentials. */
export interface SigningAuthorities {
  readonly root: Certified;
  readonly issuing: Certified;
}

/** All algorithms that a credential may have. */
export const signatureAlgorithms = [
  "ecdsa-p256",
  "ecdsa-p384",
  "rsa-pkcs1",
  "rsa-pss",
] as const satisfies readonly SignatureAlgorithm[];

const kinds = {
  "ecdsa-p256": "P-256",
  "ecdsa-p384": "P-384",
  "rsa-pkcs1": "RSA",
  "rsa-pss": "RSA",
} as const;

const signers = {
  "ecdsa-p256": signEcdsa,
  "ecdsa-p384": signEcdsa,
  "rsa-pkcs1": signPkcs1,
  "rsa-pss": signPss,
} as const;

/** Makes a root and an issuing CA. */
export async function openSigningAuthorities(): Promise<SigningAuthorities> {
  const root = await certify({ name: "Test Root" });
  const issuing = await certify({
    name: "Test Issuing CA",
    issuer: root,
    extensions: caExtensions(0),
  });
  return { root, issuing };
}

/** Makes a credential of an algorithm. */
export async function openSigningCredential(
  { root, issuing }: SigningAuthorities,
  algorithm: SignatureAlgorithm,
  name = "Tester OÜ (seal)",
): Promise<SigningCredentialOfTests> {
  const { der, keys } = await certify({
    name,
    organization: "Tester OÜ",
    country: "EE",
    issuer: issuing,
    kind: kinds[algorithm],
    extensions: [new KeyUsagesExtension(KeyUsageFlags.nonRepudiation, true)],
  });
  const key = algorithm === "rsa-pss" ? await asPss(keys.privateKey) : keys.privateKey;
  const jwk = await crypto.subtle.exportKey("jwk", keys.privateKey);
  return {
    algorithm,
    certificates: [der, issuing.der, root.der],
    signHash: (hash) => Promise.resolve(signers[algorithm](jwk, hash)),
    sign: async (bytes) => {
      const parameters = { name: key.algorithm.name, hash: "SHA-256", saltLength: 32 };
      return new Uint8Array(await crypto.subtle.sign(parameters, key, bytes.slice()));
    },
  };
}

async function asPss(key: CryptoKey): Promise<CryptoKey> {
  const der = await crypto.subtle.exportKey("pkcs8", key);
  return await crypto.subtle.importKey(
    "pkcs8",
    der,
    { name: "RSA-PSS", hash: "SHA-256" },
    false,
    ["sign"],
  );
}
