import { z } from "zod";
import { defineKey } from "./store/define_key.ts";
import { ExpiresAt } from "./store/lifetime.ts";

/** Where the record of an idempotency key stands. */
export const idempotencyRecords = defineKey({
  name: "replay",
  parts: ["service", "MAC of owner", "MAC of key"],
  value: "reserved: fingerprint MAC, holder; kept: fingerprint MAC, answer",
  lifetime: "60 s while it runs, then 24 h (`windowHours`)",
  personal: "yes: listed persons in an answer",
  protected: "owner, key and request by their MACs; the answer in clear or by reference",
});

const Kept = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()).readonly(),
  body: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string() }).readonly(),
    z.object({ kind: z.literal("reference"), reference: z.unknown() }).readonly(),
  ]),
}).readonly();

/** A key in use by a request that runs, or the answer of one that ended. */
export const ReplayRecord = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("reserved"),
    fingerprint: z.string(),
    /** Which attempt holds the key. */
    holder: z.string(),
    expiresAt: ExpiresAt,
  }).readonly(),
  z.object({
    state: z.literal("kept"),
    fingerprint: z.string(),
    answer: Kept,
    expiresAt: ExpiresAt,
  }).readonly(),
]);
export type ReplayRecord = z.infer<typeof ReplayRecord>;
