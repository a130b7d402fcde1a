import type { BadEntry } from "../../core/audit/chain.ts";
import type { SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import { ChainHead } from "../../core/audit/entry.ts";
import { AuditRules } from "../../core/policy/audit.ts";
import { rootOf } from "../../standards/tlog/merkle.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import {
  type BadCheckpoint,
  openStored,
  readOrigin,
  verifySignedRow,
} from "./audit_checkpoint_reading.ts";
import { signNext } from "./audit_checkpoint_signing.ts";
import { appendGap, findGap, type JudgeEnd, readStanding } from "./audit_gaps.ts";
import {
  checkpointKey,
  headKey,
  LastCheckpoint,
  lastCheckpointKey,
  outboxPrefix,
  Outgoing,
  StoredCheckpoint,
} from "./audit_records.ts";
import {
  type AuditSealing,
  type BadSeal,
  isUpgrading,
  openAuditSealing,
  type ReadSeal,
  type SealKeys,
} from "./audit_sealing.ts";
import { growStoredTree, openStoredTree } from "./audit_tree.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { jitter } from "../../base/jitter.ts";
import type { RetryDependencies } from "../store/retry.ts";
import type { Store } from "../store/store.ts";

/** Dependencies of the checkpoints. */
export interface OpenAuditCheckpoints extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `audit-signing` data keys. */
  readonly signing: KeyRing;
  /** Their `at-rest` keys seal the extent of the log. */
  readonly dataKeys: SealKeys;
  /** Default: the policy's rules. */
  readonly rules?: AuditRules;
}

/** The reason why nothing is signed: stored data differ from what was written. */
export type BadLog = BadEntry | BadCheckpoint | BadSeal;

/** Options for making a checkpoint. */
export interface MakeCheckpoint {
  /**
   * An operator's reason for accepting entries without a seal or with too few checkpoints; recorded
   * in an `AUDIT_GAP`.
   */
  readonly accepts?: string;
}

/** Signed checkpoints of the audit chain. */
export interface AuditCheckpoints {
  /**
   * Returns the checkpoint of the current chain, and makes it unless one of that size exists.
   * Unproven entries are first recorded by an `AUDIT_GAP` on the chain.
   *
   * @returns null for an empty chain; a refusal when nothing may be signed
   */
  make(asked?: MakeCheckpoint): Promise<Result<SignedCheckpoint | null, BadLog>>;
  /** Adds new entries to the tree, and makes a checkpoint when the last one has this age. */
  makeWhenDue(everyMinutes: number): Promise<Result<SignedCheckpoint | null, BadLog>>;
  /** The checkpoint of the largest size. */
  latest(): Promise<Result<SignedCheckpoint | null, BadCheckpoint>>;
}

/** An opened log, with the judge of its end. */
interface Opened extends OpenAuditCheckpoints {
  readonly sealing: AuditSealing;
  readonly rules: AuditRules;
}

/** Maximum rounds that other processes may win; more indicate a fault. */
const roundsMax = 200;
/** Longest wait after a lost commit, milliseconds. */
const pauseMillisecondsMax = 20;
/** Housekeeping runs once a minute, so that a checkpoint is due one run before it would be late. */
const housekeepingMinutes = 1;
const defaultRules = AuditRules.parse({});

/**
 * Opens the checkpoints of the audit chain. Each size is signed once, sizes grow, and the first
 * process wins. Before signing, the entries since the last checkpoint are verified link by link,
 * the tree must still reach the root of the last, and chain and checkpoints must end where the seal
 * states, so that tampered data are never signed.
 */
export function openAuditCheckpoints(dependencies: OpenAuditCheckpoints): AuditCheckpoints {
  const { store, clock, signing, dataKeys: keys, rules = defaultRules } = dependencies;
  const opened = { ...dependencies, rules, sealing: openAuditSealing({ keys, clock }) };
  return {
    make: (asked) => make(opened, asked),
    latest: async () => {
      const last = await store.get(LastCheckpoint, lastCheckpointKey);
      if (last === null) return ok(null);
      const origin = await readOrigin(store);
      return await openStored(store, { origin, signing, seq: last.value.seq });
    },
    makeWhenDue: async (everyMinutes) => {
      if (await isDue(opened, everyMinutes)) return await make(opened);
      const grown = await growStoredTree(store, dependencies);
      if (!grown.ok) return grown;
      const bad = await findBadEnd(opened);
      return bad === null ? ok(null) : refuse(bad);
    },
  };
}

async function make(
  opened: Opened,
  { accepts }: MakeCheckpoint = {},
): Promise<Result<SignedCheckpoint | null, BadLog>> {
  const { store, random, pause } = opened;
  const judging: JudgeEnd = { ...opened, accepts: accepts ?? null };
  let hasGap = false;
  for (let round = 0; round < roundsMax; round++) {
    const standing = await readStanding(judging);
    if (!standing.ok) return standing;
    const { end, last } = standing.value;
    const grown = await growStoredTree(store, opened);
    if (!grown.ok) return grown;
    const gap = hasGap ? ok(null) : await findGap(judging, end, last?.value.seq ?? 0);
    if (!gap.ok) return gap;
    if (gap.value !== null) {
      hasGap = await appendGap(judging, end, gap.value);
      continue;
    }
    const { head, sealed } = end;
    if (head.seq === 0) return ok(null);
    const { origin } = grown.value;
    const before = last === null ? ok(null) : await openLast(opened, {
      origin,
      seq: last.value.seq,
      sealed,
      isAccepted: hasGap,
    });
    if (!before.ok) return before;
    if (before.value !== null && before.value.head.seq >= head.seq) return before;
    const made = await signNext(opened, { tree: grown.value, head, last, sealed });
    if (made !== null) return ok(made);
    await pause(jitter(random, pauseMillisecondsMax));
  }
  throw new Error(`Another process has made ${roundsMax} checkpoints in a row`);
}

/**
 * Opens the last checkpoint, which must be the one in the seal and match the root of the stored
 * tree.
 */
async function openLast(
  { store, signing }: Opened,
  { origin, seq, sealed, isAccepted }: {
    readonly origin: string;
    readonly seq: number;
    readonly sealed: ReadSeal;
    /** Whether an `AUDIT_GAP` was written for the faults. */
    readonly isAccepted: boolean;
  },
): Promise<Result<SignedCheckpoint, BadCheckpoint>> {
  const opened = await openStored(store, { origin, signing, seq });
  if (!opened.ok) return opened;
  const signed = sealed?.value.state.signed ?? null;
  if (signed?.seq === seq && !isAccepted) {
    const bad = await verifySignedRow(store, { origin, signing, signed });
    if (bad !== null) return refuse(bad);
  }
  const root = await rootOf(seq, openStoredTree(store));
  return root.toHex() === opened.value.root.toHex()
    ? opened
    : refuse({ code: "checkpoint_mismatch", seq });
}

/** Returns the fault for which the next checkpoint would be refused, before it is due. */
async function findBadEnd(opened: Opened): Promise<BadLog | null> {
  const { store, clock, sealing, rules: { upgradeHours } } = opened;
  const judging: JudgeEnd = { ...opened, accepts: null };
  const standing = await readStanding(judging);
  if (!standing.ok) return standing.refusal;
  const { end, last } = standing.value;
  const gap = await findGap(judging, end, last?.value.seq ?? 0);
  if (!gap.ok) return gap.refusal;
  if (isUpgrading(end.sealed, { sealing, clock, upgradeHours })) return null;
  let seq = 0;
  for await (const { key, value } of store.list(Outgoing, { prefix: outboxPrefix }, { limit: 1 })) {
    seq++;
    if (await sealing.verifyEvent(key, value) !== true) return { code: "outbox_unsealed", seq };
  }
  return null;
}

/** Whether there is no checkpoint, or there are entries since an old enough one. */
async function isDue({ store, clock }: Opened, everyMinutes: number): Promise<boolean> {
  const last = (await store.get(LastCheckpoint, lastCheckpointKey))?.value ?? null;
  const made = last === null ? null : await store.get(StoredCheckpoint, checkpointKey(last.seq));
  if (made === null) return true;
  const minutes = everyMinutes - housekeepingMinutes;
  const madeAt = Temporal.Instant.from(made.value.at);
  const chain = await store.get(ChainHead, headKey);
  const isQuiet = chain?.value.seq === last?.seq;
  // One of the future was changed: its time is verified where the next one is made.
  const isOld = Temporal.Instant.compare(clock.now(), madeAt.add({ minutes })) >= 0 ||
    Temporal.Instant.compare(madeAt, clock.now().add({ minutes: everyMinutes })) > 0;
  return !isQuiet && isOld;
}

/** Makes a checkpoint when one is due, once a minute. Logs every failure. */
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

/**
 * Signs recorded events before the process ends, so that the next process need not sign them late.
 * Logs a failure.
 */
export async function makeLastCheckpoint(
  { checkpoints, log }: { readonly checkpoints: AuditCheckpoints; readonly log: Log },
): Promise<void> {
  try {
    const made = await checkpoints.make();
    if (!made.ok) logBrokenChain(log, made.refusal);
  } catch (cause) {
    log.error("audit_checkpoint_failed", cause);
  }
}

/** Logs that the chain is invalid, with the operator's next step. */
export function logBrokenChain(log: Log, { code, seq }: BadLog): void {
  log.error("audit_chain_broken", new Error("The audit chain does not hold"), {
    code,
    seq,
    action: "Keep the store as it is and run: deno task admin audit verify",
    runbook: "docs/runbooks.md#avalauditchainbroken-page",
  });
}
