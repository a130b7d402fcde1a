import { openCheckpoint, type SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import {
  addToHistory,
  type CheckpointHistory,
  NO_CHECKPOINTS,
  readLinkHistory,
  verifyCheckpointLink,
} from "../../core/audit/checkpoint_link.ts";
import { type NoteSigner, verifierKeyOf } from "../../standards/tlog/note.ts";
import { refuse, type Result } from "../../base/result.ts";
import type { SealedState } from "../keys/audit_seal.ts";
import {
  checkpointKey,
  checkpointPrefix,
  StoredCheckpoint,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import type { DataKey, KeyRing } from "../keys/key_ring.ts";
import type { Store } from "../store/store.ts";

/** A checkpoint that differs from the signed one, or that the chain does not reach. */
export interface BadCheckpoint {
  readonly code:
    /** None of the service's keys signed it, or it was changed. */
    | "checkpoint_signature"
    /** The signature is valid, but the content is not a checkpoint of this size. */
    | "checkpoint_schema"
    /** It is named by the next checkpoint or as the last one, but is missing. */
    | "checkpoint_missing"
    /** It is larger than the one that is named as the last. */
    | "checkpoint_not_last"
    /** Its time, or its link to earlier checkpoints, differs from the signed one. */
    | "checkpoint_link"
    /** The entries up to its size differ from those that it was signed over. */
    | "checkpoint_mismatch"
    /** The chain ends before it: entries that existed at its signing are missing. */
    | "checkpoint_beyond_end"
    /** A stored part of the tree does not match the entries. */
    | "tree_mismatch";
  /** Size of the checkpoint, or the entry at which the tree is wrong. */
  readonly seq: number;
}

/** The keys that verify the checkpoints of a log, the active one first. */
export function verifierKeysOf(origin: string, { active, byId }: KeyRing): readonly string[] {
  if (origin === "") return []; // a log without a name has signed nothing
  const others = [...byId.values()].filter(({ id }) => id !== active.id);
  return [active, ...others].map((key) => verifierKeyOf(origin, publicKeyOf(key)));
}

/** The name of the log; empty before its first checkpoint. */
export async function readOrigin(store: Store): Promise<string> {
  const found = await store.get(TreeState, treeKey);
  return found?.value.origin ?? "";
}

/** The checkpoint to open, and the keys for it. */
export interface WantedCheckpoint {
  readonly origin: string;
  readonly signing: KeyRing;
  /** The size of the checkpoint. */
  readonly seq: number;
}

/** Opens the stored checkpoint of a size. */
export async function openStored(
  store: Store,
  { origin, signing, seq }: WantedCheckpoint,
): Promise<Result<SignedCheckpoint, BadCheckpoint>> {
  const found = await store.get(StoredCheckpoint, checkpointKey(seq));
  if (found === null) return refuse({ code: "checkpoint_missing", seq });
  const { note } = found.value;
  const open = () => openCheckpointOf(note, { seq, keys: verifierKeysOf(origin, signing) });
  const opened = await open();
  if (opened.ok || opened.refusal.code !== "checkpoint_signature") return opened;
  // Another process may have signed it by a key that it, or an operator, has made since.
  await signing.reload();
  return await open();
}

/** Opens a note as the checkpoint of a size. */
export async function openCheckpointOf(
  note: string,
  { seq, keys }: { readonly seq: number; readonly keys: readonly string[] },
): Promise<Result<SignedCheckpoint, BadCheckpoint>> {
  const opened = await openCheckpoint(note, keys);
  if (!opened.ok) {
    return refuse({
      code: opened.refusal.code === "signature" ? "checkpoint_signature" : "checkpoint_schema",
      seq,
    });
  }
  return opened.value.head.seq === seq ? opened : refuse({ code: "checkpoint_schema", seq });
}

/** The signer of a log's checkpoints. */
export function signerOf(origin: string, key: DataKey): NoteSigner {
  return {
    verifierKey: verifierKeyOf(origin, publicKeyOf(key)),
    sign: async (bytes) =>
      new Uint8Array(await crypto.subtle.sign("Ed25519", key.cryptoKey, bytes)),
  };
}

function publicKeyOf({ publicKey }: DataKey): Uint8Array {
  if (publicKey === undefined) throw new Error("A key that signs checkpoints has a public part");
  return publicKey;
}

/**
 * Verifies that the stored checkpoint of a size is the one in the seal: note, time and link to
 * earlier checkpoints.
 */
export async function verifySignedRow(
  store: Store,
  { origin, signing, signed }: Omit<WantedCheckpoint, "seq"> & {
    readonly signed: NonNullable<SealedState["signed"]>;
  },
): Promise<BadCheckpoint | null> {
  const { seq, number, history } = signed;
  const found = await store.get(StoredCheckpoint, checkpointKey(seq));
  if (found === null) return { code: "checkpoint_missing", seq };
  const { note, at, link = "" } = found.value;
  const before = { number: number - 1, history: readLinkHistory(link) };
  const keys = verifierKeysOf(origin, signing);
  const holds = await verifyCheckpointLink(link, { note, at, before }, keys) &&
    addToHistory(before, found.value).history === history;
  return holds ? null : { code: "checkpoint_link", seq };
}

/** The history of the stored checkpoints up to a size; reads all of them. */
export async function readHistory(store: Store, last: number): Promise<CheckpointHistory> {
  let history = NO_CHECKPOINTS;
  const range = { prefix: checkpointPrefix, end: checkpointKey(last + 1) };
  for await (const { value } of store.list(StoredCheckpoint, range)) {
    history = addToHistory(history, value);
  }
  return history;
}
