import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import { ChainHead } from "../../core/audit/entry.ts";
import { RecordedAuditEvent } from "../../core/audit/event.ts";
import { SealMac } from "../keys/audit_seal.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";

/** An event that is recorded and has no position on the chain yet. */
export const Outgoing = z.object({
  id: z.string(),
  at: Timestamp,
  event: RecordedAuditEvent,
  /** Of the process that recorded it; absent in those of older versions. */
  seal: SealMac.optional(),
}).readonly();
export type Outgoing = z.infer<typeof Outgoing>;

/** Says at which position an entry of a client stands. */
export const Position = z.object({ seq: z.int().positive() }).readonly();

/** Where the chain ends. */
export const auditHead = defineKey({
  name: "audit_head",
  parts: [],
  value: "`{ seq, hash }`",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** The entries of the chain, by position. */
export const auditEntries = defineKey({
  name: "audit_entry",
  parts: ["seq"],
  value: "`{ entry, hash }`",
  lifetime: "for ever",
  personal: "no: ids and classes",
  protected: "hash chain, signed",
});

/** The events without a position, oldest first. */
export const auditOutbox = defineKey({
  name: "audit_outbox",
  parts: ["milliseconds", "count", "id"],
  value: "`{ id, at, event, seal }`",
  lifetime: "seconds",
  personal: "no: ids and classes",
  protected: "MAC under an `at-rest` data key",
});

/** The positions of a client's entries. */
export const auditOfClient = defineKey({
  name: "audit_of_client",
  parts: ["clientId", "seq"],
  value: "`{ seq }`",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** How far the Merkle tree over the entries has been built. */
export const TreeState = z.object({
  /** Names the log in its checkpoints (C2SP tlog-checkpoint): made once. */
  origin: z.string(),
  /** The last entry that is a leaf. */
  head: ChainHead,
  /** Since the first checkpoint: there is one, and its name. Absent in trees of older versions. */
  signed: z.literal(true).optional(),
}).readonly();
export type TreeState = z.infer<typeof TreeState>;

/** Up to 256 hashes of one level of the tree, side by side. */
export const Tile = z.object({ hashes: z.base64() }).readonly();
export type Tile = z.infer<typeof Tile>;

/** A signed checkpoint. */
export const StoredCheckpoint = z.object({
  note: z.string(),
  at: Timestamp,
  /** Size of the one before it, 0 for the first: one that is deleted is missed. Absent in older ones. */
  previous: z.int().nonnegative().optional(),
  /** A note of the same key that binds it to all before it; absent in older ones. */
  link: z.string().optional(),
}).readonly();
export type StoredCheckpoint = z.infer<typeof StoredCheckpoint>;

/** Names the checkpoint of the largest size. */
export const LastCheckpoint = z.object({ seq: z.int().positive() }).readonly();

/** Where the state of the tree stands. */
export const auditTree = defineKey({
  name: "audit_tree",
  parts: [],
  value: "`{ origin, head }`: how far the Merkle tree goes",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** The tiles of the tree: level 0 holds the leaves, each next one 256 times fewer. */
export const auditTiles = defineKey({
  name: "audit_tile",
  parts: ["level", "index"],
  value: "`{ hashes }`: up to 256 side by side of the Merkle tree",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** The checkpoints, by size. */
export const auditCheckpoints = defineKey({
  name: "audit_checkpoint",
  parts: ["seq"],
  value: "`{ note, at, previous, link }`: a signed checkpoint, and what binds it to those before",
  lifetime: "for ever",
  personal: "no",
  protected: "signed",
});

/** Where the size of the last checkpoint stands. */
export const auditCheckpointLast = defineKey({
  name: "audit_checkpoint_last",
  parts: [],
  value: "`{ seq }`: size of the largest one",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** Where the chain ends. */
export const headKey = auditHead.key();
/** All entries, by position. */
export const entryPrefix = auditEntries.key();
/** All events without a position, oldest first. */
export const outboxPrefix = auditOutbox.key();
/** Where the state of the tree stands. */
export const treeKey = auditTree.key();
/** Where the size of the last checkpoint stands. */
export const lastCheckpointKey = auditCheckpointLast.key();
/** All checkpoints, by size. */
export const checkpointPrefix = auditCheckpoints.key();

/** Where a tile of the tree stands. */
export function tileKey(level: number, index: number): Key {
  return auditTiles.key(level, index);
}

/** Where the checkpoint of a size stands. */
export function checkpointKey(seq: number): Key {
  return auditCheckpoints.key(seq);
}

/** Where an entry stands. */
export function entryKey(seq: number): Key {
  return auditEntries.key(seq);
}

/** Where the positions of a client's entries stand. */
export function clientPrefix(clientId: string): Key {
  return auditOfClient.key(clientId);
}
