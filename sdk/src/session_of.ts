import type { components } from "./printed/openapi.ts";

type Schemas = components["schemas"];
type CheckType = Schemas["CheckType"];
type Session = Schemas["VerificationSession"];
type Decision = NonNullable<Session["decision"]>;

/** Checks that prove an age; the others prove that claims are valid. */
type AgeCheck = Extract<CheckType, "age-verification" | `restricted-purchase-${string}`>;
type Proofs<Check> = Extract<
  Decision["booleanProofs"],
  Check extends AgeCheck ? { ageOver18: boolean } : { claimsVerified: boolean }
>;

/**
 * A session of a check, with the `booleanProofs` of that check; for several checks a union by
 * `checkType`.
 */
export type SessionOf<Check extends CheckType> = Check extends CheckType ?
    & Omit<Session, "checkType" | "decision">
    & {
      checkType: Check;
      /** Null unless the session is completed. */
      decision: (Omit<Decision, "booleanProofs"> & { booleanProofs: Proofs<Check> }) | null;
    }
  : never;

declare const check: unique symbol;

/** Id of a session: a string whose type contains the check of the session. */
export type SessionId<Check extends CheckType> = string & { readonly [check]?: Check };
