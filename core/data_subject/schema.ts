import { z } from "zod";
import { ExportedCheckpoint, ExportedEntry } from "../audit/export.ts";

/** What screening holds of a client (Screening §2; decisions.md part 2). */
export const ScreeningExport = z.object({
  clientId: z.string(),
  generatedAt: z.iso.datetime({ precision: 3 }),
  checkpoint: ExportedCheckpoint.nullable(),
  auditEntries: z.array(ExportedEntry).readonly(),
  kyb: z.object({
    linked: z.literal(false).meta({ description: "No KYB record is on file for the key" }),
  }).readonly(),
}).readonly().meta({ id: "ScreeningExport" });
/** See {@link ScreeningExport}. */
export type ScreeningExport = z.infer<typeof ScreeningExport>;

/** What an erasure has deleted: counts only. */
export const ErasureResult = z.object({
  deleted: z.object({ idempotencyRecords: z.int().nonnegative() }).readonly(),
  requiresLegalReview: z.string().nullable().meta({
    description: "Why a person must decide about a KYB record; null where none is linked",
  }),
}).readonly().meta({ id: "ErasureResult" });
/** See {@link ErasureResult}. */
export type ErasureResult = z.infer<typeof ErasureResult>;
