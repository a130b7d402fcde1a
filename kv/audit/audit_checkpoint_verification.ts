import { z } from "zod";
import type { BadEntry } from "../../core/audit/chain.ts";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { AuditEvent } from "../../core/audit/event.ts";
import { AuditRules } from "../../core/policy/audit.ts";
import type { Clock } from "../../base/clock.ts";
import { openCheckpoint, type SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import { growTree, hashLeaf } from "../../standards/tlog/merkle.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { BadCheckpoint } from "./audit_checkpoint_reading.ts";
import { openStoredCheckpoints } from "./audit_checkpoint_rows.ts";
import { readCountedDecisions } from "./audit_counted_decisions.ts";
import { type DoubleSearch, searchDoubles } from "./audit_doubles.ts";
import { getExact } from "./audit_exact_reading.ts";
import { type BadIndex, verifyClientIndex } from "./audit_index_verification.ts";
import { type BadPending, verifyOutbox } from "./audit_outbox_verification.ts";
import {
  checkpointKey,
  checkpointPrefix,
  entryPrefix,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import { type ReadSeals, readSeals, type SealVerification } from "./audit_seal_verification.ts";
import type { BadSeal } from "./audit_sealing.ts";
import { findStrayTile, openTreeCheck } from "./audit_tree_verification.ts";
import { type VerifiedChain, verifyStoredChain, type Visit } from "./audit_verification.ts";
import type { Store } from "../store/store.ts";

/** Unproven entries, from an `AUDIT_GAP`. */
export type AuditGap = Extract<AuditEvent, { kind: "AUDIT_GAP" }>;

/** A verified chain, with everything stored besides it. */
export interface VerifiedAudit extends VerifiedChain {
  readonly checkpoints: number;
  /** Size of the last checkpoint: later entries are not signed yet. 0: there is none. */
  readonly signed: number;
  /** Entries in the index of a client. */
  readonly indexed: number;
  /** Entries covered by a seal; null: not verified, because the secret is missing. */
  readonly sealed: number | null;
  /** Entries after the last checkpoint that a checkpoint should already cover. */
  readonly overdue: number;
  /** Unproven ranges that the log itself records. */
  readonly gaps: readonly AuditGap[];
}

/** Stored data of the audit log that differ from what was written. */
export type BadAudit = BadEntry | BadCheckpoint | BadIndex | BadPending | BadSeal | BadCounts;

/** More decisions were counted than entries record. */
export interface BadCounts {
  readonly code: "decisions_missing";
  /** The number of missing entries. */
  readonly seq: number;
}

/** The data to verify, and the keys. */
export interface VerifyAudit {
  readonly store: Store;
  readonly clock: Clock;
  /**
   * Keys that may have signed checkpoints: from the operator's secret, or given by the operator.
   */
  readonly verifierKeys: readonly string[];
  /**
   * Verifies the seals; absent without a secret, in which case entries after the last checkpoint
   * are unproven.
   */
  readonly sealing?: SealVerification["sealing"];
  /** Default: the policy's rules. */
  readonly rules?: AuditRules;
  /**
   * Checkpoints stored outside the store, the only proof against a store that was reset to an
   * earlier state.
   */
  readonly kept?: readonly string[];
  /** Is called with the position of each entry that holds. */
  readonly progress?: (seq: number) => Promise<void>;
}

/**
 * Computes the whole chain and its tree again and compares all stored data with them, in bounded
 * memory: the seal of its end, tiles and state of the tree, every checkpoint (signature, size, the
 * hash at its end, the root over all entries up to it, its time, and that none is missing), the
 * index of each client in both directions, the events without a position, and the counts of
 * decisions.
 *
 * @returns the first value that differs from what was written or signed
 */
export async function verifyStoredAudit(
  asked: VerifyAudit,
): Promise<Result<VerifiedAudit, BadAudit>> {
  const { store, clock, verifierKeys, kept = [], rules = defaultRules } = asked;
  const keptElsewhere = await openKept(kept, verifierKeys);
  if (!keptElsewhere.ok) return keptElsewhere;
  const sealing = asked.sealing ?? null;
  const seals = await readSeals({ store, clock, sealing, rules });
  const counted = await readCountedDecisions(store);
  const signed = await verifySigned({
    ...asked,
    seals: seals,
    kept: keptElsewhere.value,
    counted,
  });
  if (!signed.ok) return signed;
  const { head: { seq: size }, indexed } = signed.value;
  const end = await seals.verifyEnd(size);
  if (!end.ok) return end;
  const index = await verifyClientIndex(store, { size, ofClients: indexed });
  if (!index.ok) return index;
  const { isUpgrading } = seals;
  const pending = await verifyOutbox({ store, clock, sealing, isUpgrading });
  if (!pending.ok) return pending;
  const missing = counted.missing();
  if (missing > 0) return refuse({ code: "decisions_missing", seq: missing });
  return ok({ ...signed.value, pending: pending.value, sealed: end.value });
}

/** Whether the store has checkpoints, whose verification needs a key. */
export async function hasCheckpoints(store: Store): Promise<boolean> {
  for await (const _ of store.list(StoredCheckpoint, { prefix: checkpointPrefix }, { limit: 1 })) {
    return true;
  }
  return await store.get(LastCheckpoint, lastCheckpointKey) !== null;
}

const defaultRules = AuditRules.parse({});

interface VerifySigned
  extends Pick<VerifyAudit, "store" | "clock" | "verifierKeys" | "rules" | "progress"> {
  readonly seals: ReadSeals;
  readonly kept: readonly SignedCheckpoint[];
  readonly counted: { note(entry: LinkedEntry["entry"]): void };
}

/** Verifies the chain, its tree and the checkpoints. */
async function verifySigned(
  { store, clock, verifierKeys, rules = defaultRules, seals, kept, counted, progress }:
    VerifySigned,
): Promise<Result<Omit<VerifiedAudit, "sealed">, BadAudit>> {
  // Before the chain is read: what is signed meanwhile is of entries that a later verification covers.
  const { last, sealed } = seals;
  const tree = await openTreeCheck(store);
  if (tree === null) return refuse({ code: "tree_mismatch", seq: 1 });
  const signed = sealed?.signed ?? null;
  const stored = await openStoredCheckpoints(store, { last, keys: verifierKeys, signed });
  if (!stored.ok) return stored;
  const checkpoints = stored.value;
  const grown = growTree();
  const noted = noteEntries(clock, rules, last);
  const keptBySize = Map.groupBy(kept, ({ head }) => head.seq);
  const visit: Visit = async (reached, { entry }) => {
    const { seq, hash } = reached;
    await progress?.(seq);
    const leaf = hashLeaf(Uint8Array.fromHex(hash));
    grown.add(leaf);
    counted.note(entry);
    if (!noted.add(entry)) return { code: "entry_doubled", seq };
    if (!await tree.add(reached, leaf)) return { code: "tree_mismatch", seq };
    if (sealed?.head.seq === seq && sealed.head.hash !== hash) {
      return { code: "head_unsealed", seq };
    }
    const isOf = ({ head, root, origin }: SignedCheckpoint) =>
      head.hash === hash && root.toHex() === grown.root().toHex() &&
      (origin === tree.origin || tree.origin === "");
    const isFork = !(keptBySize.get(seq) ?? []).every(isOf);
    if (isFork) return { code: "checkpoint_mismatch", seq };
    const due = checkpoints.next();
    if (due?.head.seq !== seq) return null;
    return isOf(due) ? await checkpoints.pass() : { code: "checkpoint_mismatch", seq };
  };
  const chain = await verifyStoredChain(store, visit);
  if (!chain.ok) return chain;
  const { seq: size } = chain.value.head;
  const beyond = [checkpoints.next(), ...kept].find((one) => (one?.head.seq ?? 0) > size);
  if (beyond) return refuse({ code: "checkpoint_beyond_end", seq: beyond.head.seq });
  if (sealed !== null && sealed.head.seq > size) {
    return refuse({ code: "head_unsealed", seq: size });
  }
  const double = await findDouble(store, noted.doubles);
  if (double !== null) return refuse({ code: "entry_doubled", seq: double });
  const unbound = checkpoints.unbound(noted.acceptedAt());
  if (unbound !== null) return refuse(unbound);
  const bad = await findBadTree(store, { tree, size, last });
  if (bad !== null) return refuse(bad);
  const { indexed, overdue, gaps } = noted;
  return ok({
    ...chain.value,
    indexed: indexed(),
    checkpoints: checkpoints.passed(),
    signed: last,
    overdue: overdue(),
    gaps,
  });
}

/** Returns the fault of the tree after its end, or of the record of the last checkpoint. */
async function findBadTree(
  store: Store,
  { tree, size, last }: {
    readonly tree: { readonly size: number; readonly signed: boolean };
    readonly size: number;
    readonly last: number;
  },
): Promise<BadCheckpoint | null> {
  if (tree.size > size) return { code: "tree_mismatch", seq: size + 1 };
  if (tree.size < last) return { code: "tree_mismatch", seq: tree.size + 1 };
  const stray = await findStrayTile(store);
  if (stray !== null) return { code: "tree_mismatch", seq: stray };
  const row = last === 0 ? null : await getExact(store, StoredCheckpoint, checkpointKey(last));
  if (row?.link !== undefined && !tree.signed) return { code: "tree_mismatch", seq: last };
  return await findUnnamed(store, last);
}

/** Opens the collection of facts about entries, one after another. */
function noteEntries(
  clock: Clock,
  { checkpointMinutes, lateMinutes }: AuditRules,
  last: number,
) {
  const due = clock.now().subtract({ minutes: checkpointMinutes + lateMinutes });
  const doubles = searchDoubles();
  const gaps: AuditGap[] = [];
  let [indexed, overdue, acceptedAt] = [0, 0, 0];
  return {
    doubles,
    gaps,
    /** @returns whether the entry's event occurs for the first time */
    add: (entry: LinkedEntry["entry"]): boolean => {
      const { seq, at, event } = entry;
      if (event.clientId !== undefined) indexed++;
      if (seq > last && Temporal.Instant.compare(Temporal.Instant.from(at), due) < 0) overdue++;
      const known = AuditEvent.safeParse(event);
      if (known.success && known.data.kind === "AUDIT_GAP") {
        gaps.push(known.data);
        if (known.data.cause === "accepted") acceptedAt = seq;
      }
      return !doubles.isDouble(entry);
    },
    indexed: () => indexed,
    overdue: () => overdue,
    acceptedAt: () => acceptedAt,
  };
}

/** Finds an entry whose event already occurs much earlier on the chain. */
async function findDouble(store: Store, { late }: DoubleSearch): Promise<number | null> {
  if (late.size === 0) return null;
  for await (const { value: { entry } } of store.list(LinkedEntry, { prefix: entryPrefix })) {
    const seq = late.get(entry.id);
    if (seq !== undefined && seq !== entry.seq) return seq;
  }
  return null;
}

/** Finds evidence that the record of the last checkpoint was removed or reset. */
async function findUnnamed(
  store: Store,
  last: number,
): Promise<BadCheckpoint | null> {
  // What was signed since moves the name with it: read the name after what it must name.
  const range = { prefix: checkpointPrefix, start: checkpointKey(last + 1) };
  let largest = 0;
  for await (const { key } of store.list(z.unknown(), range)) largest = Number(key.at(-1));
  const named = (await getExact(store, LastCheckpoint, lastCheckpointKey))?.seq ?? 0;
  if (largest > named) return { code: "checkpoint_not_last", seq: largest };
  // The tree grows before the first checkpoint is signed, which marks it.
  const tree = (await store.get(TreeState, treeKey))?.value;
  const isGone = tree?.signed === true && named === 0;
  return isGone ? { code: "checkpoint_missing", seq: tree.head.seq } : null;
}

async function openKept(
  notes: readonly string[],
  keys: readonly string[],
): Promise<Result<readonly SignedCheckpoint[], BadCheckpoint>> {
  const kept: SignedCheckpoint[] = [];
  for (const note of notes) {
    const opened = await openCheckpoint(note, keys);
    if (!opened.ok) {
      const isForeign = opened.refusal.code === "signature";
      return refuse({ code: isForeign ? "checkpoint_signature" : "checkpoint_schema", seq: 0 });
    }
    kept.push(opened.value);
  }
  return ok(kept);
}
