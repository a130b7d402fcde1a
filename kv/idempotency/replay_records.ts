import { z } from "zod";
import { defineKey } from "../store/define_key.ts";
import { Sealed } from "../store/encrypted.ts";
import { ExpiresAt } from "../store/lifetime.ts";

/** Key of an idempotency key's record. */
export const idempotencyRecords = defineKey({
  name: "replay",
  parts: ["service", "MAC of owner", "MAC of key"],
  value: "reserved, pledged: fingerprint MAC, holder; kept: fingerprint MAC, answer",
  lifetime: "60 s while it runs, then 24 h (`windowHours`)",
  personal: "yes: listed persons in an answer",
  protected: "MACs; the answer clear, by id or encrypted",
});

/** An answer, as stored. */
export const StoredAnswer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()).readonly(),
  body: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string() }).readonly(),
    z.object({ kind: z.literal("reference"), reference: z.unknown() }).readonly(),
    z.object({ kind: z.literal("private"), sealed: Sealed }).readonly(),
  ]),
}).readonly();

export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** A key of a running request, or the answer of a finished one. */
export const ReplayRecord = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("reserved"),
    fingerprint: z.string(),
    /** The attempt that holds the key. */
    holder: z.string(),
    expiresAt: ExpiresAt,
  }).readonly(),
  z.object({
    state: z.literal("pledged"),
    fingerprint: z.string(),
    /**
     * The end of the record's storage, as late as an answer's would be. Only the end of its act
     * ends it earlier.
     */
    expiresAt: ExpiresAt,
  }).readonly(),
  z.object({
    state: z.literal("kept"),
    fingerprint: z.string(),
    answer: StoredAnswer,
    expiresAt: ExpiresAt,
  }).readonly(),
]);
export type ReplayRecord = z.infer<typeof ReplayRecord>;
