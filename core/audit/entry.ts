import { z } from "zod";
import { Sha256, Timestamp } from "../nouns.ts";
import { RecordedAuditEvent } from "./event.ts";

/** One entry of the audit chain. The hash covers every member. */
export const AuditEntry = z.strictObject({
  v: z.literal(1),
  /** Position in the chain, from 1, without gaps. */
  seq: z.int().positive(),
  /** Hash of the previous entry; 64 zeros for the first. */
  prev: Sha256,
  /** Identifies the event from its recording, before it has a position. */
  id: z.string(),
  /** Time of the event's recording. */
  at: Timestamp,
  event: RecordedAuditEvent,
}).readonly();
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry and its hash. */
export const LinkedEntry = z.strictObject({ entry: AuditEntry, hash: Sha256 }).readonly();
export type LinkedEntry = z.infer<typeof LinkedEntry>;

/** End of the chain: the position and hash of its last entry. */
export const ChainHead = z.strictObject({ seq: z.int().nonnegative(), hash: Sha256 }).readonly();
export type ChainHead = z.infer<typeof ChainHead>;

/** The head of an empty chain. */
export const EMPTY_CHAIN: ChainHead = { seq: 0, hash: "0".repeat(64) };
