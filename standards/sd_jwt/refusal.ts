/** The reason why an SD-JWT VC presentation is refused, as the verifier's client may read it. */
export interface SdJwtRefusal {
  readonly code: SdJwtFault;
}

/** The fault of a presentation: one code for each rule, in the order of the tests. */
export type SdJwtFault =
  /** Not `<JWT>~<disclosure>~…~<KB-JWT>`, or above the limits (RFC 9901 §4). */
  | "sd_jwt_malformed"
  /** `typ` is not `dc+sd-jwt`, or an unknown header is critical. */
  | "sd_jwt_type_unsupported"
  /** Signed by an algorithm that was not requested. */
  | "sd_jwt_algorithm_unsupported"
  | "issuer_signature_invalid"
  /** `_sd_alg` is not `sha-256`, `sha-384` or `sha-512`. */
  | "hash_algorithm_unsupported"
  /** Not base64url of a JSON array of two or three members (RFC 9901 §4.2). */
  | "disclosure_malformed"
  /** A disclosure, or the digest of one, occurs twice. */
  | "disclosure_repeated"
  /** A disclosure has no digest. */
  | "disclosure_unreferenced"
  /** A digest occurs twice. */
  | "digest_repeated"
  /** A claim is named `_sd` or `...`, or such a member is malformed. */
  | "claim_name_reserved"
  /** A disclosed claim has the name of an existing claim. */
  | "claim_repeated"
  /** A claim that must be in the clear is disclosed (SD-JWT VC, "Registered JWT Claims"). */
  | "claim_not_disclosable"
  /** `exp`, `nbf` or `iat` is not a number, or `vct` is not a text. */
  | "claim_malformed"
  | "credential_not_yet_valid"
  | "credential_expired"
  /** `vct` is not one of the requested types. */
  | "credential_type_unaccepted"
  /** `cnf.jwk` is missing, private, or not a key of a requested algorithm. */
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
