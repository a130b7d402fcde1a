import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { Random } from "../../../base/random.ts";
import type { Certifier } from "../../../kv/credentials/certifying.ts";
import type { OpenSigningKey } from "../../../kv/keys/wrapped_signing_key.ts";

/** Years of the authority's validity, which also limits institutions' certificates. */
const authorityYears = 40;
/** Years of validity of an institution's certificate, and thus of the degrees that it certifies. */
const institutionYears = 20;
/**
 * Minutes before now at which certificates become valid, since the clocks of wallets and verifiers
 * differ.
 */
const earlierMinutes = 5;

const ecdsa = { name: "ECDSA", namedCurve: "P-256" } as const;

/**
 * Makes X.509 certificates (RFC 5280) for institutions. They have no extended key usages: wallet
 * profiles require different ones, and a certificate without any is valid for all.
 *
 * @param issuer the credential issuer identifier of the deployment
 */
export function openCertifier({ issuer, random }: {
  readonly issuer: string;
  readonly random: Random;
}): Certifier {
  return {
    authority: async ({ key, now }) => {
      const subject = new Name([
        { CN: [{ utf8String: authorityName(new URL(issuer).host) }] },
      ]);
      const publicKey = await publicKeyOf(key);
      return await make({
        subject,
        issuer: subject,
        ...validity(now, authorityYears, null),
        publicKey,
        signingKey: key.cryptoKey,
        serialNumber: serialNumber(random),
        extensions: [
          new BasicConstraintsExtension(true, 0, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
          await SubjectKeyIdentifierExtension.create(publicKey),
        ],
      });
    },
    institution: async ({ key, now, name, country, authority }) => {
      const { subjectName, publicKey: authorityKey } = new X509Certificate(authority.der);
      const publicKey = await publicKeyOf(key);
      return await make({
        subject: new Name([
          ...(country === null ? [] : [{ C: [{ printableString: country }] }]),
          { O: [{ utf8String: name }] },
          { CN: [{ utf8String: name }] },
        ]),
        issuer: subjectName,
        ...validity(now, institutionYears, authority.certificate.notAfter),
        publicKey,
        signingKey: authority.key.cryptoKey,
        serialNumber: serialNumber(random),
        extensions: [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          await SubjectKeyIdentifierExtension.create(publicKey),
          await AuthorityKeyIdentifierExtension.create(authorityKey),
          new SubjectAlternativeNameExtension([{ type: "url", value: issuer }]),
        ],
      });
    },
  };
}

/**
 * Makes the authority's name. A common name has 64 characters at most (X.520); longer hosts are
 * cut.
 */
function authorityName(host: string): string {
  return `Issuing authority of ${host}`.slice(0, 64);
}

async function make(certificate: {
  readonly subject: Name;
  readonly issuer: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly publicKey: CryptoKey;
  readonly signingKey: CryptoKey;
  readonly serialNumber: string;
  readonly extensions: Extension[];
}): Promise<Uint8Array<ArrayBuffer>> {
  const { rawData } = await X509CertificateGenerator.create({
    ...certificate,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
  });
  return new Uint8Array(rawData);
}

/** @param endMax Unix time, seconds; null: unlimited */
function validity(now: Temporal.Instant, years: number, endMax: number | null) {
  const from = now.round({ smallestUnit: "second", roundingMode: "floor" })
    .subtract({ minutes: earlierMinutes });
  const end = now.toZonedDateTimeISO("UTC").add({ years }).toInstant().epochMilliseconds;
  const seconds = Math.min(Math.floor(end / 1000), endMax ?? Number.POSITIVE_INFINITY);
  return { notBefore: new Date(from.epochMilliseconds), notAfter: new Date(seconds * 1000) };
}

/** 126 random bits, positive, of a fixed length (RFC 5280 §4.1.2.2). */
function serialNumber(random: Random): string {
  const bytes = random.bytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toHex();
}

async function publicKeyOf({ publicKey: { x, y } }: OpenSigningKey): Promise<CryptoKey> {
  const jwk = { kty: "EC", crv: "P-256", x, y };
  return await crypto.subtle.importKey("jwk", jwk, ecdsa, true, ["verify"]);
}
