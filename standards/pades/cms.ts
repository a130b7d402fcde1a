import { concatBytes } from "../../base/bytes.ts";
import type { SigningCertificate } from "./certificate.ts";
import { der, derInteger, derOctets, derOid, derSequence, derSetOf } from "../asn1/write_der.ts";
import { type PadesAlgorithm, sha256Identifier, signatureIdentifier } from "./raw_signature.ts";

/** Object identifiers of CMS and CAdES. */
export const cmsIds = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  signatureTimeStamp: "1.2.840.113549.1.9.16.2.14",
} as const;

function attribute(id: string, value: Uint8Array): Uint8Array {
  return derSequence(derOid(id), derSetOf(value));
}

/**
 * The signed attributes of a PAdES signature (ETSI EN 319 142-1 §6.3): content type, digest, and
 * the signer's certificate by hash (RFC 5035 §3). The signing time is in the PDF instead.
 *
 * @param digest SHA-256 of the signed bytes
 * @param certificateHash SHA-256 of the signer's certificate
 * @returns DER of the SET OF, over which the signature is made (RFC 5652 §5.4)
 */
export function signedAttributes(
  { digest, certificate, certificateHash }: {
    readonly digest: Uint8Array;
    readonly certificate: SigningCertificate;
    readonly certificateHash: Uint8Array;
  },
): Uint8Array<ArrayBuffer> {
  const directoryName = der(0xa4, certificate.issuer);
  const issuerSerial = derSequence(derSequence(directoryName), certificate.serialNumber);
  const essCertificate = derSequence(derOctets(certificateHash), issuerSerial);
  return derSetOf(
    attribute(cmsIds.contentType, derOid(cmsIds.data)),
    attribute(cmsIds.messageDigest, derOctets(digest)),
    attribute(cmsIds.signingCertificateV2, derSequence(derSequence(essCertificate))),
  );
}

/** The parts of a CMS. */
export interface CmsParts {
  readonly certificate: SigningCertificate;
  /** DER; includes the signer's certificate. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: PadesAlgorithm;
  /** DER of the SET OF. */
  readonly attributes: Uint8Array;
  readonly signature: Uint8Array;
  /** DER of the TimeStampToken; null for B-B. */
  readonly timestampToken: Uint8Array | null;
}

/** Encodes a detached CMS signature (RFC 5652 §5) in DER. */
export function writeCms(parts: CmsParts): Uint8Array<ArrayBuffer> {
  const { certificate, certificates, algorithm, attributes, signature, timestampToken } = parts;
  const signerInfo = derSequence(
    derInteger(Uint8Array.of(1)),
    derSequence(certificate.issuer, certificate.serialNumber),
    sha256Identifier,
    // Implicitly tagged [0]: the same length and the same elements.
    concatBytes([Uint8Array.of(0xa0), attributes.subarray(1)]),
    signatureIdentifier(algorithm),
    derOctets(signature),
    ...(timestampToken === null
      ? []
      : [der(0xa1, attribute(cmsIds.signatureTimeStamp, timestampToken))]),
  );
  const all = derSetOf(...distinct([certificate.der, ...certificates]));
  const signedData = derSequence(
    derInteger(Uint8Array.of(1)),
    derSetOf(sha256Identifier),
    derSequence(derOid(cmsIds.data)),
    concatBytes([Uint8Array.of(0xa0), all.subarray(1)]),
    derSetOf(signerInfo),
  );
  return derSequence(derOid(cmsIds.signedData), der(0xa0, signedData));
}

function distinct(certificates: readonly Uint8Array[]): readonly Uint8Array[] {
  return certificates.filter((one, at) =>
    certificates.findIndex((other) =>
      other.length === one.length && other.every((byte, index) => byte === one[index])
    ) === at
  );
}
