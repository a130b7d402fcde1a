/** Why an mdoc presentation is refused, as the verifier's client may read. */
export interface MdocRefusal {
  readonly code: MdocFault;
}

/** What is wrong with a presentation; one code for each rule, in the order in which they are tested. */
export type MdocFault =
  /** Not base64url of a DeviceResponse, or not what ISO/IEC 18013-5 §8.3.2.1.2.2 says. */
  | "mdoc_malformed"
  | "mdoc_version_unsupported"
  /** The wallet reports an error in place of, or beside, documents. */
  | "mdoc_status_not_ok"
  /** None, or more than one. */
  | "mdoc_document_count_unaccepted"
  /** Not the document that was asked for. */
  | "mdoc_doctype_unaccepted"
  /** Authenticated by a MAC, which needs a key that an OpenID4VP verifier does not have. */
  | "device_mac_unsupported"
  | "issuer_algorithm_unsupported"
  | "issuer_signature_invalid"
  /** The signed object is of another document. */
  | "mdoc_doctype_differs"
  | "digest_algorithm_unsupported"
  /** Signed when the issuer's certificate was not valid. */
  | "mdoc_signed_outside_certificate"
  | "mdoc_not_yet_valid"
  | "mdoc_expired"
  /** The same element, or the same digest, twice. */
  | "element_repeated"
  /** The issuer has not signed an element. */
  | "element_digest_differs"
  /** A driving licence of another country than its issuer's. */
  | "issuer_country_differs"
  /** Not P-256, P-384 or P-521, or not on its curve. */
  | "device_key_unusable"
  | "device_algorithm_unsupported"
  /** The wallet does not hold the key, or answers another request. */
  | "device_signature_invalid";
