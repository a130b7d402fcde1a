import { LinkedEntry } from "../../core/audit/entry.ts";
import type { SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import type { ExportedCheckpoint, ExportedEntry } from "../../core/audit/export.ts";
import { proveInclusion, type ReadNode } from "../../standards/tlog/merkle.ts";
import type { AuditTrail } from "../../core/audit/ports.ts";
import type { Log } from "../../base/log.ts";
import { type AuditCheckpoints, logBrokenChain } from "./audit_checkpoints.ts";
import { recordingsOf } from "./audit_reading.ts";
import { entryKey, entryPrefix, type Outgoing } from "./audit_records.ts";
import { openStoredTree } from "./audit_tree.ts";
import type { Store } from "../store/store.ts";

/** Dependencies of exports. */
export interface OpenAuditTrail {
  readonly store: Store;
  readonly log: Log;
  readonly checkpoints: AuditCheckpoints;
}

/**
 * Opens the audit chain for clients, with proofs to a current checkpoint. An invalid chain is not
 * signed again; its entries are still exported, with proofs to the last checkpoint.
 */
export function openAuditTrail({ store, log, checkpoints }: OpenAuditTrail): AuditTrail {
  async function currentCheckpoint(): Promise<SignedCheckpoint | null> {
    const made = await checkpoints.make();
    if (made.ok) return made.value;
    logBrokenChain(log, made.refusal);
    const last = await checkpoints.latest();
    return last.ok ? last.value : null;
  }

  return {
    ofClient: async (clientId) => {
      const checkpoint = await currentCheckpoint();
      return {
        checkpoint: checkpoint === null ? null : exported(checkpoint),
        entries: clientEntries(store, { clientId, size: checkpoint?.head.seq ?? 0 }),
      };
    },
  };
}

/** Yields every entry that a checkpoint covers, of all clients, with its proof. */
export async function* coveredEntries(store: Store, size: number): AsyncIterable<ExportedEntry> {
  const prove = prover(store, size);
  for await (const linked of linkedEntries(store, size)) yield await prove(linked);
}

/** Yields every entry that a checkpoint of this size covers, in the order of the chain. */
export async function* linkedEntries(store: Store, size: number): AsyncIterable<LinkedEntry> {
  const range = { prefix: entryPrefix, end: entryKey(size + 1) };
  for await (const { value } of store.list(LinkedEntry, range)) yield value;
}

/** Yields the entries at these positions with their proofs to a checkpoint of this size. */
export async function* entriesAt(
  store: Store,
  { seqs, size }: { readonly seqs: readonly number[]; readonly size: number },
): AsyncIterable<ExportedEntry> {
  const prove = prover(store, size);
  for (const seq of seqs) {
    const found = await store.get(LinkedEntry, entryKey(seq));
    if (found === null) throw new Error("An audit entry that was read before is not on file");
    yield await prove(found.value);
  }
}

/** A checkpoint and its key, in the form of exports. */
export function exported(checkpoint: SignedCheckpoint): ExportedCheckpoint {
  const { note, verifierKey } = checkpoint;
  return { note, verifierKey };
}

/**
 * Yields every recorded event of a client, with proofs as far as the checkpoint of this size
 * reaches.
 */
export async function* clientEntries(
  store: Store,
  { clientId, size }: { readonly clientId: string; readonly size: number },
): AsyncIterable<ExportedEntry> {
  const prove = prover(store, size);
  for await (const recording of recordingsOf(store, clientId)) {
    yield recording.kind === "linked" ? await prove(recording.linked) : pending(recording.outgoing);
  }
}

function prover(store: Store, size: number): (linked: LinkedEntry) => Promise<ExportedEntry> {
  const node: ReadNode = openStoredTree(store);
  return async ({ entry, hash }) => {
    if (entry.seq > size) return { ...entry, hash, proof: null };
    const proof = await proveInclusion({ index: entry.seq - 1, size }, node);
    return { ...entry, hash, proof: proof.map((sibling) => sibling.toBase64()) };
  };
}

function pending({ id, at, event }: Outgoing): ExportedEntry {
  return { v: 1, seq: null, prev: null, id, at, event, hash: null, proof: null };
}
