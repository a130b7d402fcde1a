import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { DigitalRequestParameters } from "../../core/presentation/digital_credential_request.ts";

/** A request that a browser passed to the wallet, and the binding of its answer. */
export interface DigitalRequest extends DigitalRequestParameters {
  /**
   * `origin:` and the page's origin: the audience of the answer, of signed requests too (OpenID4VP 1.0,
   * Appendix A.4).
   */
  readonly client_id: string;
  /** The page's origin, as reported by the browser. */
  readonly origin: string;
}

/** A request that a wallet answers: directly, or through the calling browser. */
export type WalletRequest = AuthorizationRequest | DigitalRequest;
