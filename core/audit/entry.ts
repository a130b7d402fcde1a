import { z } from "zod";
import { RecordedAuditEvent } from "./event.ts";

/** SHA-256, hex. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** One entry of the audit chain. All of it is hashed. */
export const AuditEntry = z.strictObject({
  v: z.literal(1),
  /** Position in the chain, from 1, without a gap. */
  seq: z.int().positive(),
  /** Hash of the entry before it; 64 zeros for the first. */
  prev: Hash,
  /** Names the event from its recording on, before it has a position. */
  id: z.string(),
  /** When the event was recorded: RFC 3339, UTC, milliseconds. */
  at: z.iso.datetime({ precision: 3 }),
  event: RecordedAuditEvent,
}).readonly();
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry and its hash. */
export const LinkedEntry = z.strictObject({ entry: AuditEntry, hash: Hash }).readonly();
export type LinkedEntry = z.infer<typeof LinkedEntry>;

/** Where the chain ends: the position and hash of its last entry. */
export const ChainHead = z.strictObject({ seq: z.int().nonnegative(), hash: Hash }).readonly();
export type ChainHead = z.infer<typeof ChainHead>;

/** The head of a chain that has no entry. */
export const EMPTY_CHAIN: ChainHead = { seq: 0, hash: "0".repeat(64) };
