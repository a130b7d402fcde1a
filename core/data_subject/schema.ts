import { z } from "zod";
import { Timestamp } from "../nouns.ts";
import {
  KybApplicationRow,
  KybCheckRow,
  KybClientRow,
  KybPersonRow,
} from "../kyb/applications/record_schema.ts";
import { ExportedCheckpoint, ExportedEntry } from "../audit/export.ts";
import { SessionRead } from "../verification/schema.ts";

/** Export of a client's screening data (Screening §2; decisions.md part 2). */
export const ScreeningExport = z.object({
  clientId: z.string(),
  generatedAt: Timestamp,
  checkpoint: ExportedCheckpoint.nullable(),
  auditEntries: z.array(ExportedEntry).readonly(),
  kyb: z.discriminatedUnion("linked", [
    z.object({
      linked: z.literal(false).meta({ description: "No KYB record is on file for the key" }),
    }).readonly(),
    z.object({
      linked: z.literal(true),
      client: KybClientRow,
      applications: z.array(KybApplicationRow).readonly().meta({ description: "Oldest first" }),
      ubos: z.array(KybPersonRow).readonly().meta({ description: "Every declared person" }),
      checks: z.array(KybCheckRow).readonly().meta({
        description: "Of each application the register first, then the company, then persons",
      }),
    }).readonly(),
  ]),
}).readonly().meta({ id: "ScreeningExport" });
export type ScreeningExport = z.infer<typeof ScreeningExport>;

/** Export of a client's verification data (Verification §4, rule 12; decisions.md part 2). */
export const VerificationExport = z.object({
  clientId: z.string(),
  generatedAt: Timestamp,
  checkpoint: ExportedCheckpoint.nullable(),
  sessions: z.array(SessionRead).readonly().meta({
    description: "Newest first; `evidencePackCiphertext` is null always",
  }),
  auditEntries: z.array(ExportedEntry).readonly(),
}).readonly().meta({ id: "VerificationExport" });
export type VerificationExport = z.infer<typeof VerificationExport>;

/** Result of an erasure of verification: counts only. */
export const VerificationErasureResult = z.object({
  deleted: z.object({
    sessions: z.int().nonnegative(),
    logins: z.int().nonnegative().meta({
      description: "Login requests, one-time codes and single sign-ons",
    }),
    idempotencyRecords: z.int().nonnegative(),
  }).readonly(),
  requiresLegalReview: z.null(),
}).readonly().meta({ id: "VerificationErasureResult" });
export type VerificationErasureResult = z.infer<typeof VerificationErasureResult>;

/** Result of an erasure of screening: counts only. */
export const ErasureResult = z.object({
  deleted: z.object({ idempotencyRecords: z.int().nonnegative() }).readonly(),
  requiresLegalReview: z.string().nullable().meta({
    description: "The reason why a person must decide about a KYB record; null if none is linked",
  }),
}).readonly().meta({ id: "ErasureResult" });
export type ErasureResult = z.infer<typeof ErasureResult>;
