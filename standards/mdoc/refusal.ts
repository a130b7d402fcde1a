/** The reason why an mdoc presentation is refused, as the verifier's client may read it. */
export interface MdocRefusal {
  readonly code: MdocFault;
}

/** The fault of a presentation: one code for each rule, in the order of the tests. */
export type MdocFault =
  /** Not base64url of a DeviceResponse, or not in the form of ISO/IEC 18013-5 §8.3.2.1.2.2. */
  | "mdoc_malformed"
  | "mdoc_version_unsupported"
  /** The wallet reports an error instead of documents, or in addition to them. */
  | "mdoc_status_not_ok"
  /** The response has no document, or more than one. */
  | "mdoc_document_count_unaccepted"
  /** The document is not of the requested type. */
  | "mdoc_doctype_unaccepted"
  /** Authenticated by a MAC, which requires a key that an OpenID4VP verifier does not have. */
  | "device_mac_unsupported"
  | "issuer_algorithm_unsupported"
  | "issuer_signature_invalid"
  /** The signed object belongs to a document of another type. */
  | "mdoc_doctype_differs"
  | "digest_algorithm_unsupported"
  /** Signed while the issuer's certificate was not valid. */
  | "mdoc_signed_outside_certificate"
  | "mdoc_not_yet_valid"
  | "mdoc_expired"
  /** An element or a digest occurs twice. */
  | "element_repeated"
  /** The issuer did not sign the digest of an element. */
  | "element_digest_differs"
  /** The driving licence belongs to another country than its issuer. */
  | "issuer_country_differs"
  /** The key is not on P-256, P-384 or P-521, or its point is not on the curve. */
  | "device_key_unusable"
  | "device_algorithm_unsupported"
  /** The wallet does not hold the key, or signed another request. */
  | "device_signature_invalid";
