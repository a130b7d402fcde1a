import { z } from "zod";
import type { CheckDefinition } from "../presentation/check_definition.ts";

/** One check of verification. */
export interface VerificationCheck extends CheckDefinition<Proof> {
  /** Whether the caller must state a country. */
  readonly needsCountry: boolean;
  readonly delivers: "none" | "pack";
}

/** The public result of a check. */
export const BooleanProofs = z.union([
  z.object({ ageOver18: z.boolean() }).readonly(),
  z.object({
    claimsVerified: z.boolean().meta({
      description:
        "Whether what was asked for holds today. False for a driving licence that has expired, and for a power of representation outside of its dates, that grants no full powers, or that nothing ties to the person; a claim that is not what it must be is refused instead",
    }),
  }).readonly(),
]);
export type BooleanProofs = z.infer<typeof BooleanProofs>;

/** The result of a check, with the person to screen. It is never stored. */
export interface Proof {
  readonly booleanProofs: BooleanProofs;
  /** The person to screen; null if the check screens none. */
  readonly subject: Subject | null;
}

/** A person, as proved by a wallet. */
export interface Subject {
  readonly name: string;
  /** RFC 3339 full-date. */
  readonly birthdate: string;
  /** ISO 3166-1 alpha-2; empty if the wallet discloses none. */
  readonly nationalities: readonly string[];
}
