import { expectTag, readOid, readTime, tags } from "../asn1/element.ts";
import { type BerElement, childrenOf, readBer } from "../asn1/read_ber.ts";

/** The parts of an X.509 certificate (RFC 5280) that a CMS depends on. */
export interface SigningCertificate {
  readonly der: Uint8Array;
  /** DER of the Name. */
  readonly issuer: Uint8Array;
  /** DER of the INTEGER. */
  readonly serialNumber: Uint8Array;
  /** `commonName` of the subject, else its `organizationName`; null if it has neither. */
  readonly subjectName: string | null;
  /** DER of the SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly key: PublicKeyKind;
  /** Unix time, milliseconds. */
  readonly notBefore: number;
  /** Unix time, milliseconds. */
  readonly notAfter: number;
  /** Null if the extension is missing. */
  readonly extendedKeyUsage: {
    /** Object identifiers. */
    readonly purposes: readonly string[];
    readonly isCritical: boolean;
  } | null;
  /** DER of the value of `subjectKeyIdentifier`; null if the extension is missing. */
  readonly keyIdentifier: Uint8Array | null;
}

/** The kind of a public key. */
export type PublicKeyKind = "P-256" | "P-384" | "rsa" | "other";

const ids = {
  commonName: "2.5.4.3",
  organizationName: "2.5.4.10",
  extendedKeyUsage: "2.5.29.37",
  keyIdentifier: "2.5.29.14",
  rsa: "1.2.840.113549.1.1.1",
  ec: "1.2.840.10045.2.1",
  p256: "1.2.840.10045.3.1.7",
  p384: "1.3.132.0.34",
} as const;

/** `[0]` and `[3]` of a TBSCertificate. */
const versionTag = 0xa0;
const extensionsTag = 0xa3;

/** Reads a certificate without verifying it. @throws Asn1Error */
export function readSigningCertificate(der: Uint8Array): SigningCertificate {
  const [tbs] = childrenOf(readBer(der));
  const all = childrenOf(tbs);
  const fields = all[0]?.tag === versionTag ? all.slice(1) : all;
  const [serialNumber, , issuer, validity, subject, publicKey] = fields;
  const [notBefore, notAfter] = childrenOf(validity);
  const extensions = readExtensions(fields.find(({ tag }) => tag === extensionsTag));
  const usages = extensions.get(ids.extendedKeyUsage);
  const identifier = extensions.get(ids.keyIdentifier);
  return {
    der,
    issuer: expectTag(issuer, tags.sequence).whole,
    serialNumber: expectTag(serialNumber, tags.integer).whole,
    subjectName: nameOf(subject, ids.commonName) ?? nameOf(subject, ids.organizationName),
    publicKey: expectTag(publicKey, tags.sequence).whole,
    key: kindOf(publicKey),
    notBefore: readTime(notBefore, "fraction"),
    notAfter: readTime(notAfter, "fraction"),
    extendedKeyUsage: usages === undefined ? null : {
      purposes: childrenOf(readBer(usages.value)).map(readOid),
      isCritical: usages.isCritical,
    },
    keyIdentifier: identifier === undefined ? null : readBer(identifier.value).content,
  };
}

/** An extension (RFC 5280 §4.2). */
interface Extension {
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

function readExtensions(element: BerElement | undefined): ReadonlyMap<string, Extension> {
  const [list] = element?.children ?? [];
  const found = new Map<string, Extension>();
  for (const extension of list === undefined ? [] : childrenOf(list)) {
    const parts = childrenOf(extension);
    const critical = parts[1]?.tag === tags.boolean ? parts[1].content[0] : 0;
    const { content } = expectTag(parts.at(-1), tags.octetString);
    found.set(readOid(parts[0]), { isCritical: critical !== 0, value: content });
  }
  return found;
}

/** Encodings of name attributes: UTF-16 for a BMPString, latin-1 for a T61String. */
const encodings: Readonly<Record<number, string>> = { 0x1e: "utf-16be", 0x14: "latin1" };

function nameOf(name: BerElement | undefined, wanted: string): string | null {
  for (const relative of childrenOf(name)) {
    for (const attribute of childrenOf(relative, tags.set)) {
      const [id, value] = childrenOf(attribute);
      if (readOid(id) !== wanted || value === undefined) continue;
      return new TextDecoder(encodings[value.tag] ?? "utf-8").decode(value.content);
    }
  }
  return null;
}

function kindOf(publicKey: BerElement | undefined): PublicKeyKind {
  const [algorithm] = childrenOf(publicKey);
  const [id, parameters] = childrenOf(algorithm);
  const kind = readOid(id);
  if (kind === ids.rsa) return "rsa";
  if (kind !== ids.ec || parameters?.tag !== tags.oid) return "other";
  const curve = readOid(parameters);
  return curve === ids.p256 ? "P-256" : curve === ids.p384 ? "P-384" : "other";
}
