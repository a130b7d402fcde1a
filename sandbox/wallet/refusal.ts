import { refuse, type Result } from "../../base/result.ts";

/** The reason why a wallet does not answer. */
export interface WalletRefusal {
  readonly code:
    /** The request is not one that a wallet may answer, or cannot be fetched. */
    | "request_refused"
    /** The offer is not one that a wallet may accept, or the issuer violates it. */
    | "offer_refused"
    /** The wallet has nothing that answers the request. */
    | "not_answerable"
    /** The answer cannot be sent. */
    | "verifier_unreachable"
    /** The holder's key can be neither read nor made. */
    | "key_unavailable";
  /** A message for the wallet's holder, without a full stop. */
  readonly message: string;
}

/** Refuses a request that cannot be answered as the holder wants. */
export function notAnswerable(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "not_answerable", message });
}

/** Refuses a request. */
export function requestRefused(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "request_refused", message });
}

/** Refuses an offer, or the credential issued for it. */
export function offerRefused(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "offer_refused", message });
}
