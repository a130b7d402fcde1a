import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { appendSignature, type Placeholder, type SignatureEntries } from "./append_signature.ts";
import { readSigningCertificate, type SigningCertificate } from "./certificate.ts";
import { checkSignedPdf, findAddedSignature } from "./check_signed_pdf.ts";
import { type CmsParts, signedAttributes, writeCms } from "./cms.ts";
import type { PdfBounds } from "./cross_reference.ts";
import type { Pdf, PdfRefusal } from "./open_pdf.ts";
import { hex, latin1 } from "./pdf_value.ts";
import {
  acceptSignature,
  isKeyFor,
  type PadesAlgorithm,
  signatureBytesMax,
} from "./raw_signature.ts";
import {
  readTimestampResponse,
  type TimestampRefusal,
  writeTimestampRequest,
} from "./timestamp.ts";

/** The parameters of a signature. */
export interface PadesPlan {
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: PadesAlgorithm;
  /** `M` of the signature dictionary, such as `20261122191500`; UTC. */
  readonly signedAt: string;
  /** True for B-T, false for B-B. */
  readonly withTimestamp: boolean;
}

/** A PDF with room for a signature, and the hash to sign. */
export interface PreparedPdf {
  readonly pdf: Pdf;
  readonly plan: PadesPlan;
  readonly placeholder: Placeholder;
  readonly certificate: SigningCertificate;
  /** DER of the signed attributes. */
  readonly attributes: Uint8Array;
  /** SHA-256 of the signed attributes. */
  readonly hash: Uint8Array;
}

/** Limits of one signature. */
export interface PadesBounds extends PdfBounds {
  readonly appendedBytesMax: number;
}

/**
 * Maximum bytes of a timestamp, which are reserved for it. Common timestamps with their chain have
 * 3 to 8 KiB.
 */
const timestampBytesMax = 16 * 1_024;

/** Bytes that CMS adds around certificates, attributes and signatures. */
const slackBytes = 512;

/**
 * Appends the signature dictionary and computes the hash to sign. Reserves room for the chain, the
 * longest signature of the key, and a timestamp if requested, since the room cannot grow later.
 *
 * @throws Error for unreadable certificates or a key of another algorithm, which is a fault of the
 *   caller
 */
export function preparePdf(
  pdf: Pdf,
  plan: PadesPlan,
  bounds: PadesBounds,
): Result<PreparedPdf, PdfRefusal> {
  const [first] = plan.certificates;
  const [certificate] = plan.certificates.map(readSigningCertificate);
  if (first === undefined || certificate === undefined) {
    throw new Error("there is no certificate to sign with");
  }
  if (!isKeyFor(plan.algorithm, certificate)) throw new Error("the key is of another algorithm");
  const certificateHash = sha256(first);
  const attributesOf = (digest: Uint8Array) =>
    signedAttributes({ digest, certificate, certificateHash });
  const longest = writeCms({
    ...plan,
    certificate,
    attributes: attributesOf(certificateHash),
    signature: new Uint8Array(signatureBytesMax(plan.algorithm, certificate)),
    timestampToken: plan.withTimestamp ? new Uint8Array(timestampBytesMax) : null,
  });
  const entries: SignatureEntries = {
    name: certificate.subjectName,
    signedAt: plan.signedAt,
    contentsBytes: longest.length + slackBytes,
  };
  const appended = appendSignature(pdf, entries);
  if (!appended.ok) return appended;
  const placeholder = appended.value;
  if (placeholder.appended.length > bounds.appendedBytesMax) {
    return refuse({ code: "update_too_large" });
  }
  const signed = concatBytes([pdf.objects.bytes, placeholder.appended]);
  if (findAddedSignature({ original: pdf, signed, placeholder, bounds }) === null) {
    return refuse({ code: "broken_structure" });
  }
  const attributes = attributesOf(digestOfRange(pdf, placeholder));
  return ok({ pdf, plan, placeholder, certificate, attributes, hash: sha256(attributes) });
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** SHA-256 of the file without the gap. */
function digestOfRange(pdf: Pdf, { appended, contentsAt, contentsBytes }: Placeholder): Uint8Array {
  const gapEnd = contentsAt + contentsBytes * 2 + 1;
  return sha256(
    pdf.objects.bytes,
    appended.subarray(0, contentsAt - 1),
    appended.subarray(gapEnd),
  );
}

/** A prepared PDF and its signature. */
export interface AcceptedPdf {
  readonly prepared: PreparedPdf;
  /** The signature in the form of CMS. */
  readonly signature: Uint8Array;
  readonly nonce: Uint8Array;
  /** DER of the TimeStampReq; null for B-B. */
  readonly timestampRequest: Uint8Array | null;
}

/**
 * Verifies the provider's signature with the certificate.
 *
 * @param nonce random bytes, of the timestamp request
 */
export async function acceptPdfSignature(
  prepared: PreparedPdf,
  raw: Uint8Array,
  nonce: Uint8Array,
): Promise<Result<AcceptedPdf, { readonly code: "signature_invalid" }>> {
  const { plan, certificate, attributes } = prepared;
  const signature = await acceptSignature(plan.algorithm, certificate, raw, attributes);
  if (signature === null) return refuse({ code: "signature_invalid" });
  const timestampRequest = plan.withTimestamp
    ? writeTimestampRequest({ imprint: sha256(signature), nonce })
    : null;
  return ok({ prepared, signature, nonce, timestampRequest });
}

/** The bytes after the original, and SHA-256 of the whole file in lower-case hex. */
export interface SignedPdf {
  readonly appended: Uint8Array<ArrayBuffer>;
  readonly resultSha256: string;
}

/**
 * Embeds the signature, and the timestamp if one was requested, and checks the result by opening it
 * again.
 *
 * @param response DER of the TimeStampResp; null for B-B
 * @throws Error when the result fails the check
 */
export async function finishPdf(
  accepted: AcceptedPdf,
  response: Uint8Array | null,
  bounds: PdfBounds,
): Promise<Result<SignedPdf, TimestampRefusal>> {
  const { prepared, signature, nonce } = accepted;
  const { pdf, plan, placeholder, certificate, attributes } = prepared;
  if (plan.withTimestamp !== (response !== null)) throw new Error("no timestamp, or one too many");
  const parts: CmsParts = { ...plan, certificate, attributes, signature, timestampToken: null };
  let cms = writeCms(parts);
  if (response !== null) {
    const imprint = sha256(signature);
    const token = await readTimestampResponse(response, { imprint, certificate, nonce });
    if (!token.ok) return token;
    cms = writeCms({ ...parts, timestampToken: token.value });
  }
  if (cms.length > placeholder.contentsBytes) {
    if (response === null) throw new Error("the signature does not fit its room");
    return refuse({ code: "timestamp_invalid" });
  }
  const appended = placeholder.appended.slice();
  appended.set(latin1(hex(cms)), placeholder.contentsAt);
  const signed = concatBytes([pdf.objects.bytes, appended]);
  await checkSignedPdf({ original: pdf, signed, placeholder, bounds }, {
    certificate,
    withTimestamp: plan.withTimestamp,
  });
  const hash = createHash("sha256").update(pdf.objects.bytes).update(appended);
  return ok({ appended, resultSha256: hash.digest("hex") });
}
