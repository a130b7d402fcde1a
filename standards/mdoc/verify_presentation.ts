import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import type { Algorithm } from "../jose/jws.ts";
import { decodeBase64Url } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Cbor, type CborMap, embed, encodeCbor, isBytes, isMap } from "./cbor.ts";
import { type CoseKey, readCoseKey, readSign1, verifySign1 } from "./cose.ts";
import { type Document, readDeviceResponse, readItem } from "./device_response.ts";
import type { MdocRefusal } from "./refusal.ts";
import { type MobileSecurityObject, readSecurityObject } from "./security_object.ts";

/** The demands on a presentation. */
export interface MdocDemands<
  Issuer extends IssuerKey = IssuerKey,
  Fault extends string = string,
> {
  readonly docType: string;
  /** CBOR of the `SessionTranscript`. */
  readonly transcript: Uint8Array;
  /** Unix time, seconds. */
  readonly now: number;
  /** Seconds by which the issuer's clock may differ. */
  readonly skewSeconds: number;
  /**
   * Finds the key of an issuer whose certificates, the signer's first, lead to a trust anchor for
   * this kind of document; else returns the fault of the certificates.
   */
  readonly issuerKey: (
    certificates: readonly Uint8Array[],
    algorithm: Algorithm,
  ) => Promise<Result<Issuer, { readonly code: Fault }>>;
}

/**
 * A trusted issuer's key and the validity of its certificate (Unix time, seconds). The finder may
 * add members about the issuer to the result.
 */
export interface IssuerKey {
  readonly key: CryptoKey;
  readonly notBefore: number;
  readonly notAfter: number;
  /** Countries in its certificates, if they name any (ISO 3166-1 alpha-2). */
  readonly countries?: readonly string[];
}

/** A verified presentation, except for revocation. */
export interface VerifiedMdoc<Issuer extends IssuerKey = IssuerKey> {
  readonly docType: string;
  /** Values by namespace and element, without elements that the wallet signed itself. */
  readonly elements: ReadonlyMap<string, ReadonlyMap<string, Cbor>>;
  /** The place of the revocation status; undefined when there is none. */
  readonly status: CborMap | undefined;
  /** The wallet's key, which signed the presentation. */
  readonly device: CoseKey;
  readonly issuer: Issuer;
}

const digests: ReadonlyMap<Cbor | undefined, string> = new Map([
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/**
 * Verifies a DeviceResponse with one document: issuer and signature, every element, validity, the
 * device's signature over this request (ISO/IEC 18013-5 §9.1, OpenID4VP 1.0 Appendix B.2). Does not
 * check revocation.
 *
 * Built directly on COSE, since libraries accept reported errors and second documents.
 */
export async function verifyMdocPresentation<Issuer extends IssuerKey, Fault extends string>(
  text: string,
  demands: MdocDemands<Issuer, Fault>,
): Promise<Result<VerifiedMdoc<Issuer>, MdocRefusal | { readonly code: Fault }>> {
  const bytes = decodeBase64Url(text);
  const response = bytes === null ? null : readDeviceResponse(bytes);
  if (response === null) return refuse({ code: "mdoc_malformed" });
  const { version, status, hasErrors, documents } = response;
  if (version !== "1.0") return refuse({ code: "mdoc_version_unsupported" });
  if (status !== 0 || hasErrors) return refuse({ code: "mdoc_status_not_ok" });
  const [document, ...others] = documents;
  if (document === undefined || others.length > 0) {
    return refuse({ code: "mdoc_document_count_unaccepted" });
  }
  if (document.docType !== demands.docType) return refuse({ code: "mdoc_doctype_unaccepted" });
  if (document.hasDeviceMac) return refuse({ code: "device_mac_unsupported" });
  const issued = await verifyIssuer(document, demands);
  if (!issued.ok) return issued;
  const { mso, issuer } = issued.value;
  const elements = readElements(document, mso);
  if (!elements.ok) return elements;
  if (!isOfItsCountry(elements.value, issuer)) return refuse({ code: "issuer_country_differs" });
  const device = await verifyDevice(document, mso, demands);
  if (!device.ok) return device;
  return ok({
    docType: document.docType,
    elements: elements.value,
    status: mso.status,
    device: device.value,
    issuer,
  });
}

async function verifyIssuer<Issuer extends IssuerKey, Fault extends string>(
  document: Document,
  { now, skewSeconds, issuerKey }: MdocDemands<Issuer, Fault>,
): Promise<
  Result<
    { readonly mso: MobileSecurityObject; readonly issuer: Issuer },
    MdocRefusal | { readonly code: Fault }
  >
> {
  const auth = readSign1(document.issuerAuth);
  if (auth === "malformed") return refuse({ code: "mdoc_malformed" });
  if (auth === "algorithm_unsupported") return refuse({ code: "issuer_algorithm_unsupported" });
  const found = await issuerKey(auth.certificates, auth.algorithm);
  if (!found.ok) return found;
  const issuer = found.value;
  const payload = auth.payload ?? new Uint8Array();
  if (!await verifySign1(auth, payload, issuer.key)) {
    return refuse({ code: "issuer_signature_invalid" });
  }
  const mso = readSecurityObject(payload);
  if (mso === null || mso.version !== "1.0") return refuse({ code: "mdoc_malformed" });
  if (mso.docType !== document.docType) return refuse({ code: "mdoc_doctype_differs" });
  const { signed, validFrom, validUntil } = mso.validity;
  if (signed < issuer.notBefore || signed > issuer.notAfter) {
    return refuse({ code: "mdoc_signed_outside_certificate" });
  }
  // Signed after today is not signed yet, whatever it says of its validity.
  if (now < Math.max(signed, validFrom) - skewSeconds) {
    return refuse({ code: "mdoc_not_yet_valid" });
  }
  if (now > validUntil + skewSeconds) return refuse({ code: "mdoc_expired" });
  return ok({ mso, issuer });
}

/**
 * Reads elements whose digests the issuer signed; one element without a signed digest refuses the
 * whole presentation.
 */
function readElements(
  { nameSpaces }: Document,
  { digestAlgorithm, valueDigests }: MobileSecurityObject,
): Result<VerifiedMdoc["elements"], MdocRefusal> {
  const hash = digests.get(digestAlgorithm);
  if (hash === undefined) return refuse({ code: "digest_algorithm_unsupported" });
  const elements = new Map<string, ReadonlyMap<string, Cbor>>();
  for (const [nameSpace, items] of nameSpaces) {
    const signed = valueDigests.get(nameSpace);
    const values = new Map<string, Cbor>();
    const used = new Set<number>();
    for (const sent of items) {
      const item = readItem(sent);
      if (item === null) return refuse({ code: "mdoc_malformed" });
      const { digestId, elementIdentifier, elementValue } = item;
      if (used.has(digestId) || values.has(elementIdentifier)) {
        return refuse({ code: "element_repeated" });
      }
      const digest = isMap(signed) ? signed.get(digestId) : undefined;
      const made = createHash(hash).update(sent.whole).digest();
      if (!isBytes(digest) || !made.equals(digest)) {
        return refuse({ code: "element_digest_differs" });
      }
      used.add(digestId);
      values.set(elementIdentifier, elementValue);
    }
    elements.set(nameSpace, values);
  }
  return ok(elements);
}

/** Namespace of driving licences (ISO/IEC 18013-5 §7.2.1). */
const licenceNameSpace = "org.iso.18013.5.1";

/**
 * Whether a driving licence that names its country has an issuer of the same country, so that no
 * authority issues another's licences (§9.3.1). Certificates of a sandbox may have no country.
 */
function isOfItsCountry(
  elements: VerifiedMdoc["elements"],
  { countries = [] }: IssuerKey,
): boolean {
  const country = elements.get(licenceNameSpace)?.get("issuing_country");
  return country === undefined || countries.every((own) => own === country);
}

/** Verifies the wallet's signature over `DeviceAuthentication` (§9.1.3.4). */
async function verifyDevice(
  { docType, deviceSignature, deviceNameSpaces }: Document,
  { deviceKey }: MobileSecurityObject,
  { transcript }: Pick<MdocDemands, "transcript">,
): Promise<Result<CoseKey, MdocRefusal>> {
  const device = await readCoseKey(deviceKey);
  if (device === null) return refuse({ code: "device_key_unusable" });
  const auth = readSign1(deviceSignature);
  if (auth === "malformed") return refuse({ code: "mdoc_malformed" });
  if (auth === "algorithm_unsupported" || auth.algorithm !== device.algorithm) {
    return refuse({ code: "device_algorithm_unsupported" });
  }
  if (auth.payload !== null) return refuse({ code: "mdoc_malformed" });
  const authentication = concatBytes([
    Uint8Array.of(arrayOfFour),
    encodeCbor("DeviceAuthentication"),
    transcript,
    encodeCbor(docType),
    deviceNameSpaces.whole,
  ]);
  const holds = await verifySign1(auth, embed(authentication), device.key);
  return holds ? ok(device) : refuse({ code: "device_signature_invalid" });
}

/** First byte of an array of four (RFC 8949 §3.1). */
const arrayOfFour = 0x84;
