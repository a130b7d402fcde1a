import "reflect-metadata";
import { ExtendedKeyUsageExtension, KeyUsageFlags, KeyUsagesExtension } from "@peculiar/x509";
import * as asn1 from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { type Certified, certify, type Certifying } from "./certificates.ts";

/** Faults of a timestamp authority. */
export interface TimestampFault {
  /** PKIStatus, such as 2 for a rejection; 0 by default. */
  readonly status?: number;
  /** Stamps another hash. */
  readonly imprint?: Uint8Array;
  /** Another nonce in the answer; null removes it. */
  readonly nonce?: Uint8Array | null;
  readonly genTime?: Date;
  /** Signs with another key. */
  readonly signer?: CryptoKeyPair;
  /** Omits its certificate. */
  readonly withoutCertificate?: boolean;
  /** Encodes the content in parts, as some authorities do, which is not a fault. */
  readonly inBer?: boolean;
  /** Leaves the certificate's hash out of the signed attributes. */
  readonly withoutSigningCertificate?: boolean;
}

/** A timestamp authority (RFC 3161) from another library than the service's reader. */
export interface TimestampAuthorityOfTests {
  readonly certified: Certified;
  /** @returns DER of a TimeStampResp */
  respond(request: Uint8Array, fault?: TimestampFault): Promise<Uint8Array<ArrayBuffer>>;
}

const ids = {
  timeStamping: "1.3.6.1.5.5.7.3.8",
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  signedData: "1.2.840.113549.1.7.2",
} as const;

/** Extensions of a timestamp authority's certificate (RFC 3161 §2.3). */
export const timestampExtensions = [
  new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
  new ExtendedKeyUsageExtension([ids.timeStamping], true),
];

/** Opens a timestamp authority with a certificate from a CA of the tests. */
export async function openTimestampAuthority(
  issuer: Certified,
  overrides: Partial<Certifying> = {},
): Promise<TimestampAuthorityOfTests> {
  const certified = await certify({
    name: "Test Timestamp Authority",
    issuer,
    extensions: timestampExtensions,
    ...overrides,
  });
  const certificates = [certified.der, issuer.der].map((der) => Certificate.fromBER(der));
  let serial = 0;
  return {
    certified,
    respond: async (request, fault = {}) => {
      const { status = 0 } = fault;
      const answer = { status: new PKIStatusInfo({ status }) };
      if (status > 1) return encode(new TimeStampResp(answer));
      const info = infoOf(TimeStampReq.fromBER(request.slice()), ++serial, fault);
      const token = await signInfo(info, certified, certificates, fault);
      return encode(new TimeStampResp({ ...answer, timeStampToken: token }));
    },
  };
}

function encode(response: TimeStampResp): Uint8Array<ArrayBuffer> {
  return new Uint8Array(response.toSchema().toBER(false));
}

function infoOf(request: TimeStampReq, serial: number, fault: TimestampFault): TSTInfo {
  const { messageImprint } = request;
  if (fault.imprint !== undefined) {
    messageImprint.hashedMessage = new asn1.OctetString({ valueHex: fault.imprint.slice() });
  }
  const nonce = fault.nonce === undefined
    ? request.nonce
    : fault.nonce === null
    ? undefined
    : new asn1.Integer({ valueHex: fault.nonce.slice() });
  return new TSTInfo({
    version: 1,
    policy: "1.3.6.1.4.1.99999.1",
    messageImprint,
    serialNumber: new asn1.Integer({ value: serial }),
    genTime: fault.genTime ?? new Date("2026-11-22T12:00:00Z"),
    ...(nonce === undefined ? {} : { nonce }),
  });
}

async function signInfo(
  info: TSTInfo,
  { der, keys }: Certified,
  certificates: Certificate[],
  fault: TimestampFault,
): Promise<ContentInfo> {
  const content = info.toSchema().toBER(false);
  const [own] = certificates;
  if (own === undefined) throw new Error("there is no certificate");
  const digest = await crypto.subtle.digest("SHA-256", content);
  const hash = await crypto.subtle.digest("SHA-256", der);
  const attribute = (type: string, value: asn1.BaseBlock) =>
    new Attribute({ type, values: [value] });
  const octets = (valueHex: ArrayBuffer) => new asn1.OctetString({ valueHex });
  const named = new asn1.Sequence({
    value: [new asn1.Sequence({ value: [new asn1.Sequence({ value: [octets(hash)] })] })],
  });
  const encapsulated = new EncapsulatedContentInfo({ eContentType: ids.tstInfo });
  // The constructor cuts the content into a constructed string, which is BER.
  encapsulated.eContent = octets(content);
  if (fault.inBer === true) {
    encapsulated.eContent = new asn1.OctetString({
      isConstructed: true,
      value: [octets(content.slice(0, 20)), octets(content.slice(20))],
    });
  }
  const signed = new SignedData({
    version: 3,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: "2.16.840.1.101.3.4.2.1" })],
    encapContentInfo: encapsulated,
    certificates: fault.withoutCertificate === true ? [] : certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(ids.contentType, new asn1.ObjectIdentifier({ value: ids.tstInfo })),
            attribute(ids.messageDigest, octets(digest)),
            ...(fault.withoutSigningCertificate === true
              ? []
              : [attribute(ids.signingCertificateV2, named)]),
          ],
        }),
      }),
    ],
  });
  await signed.sign((fault.signer ?? keys).privateKey, 0, "SHA-256");
  return new ContentInfo({ contentType: ids.signedData, content: signed.toSchema(true) });
}
