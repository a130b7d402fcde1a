import type { Unit } from "../../base/unit.ts";
import type { CredentialsPorts } from "./ports.ts";

/** Signature algorithms of assertions (RFC 7518 §3.1, RFC 8037 §3.1), none with a shared secret. */
export const stepUpAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const;
/** One of the names of {@link stepUpAlgorithms}. */
export type StepUpAlgorithm = typeof stepUpAlgorithms[number];

/** The result of a key look-up. */
export type FoundStepUpKey =
  | { readonly kind: "key"; readonly key: CryptoKey }
  /** There is no key with that id for that algorithm. */
  | { readonly kind: "unknown" }
  /** The identity provider that publishes the keys is unreachable. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until the next attempt, if known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** The public keys that verify assertions. Every implementation limits its own time. */
export interface StepUpKeys {
  find(named: { readonly kid: string; readonly alg: StepUpAlgorithm }): Promise<FoundStepUpKey>;
}

/** Used assertions, stored as long as they could be presented again. */
export interface UsedAssertions {
  has(jti: string): Promise<boolean>;
  /** Records the use in the unit; the commit fails if another unit did so first. */
  add(unit: Unit, used: { readonly jti: string; readonly until: Temporal.Instant }): void;
}

/** The result of verifying a step-up assertion (RFC 9470; decisions.md part 11). */
export type StepUpVerdict =
  | {
    readonly kind: "verified";
    /** `sub` at the identity provider. */
    readonly subject: string;
    readonly jti: string;
    /** Time from which the assertion can no longer be presented. */
    readonly usableUntil: Temporal.Instant;
  }
  /** Missing, malformed, too old, below the level, or of another audience or issuer. */
  | {
    readonly kind: "insufficient";
    /** A class of reasons for the log, without data of a person. */
    readonly reason: string;
  }
  /** The identity provider's keys are unavailable: answered as 503, never as success. */
  | {
    readonly kind: "unavailable";
    /** Whole seconds until the next attempt, if known; at least 1. */
    readonly retryAfterSeconds?: number;
  };

/** Verifies assertions that a person has just authenticated with a second factor. */
export interface StepUp {
  /**
   * Verifies signature and claims only; uses up nothing.
   *
   * @param assertion null when the header is missing
   */
  verify(assertion: string | null): Promise<StepUpVerdict>;
  /** Whether its `jti` was already used. */
  isUsed(jti: string): Promise<boolean>;
  /** Uses up the `jti` in the unit; the commit fails if another unit did so first. */
  use(unit: Unit, verified: Extract<StepUpVerdict, { kind: "verified" }>): void;
  /** The content of a challenge (RFC 9470 §3). */
  readonly challenge: StepUpChallenge;
}

/**
 * The authentication that a person needs before approving a batch, for `WWW-Authenticate` (RFC 9470
 * §3).
 */
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
