import { z } from "zod";
import { Sha256, Timestamp } from "../nouns.ts";

/** The result of the offline rules for a company's number. */
export const CompanyNumber = z.object({
  /** ISO 3166-1 alpha-2, if the text was a country code. */
  country: z.string(),
  /** The scheme of the number; null if no rule is known. */
  scheme: z.string().nullable(),
  normalized: z.string(),
  formatValid: z.boolean().nullable(),
  checksumValid: z.boolean().nullable(),
}).readonly();
export type CompanyNumber = z.infer<typeof CompanyNumber>;

/** The time of a look-up, and the number as it was read. */
const asked = {
  checkedAt: Timestamp,
  /** Null: the applicant's country or number could not be read. */
  number: CompanyNumber.nullable(),
};

/** A provider's answer, stored as a hash instead of text (decisions-2.md part 16). */
const answered = {
  ...asked,
  provider: z.string(),
  /** Whether a company that the provider lacks does not exist. */
  isAuthoritative: z.boolean(),
  /** Hash of the received answer, or of the snapshot's records. */
  evidenceHash: Sha256,
  /** Time of the last update of the company's record; absent if the register publishes none. */
  recordUpdatedAt: Timestamp.optional(),
  /** Date of the snapshot that was read; absent for a live register. */
  snapshotAt: Timestamp.optional(),
};

/**
 * The result of looking a company up in its register. `unavailable` and `not_supported` state
 * nothing about the company; only an answer leads to `verified`.
 */
export const RegistryCheck = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("verified"), ...answered }).readonly(),
  z.object({ outcome: z.literal("not_found"), ...answered }).readonly(),
  z.object({
    outcome: z.literal("mismatch"),
    field: z.enum(["legalName", "status"]),
    /** A name close to the registered one. */
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

/** A company, as the applicant describes it. */
export interface ClaimedCompany {
  /** ISO 3166-1 alpha-2; any other text is a country without rules or registers. */
  readonly country: string;
  readonly number: string;
  readonly legalName: string;
}
