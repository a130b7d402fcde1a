import { z } from "zod";

/** An empty parameter counts as absent (RFC 6749 §3.2). */
const field = z.string().transform((text) => text === "" ? undefined : text).optional();

/**
 * Fields of the token request (RFC 6749 §4.1.3; RFC 7636 §4.5). Each is optional here: a missing
 * one is refused after the client is authenticated. Unknown ones are ignored.
 */
export const TokenRequest = z.object({
  grant_type: field.meta({ description: "`authorization_code`" }),
  code: field,
  redirect_uri: field.meta({ description: "As it was sent to authorize" }),
  code_verifier: field.meta({ description: "43 to 128 unreserved characters (RFC 7636 §4.1)" }),
  client_id: field.meta({ description: "With `client_secret`: client_secret_post" }),
  client_secret: field,
}).readonly().meta({ id: "LoginTokenRequest" });
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Answer to a code (RFC 6749 §5.1; OpenID Connect Core §3.1.3.3). */
export const TokenResponse = z.object({
  access_token: z.string().meta({ description: "Grants no access: RFC 6749 requires one" }),
  token_type: z.literal("Bearer"),
  expires_in: z.int().positive().meta({ description: "Seconds" }),
  id_token: z.string().meta({ description: "Compact JWS, ES256" }),
}).readonly().meta({ id: "LoginTokenResponse" });
export type TokenResponse = z.infer<typeof TokenResponse>;
