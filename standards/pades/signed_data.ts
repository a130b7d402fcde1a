import { concatBytes } from "../../base/bytes.ts";
import { Asn1Error, expectTag, readOid, tags } from "../asn1/element.ts";
import { type BerElement, childrenOf, readBer } from "../asn1/read_ber.ts";
import { readSigningCertificate, type SigningCertificate } from "./certificate.ts";
import { cmsIds } from "./cms.ts";
import { compareBytes } from "../asn1/write_der.ts";
import { hashNames, type Verification, verifySignature } from "./raw_signature.ts";

/** A CMS signature by one signer (RFC 5652 §5). */
export interface SignedData {
  /** `eContentType`. */
  readonly contentType: string;
  /** `eContent`; null for a detached signature. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly SigningCertificate[];
  /** The signer's own. */
  readonly certificate: SigningCertificate;
  /** Hash of the content. */
  readonly digestHash: string;
  readonly verification: Verification;
  /** DER of the SET OF; null when only the content is signed. */
  readonly attributes: Uint8Array | null;
  readonly signed: Attributes;
  readonly unsigned: Attributes;
  readonly signature: Uint8Array;
}

/** Values of attributes by object identifier. */
export type Attributes = ReadonlyMap<string, BerElement>;

const implicit0 = 0xa0;
const implicit1 = 0xa1;
const keyIdentifierTag = 0x80;

/**
 * Reads a ContentInfo with SignedData of exactly one signer, without verifying it.
 *
 * @throws Asn1Error
 */
export function readSignedData(bytes: Uint8Array): SignedData {
  const [type, wrapped] = childrenOf(readBer(bytes));
  if (readOid(type) !== cmsIds.signedData) throw new Asn1Error("expected signed data");
  const [, , encapsulated, ...rest] = childrenOf(childrenOf(wrapped, implicit0)[0]);
  const [contentType, content] = childrenOf(encapsulated);
  const certificates = (rest.find(({ tag }) => tag === implicit0)?.children ?? [])
    .filter(({ tag }) => tag === tags.sequence)
    .map(({ whole }) => readSigningCertificate(whole));
  const signers = childrenOf(rest.at(-1), tags.set);
  if (signers.length !== 1) throw new Asn1Error("expected one signer");
  return {
    contentType: readOid(contentType),
    content: content === undefined
      ? null
      : expectTag(childrenOf(content, implicit0)[0], tags.octetString).content,
    certificates,
    ...readSigner(signers[0], certificates),
  };
}

function readSigner(
  element: BerElement | undefined,
  certificates: readonly SigningCertificate[],
): Omit<SignedData, "contentType" | "content" | "certificates"> {
  const [, identifier, digestAlgorithm, ...rest] = childrenOf(element);
  const certificate = certificates.find((one) => isOf(one, identifier));
  if (certificate === undefined) throw new Asn1Error("the signer's certificate is missing");
  const attributes = rest[0]?.tag === implicit0 ? rest[0] : null;
  const [algorithm, signature, unsigned] = attributes === null ? rest : rest.slice(1);
  const digestHash = hashOf(digestAlgorithm);
  return {
    certificate,
    digestHash,
    verification: readAlgorithm(algorithm, digestHash),
    attributes: attributes === null
      ? null
      : concatBytes([Uint8Array.of(tags.set), attributes.whole.subarray(1)]),
    signed: readAttributes(attributes?.children ?? []),
    unsigned: readAttributes(unsigned === undefined ? [] : childrenOf(unsigned, implicit1)),
    signature: expectTag(signature, tags.octetString).content,
  };
}

function isOf(certificate: SigningCertificate, identifier: BerElement | undefined): boolean {
  if (identifier?.tag === keyIdentifierTag) {
    const { keyIdentifier } = certificate;
    return keyIdentifier !== null && isSame(keyIdentifier, identifier.content);
  }
  const [issuer, serial] = childrenOf(identifier);
  return issuer !== undefined && serial !== undefined &&
    isSame(issuer.whole, certificate.issuer) && isSame(serial.whole, certificate.serialNumber);
}

/** Whether two byte arrays are equal. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && compareBytes(one, other) === 0;
}

function readAttributes(elements: readonly BerElement[]): Attributes {
  const found = new Map<string, BerElement>();
  for (const element of elements) {
    const [id, values] = childrenOf(element);
    const name = readOid(id);
    if (found.has(name)) throw new Asn1Error("an attribute is repeated");
    const [value] = childrenOf(values, tags.set);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

function hashOf(algorithm: BerElement | undefined): string {
  const name = hashNames.get(readOid(childrenOf(algorithm)[0]));
  if (name === undefined) throw new Asn1Error("unknown hash");
  return name;
}

/** Signature algorithms with the hash that they name; null: the hash of the digest. */
const schemes: ReadonlyMap<string, readonly [Verification["scheme"], string | null]> = new Map([
  ["1.2.840.113549.1.1.1", ["rsa-pkcs1", null]],
  ["1.2.840.113549.1.1.11", ["rsa-pkcs1", "SHA-256"]],
  ["1.2.840.113549.1.1.12", ["rsa-pkcs1", "SHA-384"]],
  ["1.2.840.113549.1.1.13", ["rsa-pkcs1", "SHA-512"]],
  ["1.2.840.113549.1.1.10", ["rsa-pss", null]],
  ["1.2.840.10045.4.3.2", ["ecdsa", "SHA-256"]],
  ["1.2.840.10045.4.3.3", ["ecdsa", "SHA-384"]],
  ["1.2.840.10045.4.3.4", ["ecdsa", "SHA-512"]],
]);

function readAlgorithm(element: BerElement | undefined, digestHash: string): Verification {
  const [id, parameters] = childrenOf(element);
  const found = schemes.get(readOid(id));
  if (found === undefined) throw new Asn1Error("unknown signature algorithm");
  const [scheme, hash] = found;
  if (scheme !== "rsa-pss") return { scheme, hash: hash ?? digestHash, saltLength: 0 };
  const named = childrenOf(parameters);
  const salt = named.find(({ tag }) => tag === 0xa2)?.children[0];
  return {
    scheme,
    hash: hashOf(named.find(({ tag }) => tag === implicit0)?.children[0]),
    saltLength: salt === undefined ? 20 : expectTag(salt, tags.integer).content[0] ?? 0,
  };
}

/** SHA-2 of bytes. @param hash as WebCrypto names it */
export async function digestOf(hash: string, bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes.slice()));
}

/**
 * Whether the certificate's key made the signature, over content of this type with this digest.
 * Builds no chain: the reader decides which authorities to trust.
 */
export async function verifySignedData(data: SignedData, digest: Uint8Array): Promise<boolean> {
  const { attributes, signed, certificate, verification, signature } = data;
  if (attributes === null) return false;
  const contentType = signed.get(cmsIds.contentType);
  const messageDigest = signed.get(cmsIds.messageDigest);
  const isOverContent = contentType?.tag === tags.oid &&
    readOid(contentType) === data.contentType &&
    messageDigest?.tag === tags.octetString && isSame(messageDigest.content, digest);
  return isOverContent && await namesCertificate(data) &&
    await verifySignature(verification, certificate, signature, attributes);
}

/** Whether the signed attributes name the signer's certificate (RFC 5035 §3, RFC 2634 §5.4). */
async function namesCertificate({ signed, certificate }: SignedData): Promise<boolean> {
  const second = signed.get(cmsIds.signingCertificateV2);
  if (second === undefined) {
    const first = signed.get(cmsIds.signingCertificate);
    if (first === undefined) return false;
    const [hash] = childrenOf(childrenOf(childrenOf(first)[0])[0]);
    return hash !== undefined && isSame(hash.content, await digestOf("SHA-1", certificate.der));
  }
  const [algorithm, ...rest] = childrenOf(childrenOf(childrenOf(second)[0])[0]);
  const isNamed = algorithm?.tag === tags.sequence;
  const hash = isNamed ? rest[0] : algorithm;
  const name = isNamed ? hashOf(algorithm) : "SHA-256";
  return hash !== undefined && isSame(hash.content, await digestOf(name, certificate.der));
}
