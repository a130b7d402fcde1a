import { z } from "zod";
import type { JsonObject } from "../../base/json.ts";
import { AuthorizationRequest, formatsSupported } from "./authorization_request.ts";
import type { Session } from "./schema.ts";

/** The form of an answer by a browser (OpenID4VP 1.0, Appendix A.2): plain or encrypted. */
export const DigitalResponseMode = z.enum(["dc_api", "dc_api.jwt"]);
export type DigitalResponseMode = z.infer<typeof DigitalResponseMode>;

const { response_type, nonce, dcql_query, client_metadata } = AuthorizationRequest.unwrap().shape;

/**
 * The parameters that a page's browser passes to a wallet (OpenID4VP 1.0, Appendix A.2). Without
 * `client_id`, since the browser states the origin of the page, and without `state`, which wallets
 * do not return.
 */
export const DigitalRequestParameters = z.object({
  response_type,
  response_mode: DigitalResponseMode,
  nonce,
  dcql_query,
  client_metadata: client_metadata.unwrap(),
}).readonly();
export type DigitalRequestParameters = z.infer<typeof DigitalRequestParameters>;

/** One entry of `requests` in `navigator.credentials.get` (OpenID4VP 1.0, Appendix A.1 and A.3). */
export const DigitalCredentialRequest = z.discriminatedUnion("protocol", [
  z.object({
    protocol: z.literal("openid4vp-v1-unsigned"),
    data: DigitalRequestParameters,
  }).readonly(),
  z.object({
    protocol: z.literal("openid4vp-v1-signed"),
    data: z.object({
      request: z.string().meta({
        description:
          "The same members as a signed request object, with `client_id` and `expected_origins`",
      }),
    }).readonly(),
  }).readonly(),
]).meta({
  id: "DigitalCredentialRequest",
  description:
    "An entry of `digital.requests` of `navigator.credentials.get`, signed where the verifier has a certificate",
});
export type DigitalCredentialRequest = z.infer<typeof DigitalCredentialRequest>;

/** Claims of a signed request: only pages of this origin may pass it to a wallet (Appendix A.2). */
export function digitalRequestClaims(
  request: AuthorizationRequest,
  origin: string,
): JsonObject {
  const parameters: JsonObject = JSON.parse(JSON.stringify(parametersOf(request)));
  return { client_id: request.client_id, expected_origins: [origin], ...parameters };
}

/** The request of a session for its page's browser; null if the wallet answers directly. */
export function digitalRequestOf(
  { request, digital }: Pick<Session, "request" | "digital">,
): DigitalCredentialRequest | null {
  if (digital === undefined) return null;
  return digital.signed === undefined
    ? { protocol: "openid4vp-v1-unsigned", data: parametersOf(request) }
    : { protocol: "openid4vp-v1-signed", data: { request: digital.signed } };
}

/**
 * The parameters of a request. They always include the metadata, since a wallet behind a browser
 * knows no verifier beforehand.
 */
function parametersOf(
  { response_type, response_mode, nonce, dcql_query, client_metadata }: AuthorizationRequest,
): DigitalRequestParameters {
  return {
    response_type,
    response_mode: response_mode === "direct_post.jwt" ? "dc_api.jwt" : "dc_api",
    nonce,
    dcql_query,
    client_metadata: client_metadata ?? { vp_formats_supported: formatsSupported },
  };
}
