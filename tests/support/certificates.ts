import "reflect-metadata";
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import assert from "node:assert/strict";

/** A certificate and its key pair. */
export interface Certified {
  readonly certificate: X509Certificate;
  readonly der: Uint8Array<ArrayBuffer>;
  readonly keys: CryptoKeyPair;
}

const kinds = {
  "P-256": { name: "ECDSA", namedCurve: "P-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384" },
  Ed25519: { name: "Ed25519" },
  RSA: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  },
};

/** Options for a certificate of the tests. */
export interface Certifying {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly organization?: string;
  /** Absent for a self-signed certificate. */
  readonly issuer?: Certified;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly kind?: keyof typeof kinds;
  readonly extensions?: Extension[];
  /** The key pair to certify again; by default a new one. */
  readonly keys?: CryptoKeyPair;
  /** A key that signs instead of the issuer's. */
  readonly signer?: CryptoKey;
  readonly hash?: "SHA-1" | "SHA-256";
}

/** Unix time in seconds at which the tests verify certificates. */
export const lookedAt = Date.parse("2026-11-21T00:00:00Z") / 1000;

/**
 * Extensions of a CA certificate.
 *
 * @param pathLength CAs that may follow
 */
export function caExtensions(pathLength?: number): Extension[] {
  return [
    new BasicConstraintsExtension(true, pathLength, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
  ];
}

/** Extensions of a certificate that signs credentials. */
export const signerExtensions: Extension[] = [
  new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
];

/** The extension that lists a certificate's host names. */
export function dnsNames(...names: readonly string[]): Extension {
  return new SubjectAlternativeNameExtension(
    names.map((value) => ({ type: "dns" as const, value })),
  );
}

/** Makes a certificate, with another library than the one that the service reads it with. */
export async function certify(
  { name, issuer, kind = "P-256", hash = "SHA-256", ...rest }: Certifying,
): Promise<Certified> {
  const keys = rest.keys ?? await crypto.subtle.generateKey(kinds[kind], true, ["sign", "verify"]);
  assert("publicKey" in keys);
  const subject = [
    ...(rest.country === undefined ? [] : [`C=${rest.country}`]),
    ...(rest.organization === undefined ? [] : [`O=${rest.organization}`]),
    `CN=${name}`,
  ].join(", ");
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: rest.notBefore ?? new Date("2026-01-01T00:00:00Z"),
    notAfter: rest.notAfter ?? new Date("2027-01-01T00:00:00Z"),
    publicKey: keys.publicKey,
    signingKey: rest.signer ?? issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: { name: "ECDSA", hash },
    extensions: rest.extensions ?? (issuer === undefined ? caExtensions() : signerExtensions),
  });
  return { certificate, der: new Uint8Array(certificate.rawData), keys };
}

/** A key usage extension of `length` bytes with all bits set. */
export function keyUsageOf(length: number): Extension {
  const count = length + 1;
  const size = count < 0x80
    ? [count]
    : count < 0x10000
    ? [0x82, count >> 8, count & 0xff]
    : [0x83, count >> 16, (count >> 8) & 0xff, count & 0xff];
  const bits = Uint8Array.from([0x03, ...size, 0, ...new Uint8Array(length).fill(0xff)]);
  return new Extension("2.5.29.15", true, bits.buffer);
}
