import { concatBytes } from "../../base/bytes.ts";
import { Asn1Error, tags } from "../asn1/element.ts";
import { readBer } from "../asn1/read_ber.ts";
import type { PublicKeyKind, SigningCertificate } from "./certificate.ts";
import { der, derInteger, derNull, derOid, derSequence } from "../asn1/write_der.ts";

/** The algorithm of a raw signature, always over SHA-256 (CSC API v2.2 `signAlgo`). */
export type PadesAlgorithm = "ecdsa-p256" | "ecdsa-p384" | "rsa-pkcs1" | "rsa-pss";

/** SHA-256, SHA-384 and SHA-512. */
export const hashNames: ReadonlyMap<string, string> = new Map([
  ["2.16.840.1.101.3.4.2.1", "SHA-256"],
  ["2.16.840.1.101.3.4.2.2", "SHA-384"],
  ["2.16.840.1.101.3.4.2.3", "SHA-512"],
]);

/** AlgorithmIdentifier of SHA-256, without parameters (RFC 5754 §2). */
export const sha256Identifier: Uint8Array = derSequence(derOid("2.16.840.1.101.3.4.2.1"));

const pssParameters = derSequence(
  der(0xa0, sha256Identifier),
  der(0xa1, derSequence(derOid("1.2.840.113549.1.1.8"), sha256Identifier)),
  der(0xa2, derInteger(Uint8Array.of(32))),
);

const identifiers: Readonly<Record<PadesAlgorithm, Uint8Array>> = {
  "ecdsa-p256": derSequence(derOid("1.2.840.10045.4.3.2")),
  "ecdsa-p384": derSequence(derOid("1.2.840.10045.4.3.2")),
  "rsa-pkcs1": derSequence(derOid("1.2.840.113549.1.1.11"), derNull),
  "rsa-pss": derSequence(derOid("1.2.840.113549.1.1.10"), pssParameters),
};

/** AlgorithmIdentifier of a signature (RFC 5754 §3, RFC 4056). */
export function signatureIdentifier(algorithm: PadesAlgorithm): Uint8Array {
  return identifiers[algorithm];
}

const keys: Readonly<Record<PadesAlgorithm, PublicKeyKind>> = {
  "ecdsa-p256": "P-256",
  "ecdsa-p384": "P-384",
  "rsa-pkcs1": "rsa",
  "rsa-pss": "rsa",
};

/** Whether a key can make signatures by an algorithm. */
export function isKeyFor(algorithm: PadesAlgorithm, { key }: SigningCertificate): boolean {
  return keys[algorithm] === key;
}

/** Parameters for verifying a signature with the platform's cryptography. */
export interface Verification {
  readonly scheme: "ecdsa" | "rsa-pkcs1" | "rsa-pss";
  readonly hash: string;
  /** Bytes of salt, for PSS only. */
  readonly saltLength: number;
}

/**
 * Whether the key of a certificate made a signature. An ECDSA signature is in DER. Also false for a
 * key of another kind, or one that the platform does not support.
 */
export async function verifySignature(
  { scheme, hash, saltLength }: Verification,
  certificate: SigningCertificate,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean> {
  const isEcdsa = scheme === "ecdsa";
  if (isEcdsa !== (certificate.key === "P-256" || certificate.key === "P-384")) return false;
  const bytes = isEcdsa ? rawOf(signature, fieldBytes(certificate.key)) : signature;
  if (bytes === null) return false;
  const name = isEcdsa ? "ECDSA" : scheme === "rsa-pss" ? "RSA-PSS" : "RSASSA-PKCS1-v1_5";
  try {
    const key = await crypto.subtle.importKey(
      "spki",
      certificate.publicKey.slice(),
      { name, hash, namedCurve: certificate.key },
      false,
      ["verify"],
    );
    const parameters = { name, hash, saltLength };
    return await crypto.subtle.verify(parameters, key, bytes.slice(), signed.slice());
  } catch {
    return false; // a key or parameters that the platform does not take
  }
}

/** Returns the parameters for verifying a signature by one of these algorithms. */
function verificationOf(algorithm: PadesAlgorithm): Verification {
  const scheme = algorithm === "rsa-pkcs1" || algorithm === "rsa-pss" ? algorithm : "ecdsa";
  return { scheme, hash: "SHA-256", saltLength: 32 };
}

function fieldBytes(key: PublicKeyKind): number {
  return key === "P-384" ? 48 : 32;
}

/**
 * Converts a DER signature to r and s of fixed width; null for bytes that are not an ECDSA
 * signature in DER.
 */
function rawOf(signature: Uint8Array, width: number): Uint8Array | null {
  try {
    const { tag, children: [r, s, ...rest] } = readBer(signature);
    if (tag !== tags.sequence || rest.length > 0) return null;
    const parts = [r, s].map((number) => {
      if (number?.tag !== tags.integer) throw new Asn1Error("expected an integer");
      const start = number.content.findIndex((byte) => byte !== 0);
      const digits = number.content.subarray(start < 0 ? number.content.length : start);
      if (digits.length > width) throw new Asn1Error("an integer is too long");
      return concatBytes([new Uint8Array(width - digits.length), digits]);
    });
    return concatBytes(parts);
  } catch (fault) {
    if (fault instanceof Asn1Error) return null;
    throw fault;
  }
}

/**
 * Converts a provider's signature to the form of CMS and verifies it with the signer's certificate.
 * ECDSA comes in DER or as r and s (CSC API v2.2); the form that verifies is used. The result is
 * encoded anew, since some devices pad integers or omit the zero of the sign, and few validators
 * accept that.
 *
 * @returns null when it does not verify
 */
export async function acceptSignature(
  algorithm: PadesAlgorithm,
  certificate: SigningCertificate,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<Uint8Array | null> {
  const verification = verificationOf(algorithm);
  const isEcdsa = verification.scheme === "ecdsa";
  const width = fieldBytes(certificate.key);
  const spellings = isEcdsa
    ? [rawOf(signature, width), signature].flatMap((raw) =>
      raw?.length === 2 * width ? [inDer(raw)] : []
    )
    : [signature];
  for (const spelling of spellings) {
    if (await verifySignature(verification, certificate, spelling, signed)) return spelling;
  }
  return null;
}

/** Encodes r and s in DER. */
function inDer(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  return derSequence(derInteger(raw.subarray(0, half)), derInteger(raw.subarray(half)));
}

/** The longest signature of an algorithm, in bytes. */
export function signatureBytesMax(
  algorithm: PadesAlgorithm,
  { publicKey }: SigningCertificate,
): number {
  // r, s and what DER puts around them; an RSA signature is shorter than the key it is of.
  return algorithm.startsWith("ecdsa") ? 120 : publicKey.length;
}
