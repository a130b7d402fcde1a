import { ok, refuse, type Result } from "../../base/result.ts";
import { Asn1Error, expectTag, readOid, readTime, tags } from "../asn1/element.ts";
import { type BerElement, childrenOf, readBer } from "../asn1/read_ber.ts";
import { type SigningCertificate } from "./certificate.ts";
import { der, derInteger, derOctets, derSequence, derTrue } from "../asn1/write_der.ts";
import { sha256Identifier } from "./raw_signature.ts";
import {
  digestOf,
  isSame,
  readSignedData,
  type SignedData,
  verifySignedData,
} from "./signed_data.ts";

/** A request for a timestamp, which the answer must match. */
export interface TimestampQuestion {
  /** SHA-256 of the bytes to stamp. */
  readonly imprint: Uint8Array;
  /**
   * The certificate of the stamped signature: a stamp outside its validity proves the signature
   * invalid.
   */
  readonly certificate: Pick<SigningCertificate, "notBefore" | "notAfter">;
  /** Random bytes, so that an older answer does not match. */
  readonly nonce: Uint8Array;
}

/** The reason why there is no timestamp. */
export interface TimestampRefusal {
  readonly code: "timestamp_refused" | "timestamp_invalid";
}

const tstInfo = "1.2.840.113549.1.9.16.1.4";
const timeStamping = "1.3.6.1.5.5.7.3.8";

/** PKIStatus `granted` and `grantedWithMods` (RFC 3161 §2.4.2). */
const granted = [0, 1];

/** Encodes a TimeStampReq (RFC 3161 §2.4.1) that also requests the authority's certificate. */
export function writeTimestampRequest(
  { imprint, nonce }: Pick<TimestampQuestion, "imprint" | "nonce">,
): Uint8Array<ArrayBuffer> {
  const messageImprint = derSequence(sha256Identifier, derOctets(imprint));
  return derSequence(derInteger(Uint8Array.of(1)), messageImprint, derInteger(nonce), derTrue);
}

/**
 * Reads and verifies a TimeStampResp (RFC 3161 §2.4.2): status, imprint, nonce, the authority's
 * signature, its certificate's extended key usage and validity, and the validity of the signer's
 * certificate. The reader decides whether to trust the authority.
 *
 * @returns the TimeStampToken in DER: some authorities write BER, which not all validators read
 */
export async function readTimestampResponse(
  response: Uint8Array,
  question: TimestampQuestion,
): Promise<Result<Uint8Array, TimestampRefusal>> {
  try {
    const [status, token] = childrenOf(readBer(response));
    const code = expectTag(childrenOf(status)[0], tags.integer).content;
    if (code.length !== 1 || !granted.includes(code[0] ?? -1)) {
      return refuse({ code: "timestamp_refused" });
    }
    const bytes = asDer(expectTag(token, tags.sequence));
    const isValid = await verifyTimestamp(bytes, question);
    return isValid ? ok(bytes) : refuse({ code: "timestamp_invalid" });
  } catch (fault) {
    if (fault instanceof Asn1Error) return refuse({ code: "timestamp_invalid" });
    throw fault;
  }
}

/**
 * Converts an element to DER as far as lengths and constructed strings are concerned. An element
 * already in DER is unchanged, so that certificates and signed attributes keep their bytes.
 */
function asDer(element: BerElement): Uint8Array {
  if (isDefinite(element)) return element.whole;
  if (element.tag === tags.octetString) return derOctets(element.content);
  return der(element.tag, ...element.children.map(asDer));
}

function isDefinite({ tag, whole, children }: BerElement): boolean {
  const isPlain = whole[0] === tag && whole[1] !== 0x80;
  return isPlain && children.every(isDefinite);
}

/**
 * Whether a TimeStampToken stamps this imprint and has a valid signature.
 *
 * @param question a null nonce is not compared
 * @throws Asn1Error
 */
export async function verifyTimestamp(
  token: Uint8Array,
  { imprint, certificate, nonce }: Omit<TimestampQuestion, "nonce"> & {
    readonly nonce: Uint8Array | null;
  },
): Promise<boolean> {
  const data = readSignedData(token);
  if (data.contentType !== tstInfo || data.content === null) return false;
  const [, , messageImprint, , time, ...rest] = childrenOf(readBer(data.content));
  const [algorithm, hashed] = childrenOf(messageImprint);
  const isOurs = isSha256(algorithm) && hashed?.tag === tags.octetString &&
    isSame(hashed.content, imprint);
  if (!isOurs || !isAnswerTo(nonce, rest)) return false;
  const stampedAt = readTime(time, "fraction");
  if (!mayStamp(data, stampedAt) || !isWithin(certificate, stampedAt)) return false;
  return await verifySignedData(data, await digestOf(data.digestHash, data.content));
}

function isSha256(algorithm: BerElement | undefined): boolean {
  return readOid(childrenOf(algorithm)[0]) === readOid(childrenOf(readBer(sha256Identifier))[0]);
}

/** Compares the nonce, which is the only INTEGER after the time. */
function isAnswerTo(nonce: Uint8Array | null, rest: readonly BerElement[]): boolean {
  if (nonce === null) return true;
  const answered = rest.find(({ tag }) => tag === tags.integer);
  return answered !== undefined && isSame(answered.whole, derInteger(nonce));
}

/**
 * Whether the certificate is critically restricted to timestamps (RFC 3161 §2.3) and was valid at
 * that time.
 */
function mayStamp({ certificate }: SignedData, time: number): boolean {
  const usage = certificate.extendedKeyUsage;
  return usage !== null && usage.isCritical && usage.purposes.length === 1 &&
    usage.purposes[0] === timeStamping && isWithin(certificate, time);
}

function isWithin({ notBefore, notAfter }: TimestampQuestion["certificate"], time: number) {
  return time >= notBefore && time <= notAfter;
}
