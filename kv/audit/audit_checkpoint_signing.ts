import { signCheckpoint, type SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import {
  addToHistory,
  type CheckpointHistory,
  NO_CHECKPOINTS,
  signCheckpointLink,
} from "../../core/audit/checkpoint_link.ts";
import type { ChainHead } from "../../core/audit/entry.ts";
import { rootOf } from "../../standards/tlog/merkle.ts";
import type { Clock } from "../../base/clock.ts";
import { readHistory, signerOf } from "./audit_checkpoint_reading.ts";
import {
  checkpointKey,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import type { AuditSealing, ReadSeal } from "./audit_sealing.ts";
import { openStoredTree } from "./audit_tree.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { timestamp } from "../store/lifetime.ts";
import { absent, create, type Entry, put, type Store } from "../store/store.ts";

/** Dependencies of signing. */
export interface SignCheckpoints {
  readonly store: Store;
  readonly clock: Clock;
  readonly signing: KeyRing;
  readonly sealing: AuditSealing;
}

/** A verified log, and the head to sign. */
export interface SignNext {
  readonly tree: TreeState;
  /** A sealed head; the tree reaches at least as far. */
  readonly head: ChainHead;
  readonly last: Entry<{ readonly seq: number }> | null;
  readonly sealed: ReadSeal;
}

/** Maximum commits of sequencers that may move the seal first; more indicate a fault. */
const lossesMax = 50;

/**
 * Signs the next checkpoint and advances the seal with it.
 *
 * @returns null when another process made one meanwhile
 */
export async function signNext(
  { store, clock, signing, sealing }: SignCheckpoints,
  { tree: { origin, signed }, head, last, sealed }: SignNext,
): Promise<SignedCheckpoint | null> {
  const root = await rootOf(head.seq, openStoredTree(store));
  const signer = signerOf(origin, signing.active);
  const note = await signCheckpoint({ head, root }, signer);
  const at = timestamp(clock.now());
  const before = await historyBefore(store, { last: last?.value.seq ?? 0, sealed });
  const link = await signCheckpointLink({ note, at, before }, signer);
  const row = { note, at, previous: last?.value.seq ?? 0, link };
  const { number, history } = addToHistory(before, row);
  const next = { seq: head.seq };
  let seal = sealed;
  for (let losses = 0; losses < lossesMax; losses++) {
    const advance = sealing.advance(seal, { signed: { seq: head.seq, number, history } });
    const tree = signed === true ? null : await store.get(TreeState, treeKey);
    const won = await store.commit([
      ...tree === null ? [] : [tree.check, tree.set({ ...tree.value, signed: true })],
      last?.check ?? absent(lastCheckpointKey),
      last?.set(next) ?? put(LastCheckpoint, lastCheckpointKey, next),
      ...create(StoredCheckpoint, checkpointKey(head.seq), row),
      ...advance.operations,
    ]);
    if (won) {
      advance.committed();
      return { origin, head, root, note, verifierKey: signer.verifierKey };
    }
    // A sequencer moves the seal with each batch: what is signed stays the same.
    if (!await store.holds(last?.check ?? absent(lastCheckpointKey))) return null;
    const read = await sealing.read(store);
    if (!read.ok || read.value === null) return null;
    seal = read.value;
  }
  return null;
}

/** The history of the checkpoints before the next one: from the seal, or read from the store. */
async function historyBefore(
  store: Store,
  { last, sealed }: { readonly last: number; readonly sealed: ReadSeal },
): Promise<CheckpointHistory> {
  const signed = sealed?.value.state.signed ?? null;
  if (signed !== null && signed.seq === last) return signed;
  return last === 0 ? NO_CHECKPOINTS : await readHistory(store, last);
}
