import { refuse, type Result } from "../../base/result.ts";

/** Why a wallet does not answer. */
export interface WalletRefusal {
  readonly code:
    /** It is no request that a wallet may answer, or cannot be fetched. */
    | "request_refused"
    /** It is no offer that a wallet may take, or the issuer does not do as it offers. */
    | "offer_refused"
    /** The wallet has nothing that answers it as asked. */
    | "not_answerable"
    /** The answer cannot be sent. */
    | "verifier_unreachable"
    /** The holder's key can be neither read nor made. */
    | "key_unavailable";
  /** For the wallet's holder, without a full stop. */
  readonly message: string;
}

/** Refuses what cannot be answered as the holder wants it. */
export function notAnswerable(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "not_answerable", message });
}

/** Refuses a request. */
export function requestRefused(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "request_refused", message });
}

/** Refuses an offer, or what was issued for it. */
export function offerRefused(message: string): Result<never, WalletRefusal> {
  return refuse({ code: "offer_refused", message });
}
