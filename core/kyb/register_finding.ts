import { z } from "zod";
import { Sha256, Timestamp } from "../nouns.ts";

/** Results of asking a register. `unavailable` is never `verified`. */
export const RegisterOutcome = z.enum([
  "verified",
  "not_found",
  "mismatch",
  "inactive",
  "format_invalid",
  "unavailable",
  "not_supported",
]);
export type RegisterOutcome = z.infer<typeof RegisterOutcome>;

/** What a register, or the rules of its numbers, says of a company. The answer is kept by hash alone. */
export const RegistryFinding = z.object({
  outcome: RegisterOutcome,
  checkedAt: Timestamp,
  /** Absent: nobody was asked. */
  provider: z.string().optional(),
  /** Whether what the provider does not have does not exist. */
  isAuthoritative: z.boolean().optional(),
  /** What is wrong with a number of `format_invalid`. */
  reason: z.enum(["format", "checksum"]).optional(),
  /** What differs, of a `mismatch`. */
  field: z.string().optional(),
  /** A name that is nearly the registered one. */
  isMinor: z.boolean().optional(),
  /** The number as its country's rules read it. */
  number: z.object({
    country: z.string(),
    scheme: z.string().nullable(),
    normalized: z.string(),
    formatValid: z.boolean().nullable(),
    checksumValid: z.boolean().nullable(),
  }).readonly().optional(),
  /** Absent: nothing was answered. */
  evidenceHash: Sha256.optional(),
}).readonly();
export type RegistryFinding = z.infer<typeof RegistryFinding>;

/** A company as a register is asked about it. */
export interface AskedCompany {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly number: string;
  readonly legalName: string;
}
