import { z } from "zod";
import { Sha256, Timestamp } from "../nouns.ts";

/** What the offline rules found about a company's number. */
export const CompanyNumber = z.object({
  /** ISO 3166-1 alpha-2 as far as it was one. */
  country: z.string(),
  /** Kind of number; null where no rule is known. */
  scheme: z.string().nullable(),
  normalized: z.string(),
  formatValid: z.boolean().nullable(),
  checksumValid: z.boolean().nullable(),
}).readonly();
export type CompanyNumber = z.infer<typeof CompanyNumber>;

/** When something was asked, and what the number was read as. */
const asked = {
  checkedAt: Timestamp,
  /** Null: the applicant's country or number could not be read. */
  number: CompanyNumber.nullable(),
};

/** A provider's answer, kept by hash and not as text (decisions-2.md part 16). */
const answered = {
  ...asked,
  provider: z.string(),
  /** Whether what the provider does not have does not exist. */
  isAuthoritative: z.boolean(),
  /** Of the answer as it came, or of the snapshot's records. */
  evidenceHash: Sha256,
  /** When the company's record was last updated; absent where the register does not say. */
  recordUpdatedAt: Timestamp.optional(),
  /** Date of the snapshot that was read; absent where a register answered by itself. */
  snapshotAt: Timestamp.optional(),
};

/**
 * What is known of a company by its register. `unavailable` and `not_supported` say nothing about
 * the company, and `verified` is said by an answer alone.
 */
export const RegistryCheck = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("verified"), ...answered }).readonly(),
  z.object({ outcome: z.literal("not_found"), ...answered }).readonly(),
  z.object({
    outcome: z.literal("mismatch"),
    field: z.enum(["legalName", "status"]),
    /** A name that is nearly the registered one. */
    isMinor: z.boolean(),
    ...answered,
  }).readonly(),
  z.object({ outcome: z.literal("inactive"), ...answered }).readonly(),
  z.object({
    outcome: z.literal("format_invalid"),
    reason: z.enum(["format", "checksum"]),
    ...asked,
  }).readonly(),
  z.object({ outcome: z.literal("unavailable"), provider: z.string(), ...asked }).readonly(),
  z.object({ outcome: z.literal("not_supported"), ...asked }).readonly(),
]);
export type RegistryCheck = z.infer<typeof RegistryCheck>;

/** A company as an applicant names it. */
export interface ClaimedCompany {
  /** ISO 3166-1 alpha-2; anything else is a country without rules or registers. */
  readonly country: string;
  readonly number: string;
  readonly legalName: string;
}
