import { sandboxStatuses } from "../presentation/sandbox_statuses.ts";
import type { Breaking } from "./breaking.ts";
import { map, tdate } from "./cbor.ts";
import { signingKey, transcriptOf } from "./credentials.ts";
import { makeDocument, type MdocMaking } from "./make_mdoc.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Faults of a presentation of a mobile document, by name. */
export const mdocBreakings: Readonly<Record<string, Breaking<MdocMaking>>> = {
  malformed: {
    what: "no DeviceResponse but any text",
    code: "mdoc_malformed",
    spoil: () => "mdoc",
  },
  padding: {
    what: "base64url with padding",
    code: "mdoc_malformed",
    spoil: (text) => `${text}=`,
  },
  version: {
    what: "a DeviceResponse of version 2.0",
    code: "mdoc_version_unsupported",
    change: () => ({ response: { version: "2.0" } }),
  },
  status_10: {
    what: "a DeviceResponse that reports status 10, a general error",
    code: "mdoc_status_not_ok",
    change: () => ({ response: { status: 10 } }),
  },
  document_errors: {
    what: "an error reported beside the document",
    code: "mdoc_status_not_ok",
    change: ({ docType }) => ({ response: { documentErrors: [map({ [docType]: 0 })] } }),
  },
  two_documents: {
    what: "the same document twice",
    code: "mdoc_document_count_unaccepted",
    change: async (making) => {
      const document = await makeDocument(making);
      return { response: { documents: [document, document] } };
    },
  },
  no_document: {
    what: "a DeviceResponse without any document",
    code: "mdoc_document_count_unaccepted",
    change: () => ({ response: { documents: [] } }),
  },
  type: {
    what: "a document of another type",
    code: "mdoc_doctype_unaccepted",
    change: () => ({ docType: "org.example.membership.1" }),
  },
  signed_type: {
    what: "signed by the issuer for a document of another type",
    code: "mdoc_doctype_differs",
    change: () => ({ signedDocType: "org.example.membership.1" }),
  },
  device_mac: {
    what: "authenticated by a MAC in place of a signature",
    code: "device_mac_unsupported",
    change: () => ({
      deviceAuth: {
        deviceSignature: undefined,
        deviceMac: [new Uint8Array(), new Map(), null, new Uint8Array(32)],
      },
    }),
  },
  issuer_algorithm: {
    what: "signed by the issuer with EdDSA",
    code: "issuer_algorithm_unsupported",
    change: () => ({ issuerHeader: new Map([[1, -8]]) }),
  },
  untrusted: {
    what: "issued by a stranger who bears the issuer's name",
    code: "issuer_untrusted",
    change: async (_, { issuers }) => ({
      issuerCertificates: [issuers.stranger.certificate],
      issuerSigner: await signingKey(issuers.stranger),
    }),
  },
  no_certificate: {
    what: "no certificate of the issuer's",
    code: "chain_malformed",
    change: () => ({ issuerCertificates: [] }),
  },
  anchor: {
    what: "the trust anchor in the place of the issuer's certificate",
    code: "certificate_usage_unaccepted",
    change: (_, { issuers }) => ({ issuerCertificates: [issuers.authorityCertificate] }),
  },
  issuer_signature: {
    what: "the issuer's certificate over a stranger's signature",
    code: "issuer_signature_invalid",
    change: async (_, { issuers }) => ({ issuerSigner: await signingKey(issuers.stranger) }),
  },
  hash_algorithm: {
    what: "digests by another hash than SHA-2",
    code: "digest_algorithm_unsupported",
    change: () => ({ mso: { digestAlgorithm: "SHA-1" } }),
  },
  signed_outside_certificate: {
    what: "signed before the issuer's certificate was valid",
    code: "mdoc_signed_outside_certificate",
    change: ({ validity }) => ({ validity: { ...validity, signed: tdate(0) } }),
  },
  expired: {
    what: "valid until a year ago",
    code: "mdoc_expired",
    change: ({ validity }, { now }) => ({
      validity: { ...validity, validUntil: tdate(now - yearSeconds) },
    }),
  },
  not_yet_valid: {
    what: "valid from next year",
    code: "mdoc_not_yet_valid",
    change: ({ validity }, { now }) => ({
      validity: { ...validity, validFrom: tdate(now + yearSeconds) },
    }),
  },
  element_repeated: {
    what: "an element that stands twice",
    code: "element_repeated",
    change: ({ items }) => ({ items: [...items, ...items.slice(0, 1)] }),
  },
  digest: {
    what: "an element of another value than was signed",
    code: "element_digest_differs",
    change: ({ items }) => ({ items: items.map((item) => ({ ...item, value: "forged" })) }),
  },
  holder_key: {
    what: "bound to a key that is none",
    code: "device_key_unusable",
    change: () => ({ deviceKey: new Map([[1, 1]]) }),
  },
  device_algorithm: {
    what: "signed by the wallet with another algorithm than its key's",
    code: "device_algorithm_unsupported",
    change: () => ({ deviceHeader: new Map([[1, -35]]) }),
  },
  device_signature: {
    what: "signed by another wallet",
    code: "device_signature_invalid",
    change: async (_, { issuers }) => ({ deviceSigner: await signingKey(issuers.stranger) }),
  },
  nonce: {
    what: "signed for another nonce",
    code: "device_signature_invalid",
    change: (_, { request }) => ({
      transcript: transcriptOf({ ...request, nonce: "n-0S6_WzA2Mj" }),
    }),
  },
  aud: {
    what: "signed for another verifier",
    code: "device_signature_invalid",
    change: (_, { request }) => ({
      transcript: transcriptOf(
        "origin" in request
          ? { ...request, origin: "https://verifier.example" }
          : { ...request, client_id: "https://verifier.example" },
      ),
    }),
  },
  handover: {
    what: "signed for another response_uri",
    code: "device_signature_invalid",
    change: (_, { request }) => ({
      transcript: transcriptOf({
        client_id: request.client_id,
        nonce: request.nonce,
        response_uri: "https://verifier.example/responses",
        response_mode: request.response_mode.endsWith(".jwt") ? "direct_post.jwt" : "direct_post",
        client_metadata: request.client_metadata,
      }),
    }),
  },
  missing_claim: {
    what: "an element that is asked for and not shown",
    code: "claim_missing",
    change: ({ items }) => ({ items: items.slice(1) }),
  },
  revoked: {
    what: "on the sandbox's status list as revoked",
    code: "credential_revoked",
    change: () => ({ mso: { status: map({ status_list: map(sandboxStatuses.revoked) }) } }),
  },
  status_malformed: {
    what: "a status that is not understood",
    code: "status_malformed",
    change: () => ({ mso: { status: map({ status_list: map({ idx: -1 }) }) } }),
  },
};
