import type { z } from "zod";
import { breaker } from "./breaker.ts";
import { group, whole } from "./setting.ts";

/**
 * Limits of sealing and signing: documents, the provider, and the whole act (decisions-2.md part
 * 17).
 */
export const SealRules = group({
  actSeconds: whole({
    value: 45,
    min: 10,
    max: 3_590,
    reason: "Time of a seal or signature; less than idempotency.lapseSeconds",
  }),
  callSeconds: whole({
    value: 15,
    min: 1,
    max: 300,
    reason: "Time of one call to the provider or the timestamp authority",
  }),
  answerBytesMax: whole({
    value: 256 * 1_024,
    min: 16 * 1_024,
    max: 4 * 1_024 * 1_024,
    reason: "A longer answer of the provider is not read",
  }),
  documentSeconds: whole({
    value: 10,
    min: 1,
    max: 60,
    reason: "Time of a document in its Worker",
  }),
  documentObjectsMax: whole({
    value: 100_000,
    min: 1_000,
    max: 1_000_000,
    reason: "Objects of a PDF; 200,000 take 750 MB",
  }),
  inflatedBytesMax: whole({
    value: 64 * 1_024 * 1_024,
    min: 1_048_576,
    max: 1_073_741_824,
    reason: "Inflated object and cross-reference streams of a PDF",
  }),
  appendedBytesMax: whole({
    value: 384 * 1_024,
    min: 65_536,
    max: 416 * 1_024,
    reason: "Bytes that a seal may append, usually about 40 KiB",
  }),
  workersMax: whole({
    value: 2,
    min: 1,
    max: 64,
    reason: "Documents that a process handles at a time, of up to 300 MB each",
  }),
  ...breaker({
    noun: "trust service",
    article: "the",
    probe: "request",
    windowSeconds: 60,
    openSeconds: 60,
  }),
});
export type SealRules = z.infer<typeof SealRules>;
