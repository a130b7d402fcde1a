import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { DigitalRequestParameters } from "../../core/presentation/digital_credential_request.ts";

/** A request that a browser has handed to the wallet, and what its answer is bound to. */
export interface DigitalRequest extends DigitalRequestParameters {
  /**
   * `origin:` and the page's origin: the audience of the answer, of signed requests too (OpenID4VP 1.0,
   * Appendix A.4).
   */
  readonly client_id: string;
  /** Of the page, as the browser reports it. */
  readonly origin: string;
}

/** A request as a wallet answers it: by itself, or by the browser that asks. */
export type WalletRequest = AuthorizationRequest | DigitalRequest;
