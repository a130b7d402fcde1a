import type { Unit } from "../../base/unit.ts";

/** Signature algorithms of assertions (RFC 7518 §3.1, RFC 8037 §3.1): none of them has a shared secret. */
export const stepUpAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const;
/** One of the names of {@link stepUpAlgorithms}. */
export type StepUpAlgorithm = typeof stepUpAlgorithms[number];

/** What a look-up of a key came to. */
export type FoundStepUpKey =
  | { readonly kind: "key"; readonly key: CryptoKey }
  /** There is none of that id that may verify by that algorithm. */
  | { readonly kind: "unknown" }
  /** Whoever publishes the keys cannot be asked. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until it is asked again, where that is known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** The public keys of whoever signs assertions. Every implementation bounds its own time. */
export interface StepUpKeys {
  find(named: { readonly kid: string; readonly alg: StepUpAlgorithm }): Promise<FoundStepUpKey>;
}

/** Assertions that have been used, as long as they could be shown again. */
export interface UsedAssertions {
  has(jti: string): Promise<boolean>;
  /** Notes the use in the unit, which is lost when another did. */
  add(unit: Unit, used: { readonly jti: string; readonly until: Temporal.Instant }): void;
}
