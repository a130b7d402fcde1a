/** Why an SD-JWT VC presentation is refused, as the verifier's client may read. */
export interface SdJwtRefusal {
  readonly code: SdJwtFault;
}

/** What is wrong with a presentation; one code for each rule, in the order in which they are tested. */
export type SdJwtFault =
  /** Not `<JWT>~<disclosure>~…~<KB-JWT>`, or more than the limits allow (RFC 9901 §4). */
  | "sd_jwt_malformed"
  /** `typ` is not `dc+sd-jwt`, or a header that we do not know is critical. */
  | "sd_jwt_type_unsupported"
  /** Signed by an algorithm that is not asked for. */
  | "sd_jwt_algorithm_unsupported"
  | "issuer_signature_invalid"
  /** `_sd_alg` is not `sha-256`, `sha-384` or `sha-512`. */
  | "hash_algorithm_unsupported"
  /** Not base64url of a JSON array of two or three members (RFC 9901 §4.2). */
  | "disclosure_malformed"
  /** The same disclosure, or two of one digest. */
  | "disclosure_repeated"
  /** No digest asks for it. */
  | "disclosure_unreferenced"
  /** A digest stands in two places. */
  | "digest_repeated"
  /** A claim is called `_sd` or `...`, or these are not what they must be. */
  | "claim_name_reserved"
  /** A disclosed claim stands there already. */
  | "claim_repeated"
  /** A claim that must stand in the clear is disclosed (SD-JWT VC, "Registered JWT Claims"). */
  | "claim_not_disclosable"
  /** `exp`, `nbf` or `iat` is no number, `vct` no text. */
  | "claim_malformed"
  | "credential_not_yet_valid"
  | "credential_expired"
  /** `vct` is none of those asked for. */
  | "credential_type_unaccepted"
  /** `cnf.jwk` is missing, private, or not a key of an algorithm that is asked for. */
  | "holder_key_unusable"
  | "key_binding_missing"
  | "key_binding_malformed"
  /** `typ` is not `kb+jwt`. */
  | "key_binding_type_unsupported"
  | "key_binding_algorithm_unsupported"
  | "key_binding_signature_invalid"
  | "key_binding_nonce_differs"
  | "key_binding_audience_differs"
  /** Signed too long ago, or in the future. */
  | "key_binding_time_unaccepted"
  | "key_binding_sd_hash_differs";
