import { z } from "zod";
import { acr, idTokenClaims } from "./id_token.ts";
import type { LoginPorts } from "./ports.ts";

const PublicSigningKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  kid: z.string().meta({ description: "RFC 7638 thumbprint" }),
  use: z.literal("sig"),
  alg: z.literal("ES256"),
}).readonly();

/** JSON Web Key Set (RFC 7517 §5). */
export const LoginJwks = z.object({
  keys: z.array(PublicSigningKey).readonly(),
}).readonly().meta({ id: "LoginJwks" });
export type LoginJwks = z.infer<typeof LoginJwks>;

/** Discovery document (OpenID Connect Discovery §3), which is also RFC 8414's metadata. */
export const LoginMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  scopes_supported: z.array(z.string()).readonly(),
  response_types_supported: z.array(z.string()).readonly(),
  response_modes_supported: z.array(z.string()).readonly(),
  grant_types_supported: z.array(z.string()).readonly(),
  acr_values_supported: z.array(z.string()).readonly(),
  subject_types_supported: z.array(z.string()).readonly(),
  id_token_signing_alg_values_supported: z.array(z.string()).readonly(),
  token_endpoint_auth_methods_supported: z.array(z.string()).readonly(),
  claims_supported: z.array(z.string()).readonly(),
  code_challenge_methods_supported: z.array(z.string()).readonly(),
  prompt_values_supported: z.array(z.string()).readonly(),
  authorization_response_iss_parameter_supported: z.boolean(),
  claims_parameter_supported: z.boolean(),
  request_parameter_supported: z.boolean(),
  request_uri_parameter_supported: z.boolean(),
}).readonly().meta({ id: "LoginMetadata" });
export type LoginMetadata = z.infer<typeof LoginMetadata>;

/**
 * Describes the login to relying parties' libraries. Unsupported features (userinfo, end_session,
 * pushed requests) are omitted, and features that a library would assume by default are denied.
 *
 * @see Verification §4, rule 8; decisions-2.md part 14
 */
export function describeLogin({ login: { issuer } }: Pick<LoginPorts, "login">): LoginMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: ["openid"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    acr_values_supported: [acr],
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: ["ES256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    claims_supported: [...idTokenClaims],
    code_challenge_methods_supported: ["S256"],
    prompt_values_supported: ["none", "login", "consent", "select_account"],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** Publishes every key that may verify an id_token: each `ACTIVE` and `ROTATED` one. */
export async function publishKeys(
  { loginKeys }: Pick<LoginPorts, "loginKeys">,
): Promise<LoginJwks> {
  return { keys: await loginKeys.published() };
}
