import { openJws, verifyJws } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtParts } from "./compact.ts";
import { digestBy, type SdHash } from "./disclosure.ts";
import type { HolderKey } from "./holder_key.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** The request that a key-binding JWT must be bound to. */
export interface KeyBinding {
  readonly nonce: string;
  /** The verifier's `client_id`, whole, with its prefix. */
  readonly audience: string;
  /** Unix time, seconds. */
  readonly now: number;
  /** Seconds by which the wallet's clock may differ, including the time until it answers. */
  readonly toleranceSeconds: number;
}

const faults = {
  malformed: "key_binding_malformed",
  type_unsupported: "key_binding_type_unsupported",
  algorithm_unsupported: "key_binding_algorithm_unsupported",
  signature_invalid: "key_binding_signature_invalid",
} as const;

/**
 * A presentation, with the hash that its credential names; `sd_hash` uses the same hash (RFC 9901
 * §4.3.1).
 */
export interface BoundSdJwt extends SdJwtParts {
  readonly hash: SdHash;
}

/**
 * Verifies that the presenter of a credential holds its key and signed this request (RFC 9901
 * §7.3).
 */
export async function verifyKeyBinding(
  { keyBindingJwt, boundText, hash }: BoundSdJwt,
  holder: HolderKey,
  { nonce, audience, now, toleranceSeconds }: KeyBinding,
): Promise<Result<null, SdJwtRefusal>> {
  if (keyBindingJwt === null) return refuse({ code: "key_binding_missing" });
  const opened = openJws(keyBindingJwt, "kb+jwt");
  if (!opened.ok) return refuse({ code: faults[opened.refusal.code] });
  if (opened.value.algorithm !== holder.algorithm) {
    return refuse({ code: "key_binding_algorithm_unsupported" });
  }
  const verified = await verifyJws(opened.value, holder.key);
  if (!verified.ok) return refuse({ code: faults[verified.refusal.code] });
  const { iat, exp, nbf, ...claims } = verified.value;
  if (claims["nonce"] !== nonce) return refuse({ code: "key_binding_nonce_differs" });
  if (claims["aud"] !== audience) return refuse({ code: "key_binding_audience_differs" });
  const isFresh = typeof iat === "number" && Math.abs(now - iat) <= toleranceSeconds &&
    (exp === undefined || (isTime(exp) && now <= exp + toleranceSeconds)) &&
    (nbf === undefined || (isTime(nbf) && nbf <= now + toleranceSeconds));
  if (!isFresh) return refuse({ code: "key_binding_time_unaccepted" });
  if (claims["sd_hash"] !== digestBy(hash, boundText)) {
    return refuse({ code: "key_binding_sd_hash_differs" });
  }
  return ok(null);
}

/** Whether a value is a time. JSON's `1e400` is read as infinity, which is not a time. */
function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}
