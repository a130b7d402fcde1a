import { z } from "zod";
import type { BadEntry } from "../../core/audit/chain.ts";
import type { Clock } from "../../base/clock.ts";
import { openCheckpoint, type SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import { growTree, hashLeaf } from "../../standards/tlog/merkle.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type BadCheckpoint, openCheckpointOf } from "./audit_checkpoints.ts";
import { type BadIndex, verifyClientIndex } from "./audit_index_verification.ts";
import { type BadPending, verifyOutbox } from "./audit_outbox_verification.ts";
import {
  checkpointKey,
  checkpointPrefix,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import { findStrayTile, openTreeCheck } from "./audit_tree_verification.ts";
import { type VerifiedChain, verifyStoredChain, type Visit } from "./audit_verification.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Store } from "../store/store.ts";

/** A chain that holds, with everything that is stored beside it. */
export interface VerifiedAudit extends VerifiedChain {
  readonly checkpoints: number;
  /** Size of the last checkpoint: later entries are not signed for yet. 0: there is none. */
  readonly signed: number;
  /** Entries that stand in the index of a client. */
  readonly indexed: number;
}

/** Something stored of the audit log that is not what was written. */
export type BadAudit = BadEntry | BadCheckpoint | BadIndex | BadPending;

/** What to verify, and by what. */
export interface VerifyAudit {
  readonly store: Store;
  readonly clock: Clock;
  /** Keys that checkpoints may be signed by: from the operator's secret, or given by the operator. */
  readonly verifierKeys: readonly string[];
  /** A checkpoint that was kept outside the store: all that shows that a whole store was set back. */
  readonly kept?: string;
}

/**
 * Computes the whole chain and its tree again and holds everything that is stored to them, in bounded
 * memory: tiles and state of the tree, every checkpoint (signature, size, the hash at its end, the
 * root over all entries up to it, and that none is missing), the index of each client in both
 * directions, and the events that wait for their position.
 *
 * @returns the first that is not what was written or signed
 */
export async function verifyStoredAudit(
  { store, clock, verifierKeys, kept }: VerifyAudit,
): Promise<Result<VerifiedAudit, BadAudit>> {
  const keptElsewhere = kept === undefined ? ok(null) : await openKept(kept, verifierKeys);
  if (!keptElsewhere.ok) return keptElsewhere;
  const signed = await verifySigned({ store, verifierKeys, kept: keptElsewhere.value });
  if (!signed.ok) return signed;
  const { head: { seq: size }, indexed } = signed.value;
  const index = await verifyClientIndex(store, { size, ofClients: indexed });
  if (!index.ok) return index;
  const pending = await verifyOutbox({ store, clock });
  return pending.ok ? ok({ ...signed.value, pending: pending.value }) : pending;
}

/** Whether the store has checkpoints: to verify them takes a key. */
export async function hasCheckpoints(store: Store): Promise<boolean> {
  for await (const _ of store.list(StoredCheckpoint, { prefix: checkpointPrefix }, { limit: 1 })) {
    return true;
  }
  return await store.get(LastCheckpoint, lastCheckpointKey) !== null;
}

interface VerifySigned extends Pick<VerifyAudit, "store" | "verifierKeys"> {
  readonly kept: SignedCheckpoint | null;
}

/** The chain, its tree and the checkpoints. */
async function verifySigned(
  { store, verifierKeys, kept }: VerifySigned,
): Promise<Result<VerifiedAudit, BadEntry | BadCheckpoint>> {
  // Before the chain is read: what is signed meanwhile is of entries that a later verification covers.
  const last = await readLast(store);
  const tree = await openTreeCheck(store);
  if (tree === null) return refuse({ code: "tree_mismatch", seq: 1 });
  const stored = await openStoredCheckpoints(store, { last, keys: verifierKeys });
  if (!stored.ok) return stored;
  const checkpoints = stored.value;
  const grown = growTree();
  let indexed = 0;
  const visit: Visit = async (reached, { entry: { event } }) => {
    const { seq, hash } = reached;
    const leaf = hashLeaf(Uint8Array.fromHex(hash));
    grown.add(leaf);
    if (event.clientId !== undefined) indexed++;
    if (!await tree.add(reached, leaf)) return { code: "tree_mismatch", seq };
    const isOf = ({ head, root, origin }: SignedCheckpoint) =>
      head.hash === hash && root.toHex() === grown.root().toHex() &&
      (origin === tree.origin || tree.origin === "");
    if (kept?.head.seq === seq && !isOf(kept)) return { code: "checkpoint_mismatch", seq };
    const due = checkpoints.next();
    if (due?.head.seq !== seq) return null;
    return isOf(due) ? await checkpoints.pass() : { code: "checkpoint_mismatch", seq };
  };
  const chain = await verifyStoredChain(store, visit);
  if (!chain.ok) return chain;
  const { seq: size } = chain.value.head;
  const beyond = [checkpoints.next(), kept].find((one) => (one?.head.seq ?? 0) > size);
  if (beyond) return refuse({ code: "checkpoint_beyond_end", seq: beyond.head.seq });
  if (tree.size > size) return refuse({ code: "tree_mismatch", seq: size + 1 });
  if (tree.size < last) return refuse({ code: "tree_mismatch", seq: tree.size + 1 });
  const stray = await findStrayTile(store);
  if (stray !== null) return refuse({ code: "tree_mismatch", seq: stray });
  const unnamed = await findUnnamed(store, last);
  if (unnamed !== null) return refuse(unnamed);
  return ok({ ...chain.value, indexed, checkpoints: checkpoints.passed(), signed: last });
}

/** The stored checkpoints, one after another by size. */
interface StoredCheckpoints {
  /** The next one that was not passed; null after the last. */
  next(): SignedCheckpoint | null;
  /** Goes on to the one after it. @returns why that one does not hold, or null */
  pass(): Promise<BadCheckpoint | null>;
  passed(): number;
}

/** Opens the checkpoints up to the last, of which one at a time is in memory. */
async function openStoredCheckpoints(
  store: Store,
  { last, keys }: { readonly last: number; readonly keys: readonly string[] },
): Promise<Result<StoredCheckpoints, BadCheckpoint>> {
  const rows = store.list(StoredCheckpoint, { prefix: checkpointPrefix })[Symbol.asyncIterator]();
  let current: SignedCheckpoint | null = null;
  let before = 0;
  let passed = 0;

  async function read(): Promise<BadCheckpoint | null> {
    current = null;
    const row = await rows.next();
    const seq = row.done ? Infinity : Number(row.value.key.at(-1));
    if (row.done || seq > last) {
      return before === last ? null : { code: "checkpoint_missing", seq: last };
    }
    const { note, previous } = row.value.value;
    const opened = await openCheckpointOf(note, { seq, keys });
    if (!opened.ok) return opened.refusal;
    if (previous !== undefined && previous !== before) {
      return { code: "checkpoint_missing", seq: previous };
    }
    current = opened.value;
    before = seq;
    return null;
  }

  async function advance(): Promise<BadCheckpoint | null> {
    try {
      return await read();
    } catch (cause) {
      if (!(cause instanceof DamagedValueError)) throw cause;
      return { code: "checkpoint_schema", seq: before + 1 };
    }
  }

  const bad = await advance();
  if (bad !== null) return refuse(bad);
  return ok({
    next: () => current,
    pass: () => {
      passed++;
      return advance();
    },
    passed: () => passed,
  });
}

/** Finds what shows that the name of the last checkpoint is gone or was set back. */
async function findUnnamed(
  store: Store,
  last: number,
): Promise<BadCheckpoint | null> {
  // What was signed since moves the name with it: read the name after what it must name.
  const range = { prefix: checkpointPrefix, start: checkpointKey(last + 1) };
  let largest = 0;
  for await (const { key } of store.list(z.unknown(), range)) largest = Number(key.at(-1));
  const named = await readLast(store);
  if (largest > named) return { code: "checkpoint_not_last", seq: largest };
  // The tree grows before the first checkpoint is signed, which marks it.
  const tree = (await store.get(TreeState, treeKey))?.value;
  const isGone = tree?.signed === true && named === 0;
  return isGone ? { code: "checkpoint_missing", seq: tree.head.seq } : null;
}

async function readLast(store: Store): Promise<number> {
  return (await store.get(LastCheckpoint, lastCheckpointKey))?.value.seq ?? 0;
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
