import { z } from "zod";
import { ChainHead } from "../../core/audit/entry.ts";
import { RecordedAuditEvent } from "../../core/audit/event.ts";
import type { Key } from "../store/key.ts";

/** An event that is recorded and has no position on the chain yet. */
export const Outgoing = z.object({
  id: z.string(),
  at: z.iso.datetime({ precision: 3 }),
  event: RecordedAuditEvent,
}).readonly();
export type Outgoing = z.infer<typeof Outgoing>;

/** Says at which position an entry of a client stands. */
export const Position = z.object({ seq: z.int().positive() }).readonly();

/** Where the chain ends. */
export const headKey: Key = ["audit_head"];
/** All entries, by position. */
export const entryPrefix: Key = ["audit_entry"];
/** All events without a position, oldest first. */
export const outboxPrefix: Key = ["audit_outbox"];

/** How far the Merkle tree over the entries has been built. */
export const TreeState = z.object({
  /** Names the log in its checkpoints (C2SP tlog-checkpoint): made once. */
  origin: z.string(),
  /** The last entry that is a leaf. */
  head: ChainHead,
}).readonly();
export type TreeState = z.infer<typeof TreeState>;

/** Up to 256 hashes of one level of the tree, side by side. */
export const Tile = z.object({ hashes: z.base64() }).readonly();
export type Tile = z.infer<typeof Tile>;

/** A signed checkpoint. */
export const StoredCheckpoint = z.object({
  note: z.string(),
  at: z.iso.datetime({ precision: 3 }),
}).readonly();
export type StoredCheckpoint = z.infer<typeof StoredCheckpoint>;

/** Names the checkpoint of the largest size. */
export const LastCheckpoint = z.object({ seq: z.int().positive() }).readonly();

/** Where the state of the tree stands. */
export const treeKey: Key = ["audit_tree"];
/** Where the size of the last checkpoint stands. */
export const lastCheckpointKey: Key = ["audit_checkpoint_last"];
/** All checkpoints, by size. */
export const checkpointPrefix: Key = ["audit_checkpoint"];

/** Where a tile of the tree stands: level 0 holds the leaves, each next one 256 times fewer. */
export function tileKey(level: number, index: number): Key {
  return ["audit_tile", level, index];
}

/** Where the checkpoint of a size stands. */
export function checkpointKey(seq: number): Key {
  return ["audit_checkpoint", seq];
}

/** Where an entry stands. */
export function entryKey(seq: number): Key {
  return ["audit_entry", seq];
}

/** Where the positions of a client's entries stand. */
export function clientPrefix(clientId: string): Key {
  return ["audit_of_client", clientId];
}
