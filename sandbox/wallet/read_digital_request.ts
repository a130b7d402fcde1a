import type { Json } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { answerKeyIn } from "../../core/presentation/authorization_request.ts";
import {
  DigitalCredentialRequest,
  DigitalRequestParameters,
} from "../../core/presentation/digital_credential_request.ts";
import { openRequestObject } from "./read_request.ts";
import { requestRefused, type WalletRefusal } from "./refusal.ts";
import type { DigitalRequest } from "./wallet_request.ts";

/**
 * Reads a request that a page passes to `navigator.credentials.get`, and checks it as a wallet must
 * (OpenID4VP 1.0, Appendix A): its signer, and that it is for pages of this origin.
 *
 * @param request an entry of `digital.requests`
 * @param origin the page's, as the browser reports it
 */
export async function readDigitalRequest(
  request: Json,
  origin: string,
): Promise<Result<DigitalRequest, WalletRefusal>> {
  const parsed = DigitalCredentialRequest.safeParse(request);
  if (!parsed.success) return requestRefused("The page's request is not supported here");
  const { protocol, data } = parsed.data;
  if (protocol === "openid4vp-v1-unsigned") return bind(data, origin);
  const opened = await openRequestObject(data.request, null);
  if (!opened.ok) return opened;
  const claims = opened.value;
  const { expected_origins: expected } = claims;
  if (!Array.isArray(expected) || !expected.includes(origin)) {
    return requestRefused(`The request is for pages of another origin than ${origin}`);
  }
  const parameters = DigitalRequestParameters.safeParse(claims);
  return parameters.success
    ? bind(parameters.data, origin)
    : requestRefused("The request object is not supported here");
}

function bind(
  parameters: DigitalRequestParameters,
  origin: string,
): Result<DigitalRequest, WalletRefusal> {
  return parameters.response_mode === "dc_api.jwt" && answerKeyIn(parameters) === null
    ? requestRefused("The request requires an encrypted answer but names no key")
    : ok({ ...parameters, client_id: `origin:${origin}`, origin });
}
