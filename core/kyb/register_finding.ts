import { z } from "zod";
import { Sha256, Timestamp } from "../nouns.ts";

/** Results of asking a register. `unavailable` is never `verified`. */
export const RegisterOutcome = z.enum([
  "verified",
  "not_found",
  "mismatch",
  "inactive",
  "format_invalid",
  "checksum_invalid",
  "unavailable",
  "not_supported",
]);
export type RegisterOutcome = z.infer<typeof RegisterOutcome>;

/** What a register, or the rules of its numbers, says of a company. The answer is kept by hash alone. */
export const RegistryFinding = z.object({
  outcome: RegisterOutcome,
  /** What differs, of a `mismatch`. */
  field: z.string().optional(),
  /** Whether a `not_found` means that there is no such company. */
  authoritative: z.boolean().optional(),
  provider: z.string(),
  checkedAt: Timestamp,
  /** Null: nothing was answered. */
  evidenceHash: Sha256.nullable(),
}).readonly();
export type RegistryFinding = z.infer<typeof RegistryFinding>;

/** A company as a register is asked about it. */
export interface AskedCompany {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly number: string;
  readonly legalName: string;
}
