/** Grant type of a pre-authorized code (OpenID4VCI 1.0 §3.5). */
export const preAuthorizedCodeGrant = "urn:ietf:params:oauth:grant-type:pre-authorized_code";

/** A credential offer (OpenID4VCI 1.0 §4.1.1) whose code requires no transaction code. */
export interface CredentialOffer {
  readonly credential_issuer: string;
  readonly credential_configuration_ids: readonly string[];
  readonly grants: {
    readonly [preAuthorizedCodeGrant]: { readonly "pre-authorized_code": string };
  };
}

/** Makes an offer of one credential. */
export function makeOffer(
  { issuer, configurationId, code }: {
    /** The credential issuer identifier. */
    readonly issuer: string;
    readonly configurationId: string;
    /** `pre-authorized_code`. */
    readonly code: string;
  },
): CredentialOffer {
  return {
    credential_issuer: issuer,
    credential_configuration_ids: [configurationId],
    grants: { [preAuthorizedCodeGrant]: { "pre-authorized_code": code } },
  };
}

/** The link that opens a wallet with the address of an offer (OpenID4VCI 1.0 §4.1.3). */
export function offerUriByReference(address: string): string {
  return `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(address)}`;
}
