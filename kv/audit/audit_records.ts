import { z } from "zod";
import { Timestamp } from "../../core/nouns.ts";
import { ChainHead } from "../../core/audit/entry.ts";
import { RecordedAuditEvent } from "../../core/audit/event.ts";
import { SealMac } from "../keys/audit_seal.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";

/** A recorded event without a position on the chain. */
export const Outgoing = z.object({
  id: z.string(),
  at: Timestamp,
  event: RecordedAuditEvent,
  /** The seal by the recording process; absent in events of older versions. */
  seal: SealMac.optional(),
}).readonly();
export type Outgoing = z.infer<typeof Outgoing>;

/** The position of a client's entry. */
export const Position = z.object({ seq: z.int().positive() }).readonly();

/** Key of the end of the chain. */
export const auditHead = defineKey({
  name: "audit_head",
  parts: [],
  value: "`{ seq, hash }`",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** Keys of the chain's entries, by position. */
export const auditEntries = defineKey({
  name: "audit_entry",
  parts: ["seq"],
  value: "`{ entry, hash }`",
  lifetime: "for ever",
  personal: "no: ids and classes",
  protected: "hash chain, signed",
});

/** Keys of events without a position, oldest first. */
export const auditOutbox = defineKey({
  name: "audit_outbox",
  parts: ["milliseconds", "count", "id"],
  value: "`{ id, at, event, seal }`",
  lifetime: "seconds",
  personal: "no: ids and classes",
  protected: "MAC under an `at-rest` data key",
});

/** Keys of the positions of a client's entries. */
export const auditOfClient = defineKey({
  name: "audit_of_client",
  parts: ["clientId", "seq"],
  value: "`{ seq }`",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** The extent to which the Merkle tree over the entries is built. */
export const TreeState = z.object({
  /** The name of the log in its checkpoints (C2SP tlog-checkpoint), made once. */
  origin: z.string(),
  /** The last entry that is a leaf. */
  head: ChainHead,
  /**
   * Present since the first checkpoint, which proves that there is a last one. Absent in trees of
   * older versions.
   */
  signed: z.literal(true).optional(),
}).readonly();
export type TreeState = z.infer<typeof TreeState>;

/** Up to 256 concatenated hashes of one level of the tree. */
export const Tile = z.object({ hashes: z.base64() }).readonly();
export type Tile = z.infer<typeof Tile>;

/** A signed checkpoint. */
export const StoredCheckpoint = z.object({
  note: z.string(),
  at: Timestamp,
  /**
   * Size of the previous checkpoint, 0 for the first, so that a deletion is noticed. Absent in
   * older ones.
   */
  previous: z.int().nonnegative().optional(),
  /** A note by the same key that links it to all earlier checkpoints; absent in older ones. */
  link: z.string().optional(),
}).readonly();
export type StoredCheckpoint = z.infer<typeof StoredCheckpoint>;

/** Names the checkpoint of the largest size. */
export const LastCheckpoint = z.object({ seq: z.int().positive() }).readonly();

/** Key of the tree's state. */
export const auditTree = defineKey({
  name: "audit_tree",
  parts: [],
  value: "`{ origin, head }`: how far the Merkle tree goes",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/**
 * Keys of the tree's tiles: level 0 contains the leaves, each further level 256 times fewer hashes.
 */
export const auditTiles = defineKey({
  name: "audit_tile",
  parts: ["level", "index"],
  value: "`{ hashes }`: up to 256 side by side of the Merkle tree",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** Keys of the checkpoints, by size. */
export const auditCheckpoints = defineKey({
  name: "audit_checkpoint",
  parts: ["seq"],
  value: "`{ note, at, previous, link }`: a signed checkpoint, and what binds it to those before",
  lifetime: "for ever",
  personal: "no",
  protected: "signed",
});

/** Key of the last checkpoint's size. */
export const auditCheckpointLast = defineKey({
  name: "audit_checkpoint_last",
  parts: [],
  value: "`{ seq }`: size of the largest one",
  lifetime: "for ever",
  personal: "no",
  protected: null,
});

/** Key of the end of the chain. */
export const headKey = auditHead.key();
/** Prefix of all entries, by position. */
export const entryPrefix = auditEntries.key();
/** Prefix of all events without a position, oldest first. */
export const outboxPrefix = auditOutbox.key();
/** Key of the tree's state. */
export const treeKey = auditTree.key();
/** Key of the last checkpoint's size. */
export const lastCheckpointKey = auditCheckpointLast.key();
/** Prefix of all checkpoints, by size. */
export const checkpointPrefix = auditCheckpoints.key();

/** Key of a tile of the tree. */
export function tileKey(level: number, index: number): Key {
  return auditTiles.key(level, index);
}

/** Key of the checkpoint of a size. */
export function checkpointKey(seq: number): Key {
  return auditCheckpoints.key(seq);
}

/** Key of an entry. */
export function entryKey(seq: number): Key {
  return auditEntries.key(seq);
}

/** Prefix of the positions of a client's entries. */
export function clientPrefix(clientId: string): Key {
  return auditOfClient.key(clientId);
}
