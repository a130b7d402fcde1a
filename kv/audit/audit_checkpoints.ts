import type { BadEntry } from "../../core/audit/chain.ts";
import {
  openCheckpoint,
  signCheckpoint,
  type SignedCheckpoint,
} from "../../core/audit/checkpoint.ts";
import { ChainHead } from "../../core/audit/entry.ts";
import { rootOf } from "../../standards/tlog/merkle.ts";
import { type NoteSigner, verifierKeyOf } from "../../standards/tlog/note.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  checkpointKey,
  headKey,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
  treeKey,
  TreeState,
} from "./audit_records.ts";
import { growStoredTree, openStoredTree } from "./audit_tree.ts";
import type { DataKey, KeyRing } from "../keys/key_ring.ts";
import { timestamp } from "../store/lifetime.ts";
import { jitter } from "../../base/jitter.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { absent, create, type Entry, put, type Store } from "../store/store.ts";

/** What the checkpoints need. */
export interface OpenAuditCheckpoints extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `audit-signing` data keys. */
  readonly signing: KeyRing;
}

/** A checkpoint that is not what was signed, or that the chain does not reach. */
export interface BadCheckpoint {
  readonly code:
    /** None of our keys has signed it, or it was changed. */
    | "checkpoint_signature"
    /** It is signed and says something else than a checkpoint of this size. */
    | "checkpoint_schema"
    /** It is named by the one after it, or as the last one, and is not there. */
    | "checkpoint_missing"
    /** It is larger than the one that is named the last. */
    | "checkpoint_not_last"
    /** The entries up to its size are not those that it was signed over. */
    | "checkpoint_mismatch"
    /** The chain ends before it: entries are gone that were there when it was signed. */
    | "checkpoint_beyond_end"
    /** A stored part of the tree is not that of the entries. */
    | "tree_mismatch";
  /** Size of the checkpoint, or the entry at which the tree is found to be wrong. */
  readonly seq: number;
}

/** Signed checkpoints of the audit chain. */
export interface AuditCheckpoints {
  /**
   * The checkpoint of the chain as it stands: makes one unless there is one of that size.
   *
   * @returns null while the chain has no entry; or why nothing may be signed: what is stored is not
   *   what was written
   */
  make(): Promise<Result<SignedCheckpoint | null, BadEntry | BadCheckpoint>>;
  /** Adds new entries to the tree, and makes a checkpoint when the last one is this old. */
  makeWhenDue(
    everyMinutes: number,
  ): Promise<Result<SignedCheckpoint | null, BadEntry | BadCheckpoint>>;
  /** The checkpoint of the largest size. */
  latest(): Promise<Result<SignedCheckpoint | null, BadCheckpoint>>;
}

/** Rounds that other processes may win before something must be wrong. */
const roundsMax = 200;
/** Longest wait after a lost commit, milliseconds. */
const pauseMillisecondsMax = 20;
/** Housekeeping comes once a minute: a checkpoint is due one turn before it would be late. */
const housekeepingMinutes = 1;

/**
 * Opens the checkpoints of the audit chain: signed once for a size, of growing sizes, by whichever process
 * comes first. Before one is signed the entries since the last are verified link by link, and the
 * tree must still reach the root of the last: what was tampered with is never signed over.
 */
export function openAuditCheckpoints(dependencies: OpenAuditCheckpoints): AuditCheckpoints {
  const { store, signing } = dependencies;
  return {
    make: () => make(dependencies),
    latest: async () => {
      const last = await store.get(LastCheckpoint, lastCheckpointKey);
      if (last === null) return ok(null);
      const origin = await readOrigin(store);
      return await openStored(store, { origin, signing, seq: last.value.seq });
    },
    makeWhenDue: async (everyMinutes) => {
      if (await isDue(dependencies, everyMinutes)) return await make(dependencies);
      const grown = await growStoredTree(store, dependencies);
      return grown.ok ? ok(null) : grown;
    },
  };
}

async function make(
  dependencies: OpenAuditCheckpoints,
): Promise<Result<SignedCheckpoint | null, BadEntry | BadCheckpoint>> {
  const { store, signing, random, pause } = dependencies;
  const grown = await growStoredTree(store, dependencies);
  if (!grown.ok) return grown;
  const { origin, head } = grown.value;
  if (head.seq === 0) return ok(null);
  for (let round = 0; round < roundsMax; round++) {
    const last = await store.get(LastCheckpoint, lastCheckpointKey);
    if (last !== null) {
      const opened = await openStored(store, { origin, signing, seq: last.value.seq });
      if (!opened.ok) return opened;
      if (opened.value.head.seq >= head.seq) return opened;
      const root = await rootOf(opened.value.head.seq, openStoredTree(store));
      if (root.toHex() !== opened.value.root.toHex()) {
        return refuse({ code: "checkpoint_mismatch", seq: last.value.seq });
      }
    }
    const made = await sign(dependencies, last, grown.value);
    if (made !== null) return ok(made);
    await pause(jitter(random, pauseMillisecondsMax));
  }
  throw new Error(`Another process has made ${roundsMax} checkpoints in a row`);
}

/** @returns null when another process has made one meanwhile */
async function sign(
  { store, clock, signing }: OpenAuditCheckpoints,
  last: Entry<{ readonly seq: number }> | null,
  { origin, head, signed }: TreeState,
): Promise<SignedCheckpoint | null> {
  const root = await rootOf(head.seq, openStoredTree(store));
  const signer = signerOf(origin, signing.active);
  const note = await signCheckpoint({ head, root }, signer);
  const next = { seq: head.seq };
  const tree = signed === true ? null : await store.get(TreeState, treeKey);
  const won = await store.commit([
    ...tree === null ? [] : [tree.check, tree.set({ ...tree.value, signed: true })],
    last?.check ?? absent(lastCheckpointKey),
    last?.set(next) ?? put(LastCheckpoint, lastCheckpointKey, next),
    ...create(StoredCheckpoint, checkpointKey(head.seq), {
      note,
      at: timestamp(clock.now()),
      previous: last?.value.seq ?? 0,
    }),
  ]);
  return won ? { origin, head, root, note, verifierKey: signer.verifierKey } : null;
}

/** Whether there are entries since the last checkpoint, and that one is old enough; or there is none. */
async function isDue(
  { store, clock }: OpenAuditCheckpoints,
  everyMinutes: number,
): Promise<boolean> {
  const last = (await store.get(LastCheckpoint, lastCheckpointKey))?.value ?? null;
  const made = last === null ? null : await store.get(StoredCheckpoint, checkpointKey(last.seq));
  if (made === null) return true;
  const minutes = everyMinutes - housekeepingMinutes;
  const due = Temporal.Instant.from(made.value.at).add({ minutes });
  const chain = await store.get(ChainHead, headKey);
  const isQuiet = chain?.value.seq === last?.seq;
  return !isQuiet && Temporal.Instant.compare(clock.now(), due) >= 0;
}

/** Makes a checkpoint when one is due, once a minute. What goes wrong is logged, every time. */
export async function makeDueCheckpoint(
  { checkpoints, log, everyMinutes }: {
    readonly checkpoints: AuditCheckpoints;
    readonly log: Log;
    readonly everyMinutes: number;
  },
): Promise<void> {
  try {
    const made = await checkpoints.makeWhenDue(everyMinutes);
    if (made.ok) return;
    logBrokenChain(log, made.refusal);
  } catch (cause) {
    log.error("audit_checkpoint_failed", cause);
  }
}

/** Logs that the chain does not hold, and what its operator is to do. */
export function logBrokenChain(log: Log, { code, seq }: BadEntry | BadCheckpoint): void {
  log.error("audit_chain_broken", new Error("The audit chain does not hold"), {
    code,
    seq,
    action: "Keep the store as it is and run: deno task admin audit verify",
    runbook: "docs/runbooks.md#avalauditchainbroken-page",
  });
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

interface Wanted {
  readonly origin: string;
  readonly signing: KeyRing;
  readonly seq: number;
}

async function openStored(
  store: Store,
  { origin, signing, seq }: Wanted,
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

/** Opens the note that stands as the checkpoint of a size. */
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

function signerOf(origin: string, key: DataKey): NoteSigner {
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
