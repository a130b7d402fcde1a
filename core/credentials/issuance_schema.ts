import { z } from "zod";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";

/** A credential offer (OpenID4VCI 1.0 §4.1.1). */
export const CredentialOfferAnswer = z.object({
  credential_issuer: z.string(),
  credential_configuration_ids: z.array(z.string()).readonly(),
  grants: z.object({
    [preAuthorizedCodeGrant]: z.object({ "pre-authorized_code": z.string() }).readonly(),
  }).readonly(),
}).readonly().meta({ id: "CredentialOffer" });
export type CredentialOfferAnswer = z.infer<typeof CredentialOfferAnswer>;

/** A parameter that is empty or `null` counts as absent (RFC 6749 §3.2). */
const field = z.string().nullable().transform((text) => text === "" ? undefined : text ?? undefined)
  .optional();

/** Fields of the token request (Credentials §2; OpenID4VCI 1.0 §6.1). Unknown ones are ignored. */
export const CredentialTokenRequest = z.object({
  grant_type: field.meta({ description: `\`${preAuthorizedCodeGrant}\`` }),
  "pre-authorized_code": field.meta({ description: "Of the credential offer; redeemed once" }),
  tx_code: field.meta({
    description: "Refused: no offer of this service requires one",
  }),
}).readonly().meta({
  id: "CredentialTokenRequest",
  // Their absence is refused by the codes of OAuth.
  required: ["grant_type", "pre-authorized_code"],
});
export type CredentialTokenRequest = z.infer<typeof CredentialTokenRequest>;

/** Answer to a pre-authorized code (OpenID4VCI 1.0 §6.2, with its drafts' `c_nonce`). */
export const CredentialTokenResponse = z.object({
  access_token: z.string().meta({ description: "For one credential" }),
  token_type: z.literal("Bearer"),
  expires_in: z.int().positive().meta({ description: "Seconds" }),
  c_nonce: z.string().meta({ description: "For one key proof" }),
  c_nonce_expires_in: z.int().positive().meta({ description: "Seconds" }),
}).readonly().meta({ id: "CredentialTokenResponse" });
export type CredentialTokenResponse = z.infer<typeof CredentialTokenResponse>;

/** A fresh nonce (OpenID4VCI 1.0 §7.2). */
export const NonceResponse = z.object({
  c_nonce: z.string().meta({ description: "For one key proof, within minutes" }),
}).readonly().meta({ id: "NonceResponse" });
export type NonceResponse = z.infer<typeof NonceResponse>;

const given = (type: "object" | "string", description: string) =>
  z.unknown().optional().meta({ type, description });

/**
 * The credential request, in the specification's form and in OpenID4VCI 1.0's (§8.2). Faults are
 * refused by the codes of OpenID4VCI, after the access token was verified.
 */
export const CredentialRequestBody = z.object({
  format: given("string", "`dc+sd-jwt`: the form of Credentials §2"),
  vct: given("string", "Beside `format`: the type of the credential that the offer is of"),
  proof: given("object", "`{proof_type: jwt, jwt}`: one key proof"),
  credential_configuration_id: given("string", "That of the offer: the form of OpenID4VCI 1.0"),
  credential_identifier: given("string", "Taken in its place"),
  proofs: given("object", "`{jwt: [one]}`: one key proof"),
  credential_response_encryption: given("object", "Refused: credentials are not encrypted"),
}).readonly().meta({ id: "CredentialRequest" });
export type CredentialRequestBody = z.infer<typeof CredentialRequestBody>;

/** The credential (OpenID4VCI 1.0 §8.3). */
export const CredentialResponse = z.object({
  credentials: z.array(z.object({ credential: z.string() }).readonly()).readonly(),
  credential: z.string().optional().meta({ description: "The same, where `format` was asked for" }),
}).readonly().meta({ id: "CredentialResponse" });
export type CredentialResponse = z.infer<typeof CredentialResponse>;

/** The appearance of a credential in a wallet. */
const CredentialDisplay = z.object({
  name: z.string().meta({ description: "Title of the template's schema, else a name of its type" }),
  description: z.string().optional().meta({ description: "The institution" }),
  logo: z.object({ uri: z.string(), alt_text: z.string() }).readonly().optional(),
  background_color: z.string().optional(),
}).readonly();

/** A claim of a credential, and its display name. */
export const ClaimDescription = z.object({
  path: z.array(z.union([z.string(), z.null()])).readonly(),
  mandatory: z.literal(true).optional(),
  display: z.array(z.object({ name: z.string() }).readonly()).readonly().optional(),
}).readonly();
export type ClaimDescription = z.infer<typeof ClaimDescription>;

/**
 * The description of credentials by one approved template (OpenID4VCI 1.0 §12.2.4 and appendix
 * A.3).
 */
export const CredentialConfiguration = z.object({
  format: z.literal("dc+sd-jwt"),
  vct: z.string(),
  cryptographic_binding_methods_supported: z.array(z.literal("jwk")).readonly(),
  credential_signing_alg_values_supported: z.array(z.literal("ES256")).readonly(),
  proof_types_supported: z.object({
    jwt: z.object({
      proof_signing_alg_values_supported: z.array(z.literal("ES256")).readonly(),
    }).readonly(),
  }).readonly(),
  credential_metadata: z.object({
    display: z.array(CredentialDisplay).readonly(),
    claims: z.array(ClaimDescription).readonly().optional(),
  }).readonly(),
}).readonly().meta({ id: "CredentialConfiguration" });
export type CredentialConfiguration = z.infer<typeof CredentialConfiguration>;

/** Credential issuer metadata (OpenID4VCI 1.0 §12.2). */
export const CredentialIssuerMetadata = z.object({
  credential_issuer: z.string().meta({ description: "The credential issuer identifier" }),
  credential_endpoint: z.string(),
  nonce_endpoint: z.string(),
  display: z.array(z.object({ name: z.string() }).readonly()).readonly().meta({
    description: "The one institution, or the host that several share",
  }),
  credential_configurations_supported: z.record(z.string(), CredentialConfiguration).readonly()
    .meta({ description: "By the id of their template" }),
}).readonly().meta({ id: "CredentialIssuerMetadata" });
export type CredentialIssuerMetadata = z.infer<typeof CredentialIssuerMetadata>;

/** Authorization server metadata (RFC 8414 §2; OpenID4VCI 1.0 §12.3). */
export const CredentialServerMetadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  grant_types_supported: z.array(z.string()).readonly(),
  response_types_supported: z.array(z.string()).readonly(),
  token_endpoint_auth_methods_supported: z.array(z.string()).readonly(),
  "pre-authorized_grant_anonymous_access_supported": z.boolean(),
}).readonly().meta({ id: "CredentialServerMetadata" });
export type CredentialServerMetadata = z.infer<typeof CredentialServerMetadata>;
