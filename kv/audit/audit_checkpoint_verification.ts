import type { BadEntry } from "../../core/audit/chain.ts";
import { openCheckpoint, type SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import { growTree, type Hash, hashLeaf } from "../../standards/tlog/merkle.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type BadCheckpoint, openCheckpointOf } from "./audit_checkpoints.ts";
import {
  checkpointPrefix,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import { readTile, tileHashesMax, tileRoot } from "./audit_tree.ts";
import { type VerifiedChain, verifyStoredChain, type Visit } from "./audit_verification.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Store } from "../store/store.ts";

/** A chain that holds, with every checkpoint of it. */
export interface VerifiedAudit extends VerifiedChain {
  readonly checkpoints: number;
  /** Size of the last checkpoint: later entries are not signed for yet. 0: there is none. */
  readonly signed: number;
}

/** What to verify, and by what. */
export interface VerifyAudit {
  readonly store: Store;
  /** Keys that checkpoints may be signed by: from the operator's secret, or given by the operator. */
  readonly verifierKeys: readonly string[];
  /** A checkpoint that was kept outside the store: all that shows that a whole store was set back. */
  readonly kept?: string;
}

/**
 * Computes the whole chain and its tree again, and holds every checkpoint to them: signature, size,
 * the hash at its end and the root over all entries up to it.
 *
 * @returns the first that is not what was written or signed
 */
export async function verifyStoredAudit(
  { store, verifierKeys, kept }: VerifyAudit,
): Promise<Result<VerifiedAudit, BadEntry | BadCheckpoint>> {
  // Before the chain is read: what is signed meanwhile is of entries that a later verification covers.
  const stored = await readCheckpoints(store, verifierKeys);
  if (!stored.ok) return stored;
  const keptElsewhere = kept === undefined ? ok(null) : await openKept(kept, verifierKeys);
  if (!keptElsewhere.ok) return keptElsewhere;
  const checkpoints = [
    ...stored.value,
    ...keptElsewhere.value === null ? [] : [keptElsewhere.value],
  ]
    .sort((a, b) => a.head.seq - b.head.seq);
  const tree = growTree();
  const tiles = await openTileCheck(store);
  let next = 0;
  const visit: Visit = async ({ seq, hash }) => {
    const leaf = hashLeaf(Uint8Array.fromHex(hash));
    tree.add(leaf);
    if (!await tiles.add(seq, leaf)) return { code: "tree_mismatch", seq };
    for (; checkpoints[next]?.head.seq === seq; next++) {
      const { head, root } = checkpoints[next]!;
      if (head.hash !== hash || root.toHex() !== tree.root().toHex()) {
        return { code: "checkpoint_mismatch", seq };
      }
    }
    return null;
  };
  const chain = await verifyStoredChain(store, visit);
  if (!chain.ok) return chain;
  const beyond = checkpoints[next];
  if (beyond !== undefined) {
    return refuse({ code: "checkpoint_beyond_end", seq: beyond.head.seq });
  }
  if (tiles.size > chain.value.head.seq) {
    return refuse({ code: "tree_mismatch", seq: chain.value.head.seq + 1 });
  }
  const signed = stored.value.at(-1)?.head.seq ?? 0;
  return ok({ ...chain.value, checkpoints: stored.value.length, signed });
}

/** Whether the store has checkpoints: to verify them takes a key. */
export async function hasCheckpoints(store: Store): Promise<boolean> {
  for await (const _ of store.list(StoredCheckpoint, { prefix: checkpointPrefix }, { limit: 1 })) {
    return true;
  }
  return await store.get(LastCheckpoint, lastCheckpointKey) !== null;
}

/** Every checkpoint, by size. */
async function readCheckpoints(
  store: Store,
  keys: readonly string[],
): Promise<Result<readonly SignedCheckpoint[], BadCheckpoint>> {
  const last = (await store.get(LastCheckpoint, lastCheckpointKey))?.value.seq ?? 0;
  const checkpoints: SignedCheckpoint[] = [];
  let seq = 0;
  try {
    for await (const { key, value } of store.list(StoredCheckpoint, { prefix: checkpointPrefix })) {
      seq = Number(key.at(-1));
      const opened = await openCheckpointOf(value.note, { seq, keys });
      if (!opened.ok) return opened;
      checkpoints.push(opened.value);
    }
  } catch (cause) {
    if (!(cause instanceof DamagedValueError)) throw cause;
    return refuse({ code: "checkpoint_schema", seq: seq + 1 });
  }
  const missing = last > 0 && !checkpoints.some(({ head }) => head.seq === last);
  return missing ? refuse({ code: "checkpoint_missing", seq: last }) : ok(checkpoints);
}

async function openKept(
  note: string,
  keys: readonly string[],
): Promise<Result<SignedCheckpoint, BadCheckpoint>> {
  const opened = await openCheckpoint(note, keys);
  if (opened.ok) return opened;
  const code = opened.refusal.code === "signature" ? "checkpoint_signature" : "checkpoint_schema";
  return refuse({ code, seq: 0 });
}

async function readTileOrNone(store: Store, level: number, index: number): Promise<Hash[]> {
  try {
    return await readTile(store, level, index);
  } catch (cause) {
    if (cause instanceof DamagedValueError) return [];
    throw cause;
  }
}

/** Compares the stored tiles with those of the entries, as far as the tree had grown at the start. */
async function openTileCheck(store: Store) {
  const size = (await store.get(TreeState, treeKey))?.value.head.seq ?? 0;
  /** Hashes of the tile that is being filled, by level. */
  const filling: Hash[][] = [];

  async function add(level: number, count: number, hash: Hash): Promise<boolean> {
    const tile = filling[level] ??= [];
    tile.push(hash);
    const whole = tile.length === tileHashesMax;
    if (!whole && count < Math.floor(size / tileHashesMax ** level)) return true;
    const stored = await readTileOrNone(store, level, Math.floor((count - 1) / tileHashesMax));
    if (!tile.every((expected, at) => expected.toHex() === stored[at]?.toHex())) return false;
    if (!whole) return true;
    filling[level] = [];
    return await add(level + 1, count / tileHashesMax, tileRoot(tile));
  }

  return {
    size,
    add: async (seq: number, leaf: Hash) => seq > size || await add(0, seq, leaf),
  };
}
