import type { Unit } from "../../base/unit.ts";
import type { CredentialsPorts } from "./ports.ts";

/** Signature algorithms of assertions (RFC 7518 §3.1, RFC 8037 §3.1): none of them has a shared secret. */
export const stepUpAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const;
/** One of the names of {@link stepUpAlgorithms}. */
export type StepUpAlgorithm = typeof stepUpAlgorithms[number];

/** What a look-up of a key came to. */
export type FoundStepUpKey =
  | { readonly kind: "key"; readonly key: CryptoKey }
  /** There is none of that id that may verify by that algorithm. */
  | { readonly kind: "unknown" }
  /** The identity provider that publishes the keys cannot be asked. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until it is asked again, where that is known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** The public keys that verify assertions. Every implementation bounds its own time. */
export interface StepUpKeys {
  find(named: { readonly kid: string; readonly alg: StepUpAlgorithm }): Promise<FoundStepUpKey>;
}

/** Assertions that have been used, as long as they could be shown again. */
export interface UsedAssertions {
  has(jti: string): Promise<boolean>;
  /** Notes the use in the unit, which is lost when another did. */
  add(unit: Unit, used: { readonly jti: string; readonly until: Temporal.Instant }): void;
}

/** The result of verifying a step-up assertion (RFC 9470; decisions.md part 11). */
export type StepUpVerdict =
  | {
    readonly kind: "verified";
    /** `sub` at the identity provider. */
    readonly subject: string;
    readonly jti: string;
    /** From when on it can no longer be shown. */
    readonly usableUntil: Temporal.Instant;
  }
  /** Missing, malformed, stale, below the level, of another audience or issuer. */
  | {
    readonly kind: "insufficient";
    /** A class, for the log; none is of a person. */
    readonly reason: string;
  }
  /** The identity provider's keys cannot be had: 503, never a pass. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until it is asked again, where that is known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** Assertions that a person has just authenticated with a second factor. */
export interface StepUp {
  /** Signature and claims alone: it uses nothing up. @param assertion null where the header is missing */
  verify(assertion: string | null): Promise<StepUpVerdict>;
  /** Whether its `jti` was used already. */
  isUsed(jti: string): Promise<boolean>;
  /** Uses its `jti` up in the unit, which is lost when another did. */
  use(unit: Unit, verified: Extract<StepUpVerdict, { kind: "verified" }>): void;
  /** What a challenge asks for (RFC 9470 §3). */
  readonly challenge: StepUpChallenge;
}

/** What a person must do before a batch is approved, for `WWW-Authenticate` (RFC 9470 §3). */
export interface StepUpChallenge {
  /** `acr_values`. */
  readonly acrValues: string;
  /** `max_age`. */
  readonly maxAgeSeconds: number;
}

/** The ports of step-up authentication. */
export interface StepUpPorts extends Pick<CredentialsPorts, "log" | "signatories"> {
  readonly stepUp: StepUp;
}
