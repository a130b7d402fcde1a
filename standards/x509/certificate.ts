import { Buffer } from "node:buffer";
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { EcJwk } from "../jose/ec_jwk.ts";
import { readP521Key, verifyP521 } from "../jose/p521.ts";
import { type Asn1Element, Asn1Error, readOid, readTime, tags } from "../asn1/element.ts";
import { contentOf, elementsOf, inside, readBits, readCount } from "../asn1/read_der.ts";

/** The parts of an X.509 certificate (RFC 5280) that a chain to a trust anchor depends on. */
export interface Certificate {
  /** SHA-256 over its DER, hex. */
  readonly fingerprint: string;
  /** Hex, without leading zeros. */
  readonly serial: string;
  /** DER, hex. */
  readonly issuer: string;
  /** DER, hex. */
  readonly subject: string;
  /** `countryName` of the subject (ISO 3166-1 alpha-2, X.520); null if absent. */
  readonly country: string | null;
  /** `organizationName` of the subject (X.520); null if absent. */
  readonly organization: string | null;
  /** Unix time, seconds, inclusive. */
  readonly notBefore: number;
  /** Unix time, seconds, inclusive. */
  readonly notAfter: number;
  readonly isCa: boolean;
  /** Maximum CA certificates that may follow below this one; null: any number. */
  readonly pathLength: number | null;
  /** Null if the extension is missing, which permits all uses. */
  readonly keyUsage: ReadonlySet<number> | null;
  /** Object identifiers; null if the extension is missing. */
  readonly extendedKeyUsage: readonly string[] | null;
  /** Whether a critical extension is unsupported, or constrains names. */
  readonly hasUnknownCritical: boolean;
  /** A JWK if the platform does not support the curve, which is the case for P-521. */
  readonly publicKey: KeyObject | EcJwk;
  readonly signed: Signed;
}

/** The bytes that a CA signed, and its signature. */
export interface Signed {
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
  /** Object identifier. */
  readonly algorithm: string;
}

/** Bits of `keyUsage` (RFC 5280 §4.2.1.3). */
export const keyUsages = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyCertSign: 5,
  cRLSign: 6,
} as const;

const extensions = {
  keyUsage: "2.5.29.15",
  basicConstraints: "2.5.29.19",
  extendedKeyUsage: "2.5.29.37",
} as const;

/**
 * Supported critical extensions that do not affect a chain: alternative names, and
 * `certificatePolicies`, since any policy is accepted (RFC 5280 §6.1.1, `any-policy`).
 */
const harmless = new Set(["2.5.29.17", "2.5.29.18", "2.5.29.32"]);

/**
 * Always critical by RFC 5280 §4.2.1.10, marked or not; name constraints are not evaluated here.
 */
const nameConstraints = "2.5.29.30";

/** Maximum bytes of a certificate, several times the size of any that signs credentials. */
const certificateBytesMax = 8 * 1024;

/** Hashes of the accepted signature algorithms: ECDSA and RSA PKCS #1 v1.5 with SHA-2, Ed25519. */
const hashes: ReadonlyMap<string, string | null> = new Map([
  ["1.2.840.10045.4.3.2", "sha256"],
  ["1.2.840.10045.4.3.3", "sha384"],
  ["1.2.840.10045.4.3.4", "sha512"],
  ["1.2.840.113549.1.1.11", "sha256"],
  ["1.2.840.113549.1.1.12", "sha384"],
  ["1.2.840.113549.1.1.13", "sha512"],
  ["1.3.101.112", null],
]);

const ecdsaAlgorithms = new Set([2, 3, 4].map((hash) => `1.2.840.10045.4.3.${hash}`));

/** Whether the signature has an accepted algorithm. */
export function isSignedWell({ signed }: Pick<Certificate, "signed">): boolean {
  return hashes.has(signed.algorithm);
}

/** Whether the key of a certificate signed another certificate, or a revocation list. */
export function isSignedBy(
  { signed }: Pick<Certificate, "signed">,
  { publicKey }: Pick<Certificate, "publicKey">,
): boolean {
  const hash = hashes.get(signed.algorithm);
  if (hash === undefined) return false;
  try {
    if (!("kty" in publicKey)) return verify(hash, signed.bytes, publicKey, signed.signature);
    if (!ecdsaAlgorithms.has(signed.algorithm) || hash === null) return false;
    const digest = createHash(hash).update(signed.bytes).digest();
    return verifyP521({ bytes: signed.signature, form: "der" }, digest, publicKey);
  } catch {
    return false; // a key of another kind than the signature's
  }
}

/**
 * Reads a certificate in DER. The platform's own reader gives neither path lengths nor critical
 * extensions, and cannot verify on every supported runtime.
 *
 * @returns null when the bytes are not a certificate, or are too large; they come from an untrusted
 *   sender
 */
export function parseCertificate(der: Uint8Array): Certificate | null {
  if (der.length > certificateBytesMax) return null;
  try {
    return read(der);
  } catch (fault) {
    if (fault instanceof Asn1Error) return null;
    throw fault;
  }
}

/**
 * Reads the outer structure that certificates and revocation lists share.
 *
 * @param algorithmAt the index of the field that repeats the signature's algorithm
 * @throws Asn1Error
 */
export function readSigned(
  der: Uint8Array,
  algorithmAt: number,
): { readonly fields: readonly Asn1Element[]; readonly signed: Signed } {
  const [whole, ...rest] = elementsOf(der);
  if (rest.length > 0) throw new Asn1Error("bytes follow the signed part");
  const [tbs, algorithm, signature] = inside(whole, tags.sequence);
  const fields = inside(tbs, tags.sequence);
  if (hexOf(fields[algorithmAt]) !== hexOf(algorithm)) {
    throw new Asn1Error("it names two signature algorithms");
  }
  const signatureBits = contentOf(signature, tags.bitString);
  if (signatureBits[0] !== 0) throw new Asn1Error("its signature is not whole bytes");
  const signed = {
    bytes: tbs?.whole ?? new Uint8Array(),
    signature: signatureBits.slice(1),
    algorithm: algorithmOf(algorithm),
  };
  return { fields, signed };
}

function read(der: Uint8Array): Certificate {
  const { fields, signed } = readSigned(der, 2);
  if (fields[0]?.tag !== versionTag) throw new Asn1Error("expected version 3");
  const [, serial, , issuer, validity, subject, publicKey] = fields;
  const [notBefore, notAfter] = inside(validity, tags.sequence);
  return {
    fingerprint: createHash("sha256").update(der).digest("hex"),
    serial: readSerial(serial),
    issuer: hexOf(issuer),
    subject: hexOf(subject),
    country: readAttribute(subject, countryName),
    organization: readAttribute(subject, organizationName),
    notBefore: readTime(notBefore, "der") / 1000,
    notAfter: readTime(notAfter, "der") / 1000,
    publicKey: openKey(publicKey),
    signed,
    ...readExtensions(fields.find(({ tag }) => tag === extensionsTag)),
  };
}

/** A serial number: hex, without leading zeros. @throws Asn1Error */
export function readSerial(element: Asn1Element | undefined): string {
  const content = contentOf(element, tags.integer);
  if (content.length === 0) throw new Asn1Error("expected a serial number");
  return content.toHex().replace(/^(00)+(?=..)/, "");
}

const countryName = "2.5.4.6";
const organizationName = "2.5.4.10";

/** The first attribute of a kind. Text in an encoding other than UTF-8 is read byte by byte. */
function readAttribute(subject: Asn1Element | undefined, kind: string): string | null {
  for (const name of inside(subject, tags.sequence)) {
    for (const attribute of inside(name, tags.set)) {
      const [id, value] = inside(attribute, tags.sequence);
      if (readOid(id) === kind) return new TextDecoder().decode(value?.content);
    }
  }
  return null;
}

/** `[0]` and `[3]` of a TBSCertificate. */
const versionTag = 0xa0;
const extensionsTag = 0xa3;

function readExtensions(element: Asn1Element | undefined) {
  const found = new Map<string, Uint8Array>();
  let hasUnknownCritical = false;
  const [list] = element === undefined ? [] : inside(element, extensionsTag);
  for (const extension of list === undefined ? [] : inside(list, tags.sequence)) {
    const [id, ...rest] = inside(extension, tags.sequence);
    const oid = readOid(id);
    const value = rest.at(-1);
    const isCritical = rest.length === 2 && contentOf(rest[0], tags.boolean)[0] === 0xff;
    if (found.has(oid)) throw new Asn1Error("an extension is repeated");
    found.set(oid, contentOf(value, tags.octetString));
    const isKnown = harmless.has(oid) || Object.values<string>(extensions).includes(oid);
    hasUnknownCritical ||= (isCritical && !isKnown) || oid === nameConstraints;
  }
  const first = (oid: string) => {
    const value = found.get(oid);
    return value === undefined ? undefined : elementsOf(value)[0];
  };
  const usage = first(extensions.keyUsage);
  const extended = first(extensions.extendedKeyUsage);
  return {
    hasUnknownCritical,
    ...readConstraints(first(extensions.basicConstraints)),
    keyUsage: usage === undefined ? null : readBits(usage),
    extendedKeyUsage: extended === undefined ? null : inside(extended, tags.sequence).map(readOid),
  };
}

function readConstraints(element: Asn1Element | undefined) {
  if (element === undefined) return { isCa: false, pathLength: null };
  const [ca, length] = inside(element, tags.sequence);
  const isCa = ca?.tag === tags.boolean && ca.content[0] === 0xff;
  return { isCa, pathLength: length === undefined ? null : readCount(length) };
}

function algorithmOf(element: Asn1Element | undefined): string {
  return readOid(inside(element, tags.sequence)[0]);
}

/** The bytes of a sequence, hex. @throws Asn1Error */
export function hexOf(element: Asn1Element | undefined): string {
  if (element?.tag !== tags.sequence) throw new Asn1Error("expected a sequence");
  return Buffer.from(element.whole).toString("hex");
}

function openKey(element: Asn1Element | undefined): KeyObject | EcJwk {
  try {
    return createPublicKey({
      key: Buffer.from(element?.whole ?? []),
      format: "der",
      type: "spki",
    });
  } catch (cause) {
    const key = readP521Key(element?.whole ?? new Uint8Array());
    if (key !== null) return key;
    throw new Asn1Error("the platform does not take its key", { cause });
  }
}
