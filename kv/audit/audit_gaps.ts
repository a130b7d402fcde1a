import { link } from "../../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN, LinkedEntry } from "../../core/audit/entry.ts";
import { AuditEvent, type AuditGapCause } from "../../core/audit/event.ts";
import type { AuditRules } from "../../core/policy/audit.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { BadCheckpoint } from "./audit_checkpoint_reading.ts";
import {
  checkpointKey,
  entryKey,
  headKey,
  LastCheckpoint,
  lastCheckpointKey,
  StoredCheckpoint,
} from "./audit_records.ts";
import {
  type AuditSealing,
  type BadSeal,
  isSealedHead,
  isUpgrading,
  type ReadSeal,
} from "./audit_sealing.ts";
import { linkedPuts } from "./audit_sequencer.ts";
import { timestamp } from "../store/lifetime.ts";
import { absent, type Entry, put, type Store } from "../store/store.ts";

/** Dependencies of judging the end of the chain. */
export interface JudgeEnd {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealing: AuditSealing;
  readonly rules: AuditRules;
  /** An operator's reason for accepting faults; null: none. */
  readonly accepts: string | null;
}

/** The end of the chain and its seal, read together. */
export interface ChainEnd {
  readonly found: Entry<ChainHead> | null;
  readonly head: ChainHead;
  readonly sealed: ReadSeal;
  /** The fault of the seal, if an operator accepts it. */
  readonly badSeal: BadSeal | null;
}

/** Entries that may only be signed together with a record of the gap. */
export interface Gap {
  readonly from: number;
  readonly cause: AuditGapCause;
}

/** Maximum repeated reads of a head while others move it. */
const readsMax = 20;

/** The end of the chain, and the record of the last checkpoint. */
export interface Standing {
  readonly end: ChainEnd;
  readonly last: Entry<{ readonly seq: number }> | null;
}

/** Reads the end of the chain and the record of the last checkpoint at one moment. */
export async function readStanding(judging: JudgeEnd): Promise<Result<Standing, BadSeal>> {
  const { store } = judging;
  for (let reads = 0; reads < readsMax; reads++) {
    const last = await store.get(LastCheckpoint, lastCheckpointKey);
    const end = await readEnd(judging);
    const isOne = await store.holds(last?.check ?? absent(lastCheckpointKey));
    if (isOne) return end.ok ? ok({ end: end.value, last }) : end;
  }
  throw new Error(`Others have made ${readsMax} checkpoints in a row`);
}

/** Reads the head and the seal at one moment. */
async function readEnd(
  { store, sealing, accepts }: JudgeEnd,
): Promise<Result<ChainEnd, BadSeal>> {
  for (let reads = 0; reads < readsMax; reads++) {
    const found = await store.get(ChainHead, headKey);
    const head = found?.value ?? EMPTY_CHAIN;
    const read = await sealing.read(store);
    if (!read.ok && accepts === null) return read;
    const sealed = read.ok ? read.value : null;
    const badSeal = read.ok ? null : read.refusal;
    // Where they differ, others may have moved both meanwhile.
    const isOne = isSealedHead(sealed, head) ||
      await store.holds(found?.check ?? absent(headKey));
    if (isOne) return ok({ found, head, sealed, badSeal });
  }
  throw new Error(`The head of the audit chain has moved ${readsMax} times in a row`);
}

/**
 * Finds entries that may not be signed without an `AUDIT_GAP`: entries without a seal, and those
 * that an earlier checkpoint should have covered.
 *
 * @param last size of the last checkpoint; 0: there is none
 * @returns null: all may be signed; a refusal when nothing may be signed
 */
export async function findGap(
  judging: JudgeEnd,
  { head, sealed, badSeal }: ChainEnd,
  last: number,
): Promise<Result<Gap | null, BadSeal | BadCheckpoint>> {
  const { rules: { upgradeHours }, accepts } = judging;
  const signed = sealed?.value.state.signed?.seq ?? 0;
  const isSealed = isSealedHead(sealed, head) || (sealed === null && head.seq === 0);
  if (accepts !== null) {
    const holds = badSeal === null && isSealed && last === signed;
    if (holds) return await findLate(judging, { head, last });
    return ok({ from: last === signed && last < head.seq ? last + 1 : 1, cause: "accepted" });
  }
  const upgrading = isUpgrading(sealed, { ...judging, upgradeHours });
  if (last < signed) return refuse({ code: "checkpoint_missing", seq: signed });
  if (last > signed && !upgrading) return refuse({ code: "checkpoint_unsealed", seq: last });
  if (isSealed) return await findLate(judging, { head, last });
  if (!upgrading) return refuse({ code: "head_unsealed", seq: head.seq });
  if (sealed === null) return await judgeFirst(judging, { head, last });
  return await judgeUnsealed(judging, { head, sealed: sealed.value.state.head });
}

interface Ends {
  readonly head: ChainHead;
  /** Size of the last checkpoint. */
  readonly last: number;
}

/**
 * Finds sealed entries that are signed late: the first of them is older than a checkpoint may be.
 */
async function findLate(
  { store, clock, rules: { checkpointMinutes, lateMinutes } }: JudgeEnd,
  { head, last }: Ends,
): Promise<Result<Gap | null, never>> {
  if (last >= head.seq) return ok(null);
  const oldest = await store.get(LinkedEntry, entryKey(last + 1));
  if (oldest === null) return ok(null); // the chain is verified link by link before it is signed
  const minutes = checkpointMinutes + lateMinutes;
  const limit = Temporal.Instant.from(oldest.value.entry.at).add({ minutes });
  const isLate = Temporal.Instant.compare(clock.now(), limit) > 0;
  if (!isLate) return ok(null);
  const newest = await store.get(LinkedEntry, entryKey(head.seq));
  // Said already, by another process or by one that ended before it signed.
  const isSaid = newest?.value.entry.event["from"] === last + 1 &&
    newest.value.entry.event.kind === "AUDIT_GAP";
  return ok(isSaid ? null : { from: last + 1, cause: "outage" });
}

/**
 * Judges a store of the previous version, which begins with one gap if its content is what such
 * servers leave.
 */
async function judgeFirst(
  { store, clock, rules: { upgradeHours } }: JudgeEnd,
  { head, last }: Ends,
): Promise<Result<Gap, BadSeal | BadCheckpoint>> {
  const row = last === 0 ? null : await store.get(StoredCheckpoint, checkpointKey(last));
  // Only a log that was sealed has such checkpoints.
  if (row?.value.link !== undefined) return refuse({ code: "seal_missing", seq: last });
  const newest = await store.get(LinkedEntry, entryKey(head.seq));
  const until = row === null
    ? clock.now()
    : Temporal.Instant.from(row.value.at).add({ hours: upgradeHours });
  const from = row === null
    ? clock.now().subtract({ hours: upgradeHours })
    : Temporal.Instant.from("0000-01-01T00:00:00Z");
  const at = Temporal.Instant.from(newest?.value.entry.at ?? timestamp(clock.now()));
  const isPlausible = Temporal.Instant.compare(at, until) <= 0 &&
    Temporal.Instant.compare(at, from) >= 0;
  return isPlausible
    ? ok({ from: 1, cause: "upgrade" })
    : refuse({ code: "checkpoint_missing", seq: head.seq });
}

/**
 * Judges entries that an older server added after the seal; entries before it must be the sealed
 * ones.
 */
async function judgeUnsealed(
  { store }: JudgeEnd,
  { head, sealed }: { readonly head: ChainHead; readonly sealed: ChainHead },
): Promise<Result<Gap, BadSeal>> {
  const last = sealed.seq === 0 ? null : await store.get(LinkedEntry, entryKey(sealed.seq));
  const hash = sealed.seq === 0 ? EMPTY_CHAIN.hash : last?.value.hash;
  return head.seq > sealed.seq && hash === sealed.hash
    ? ok({ from: sealed.seq + 1, cause: "upgrade" })
    : refuse({ code: "head_unsealed", seq: sealed.seq });
}

/**
 * Adds an `AUDIT_GAP` to the chain, and seals it.
 *
 * @returns false when the chain grew meanwhile
 */
export async function appendGap(
  { store, clock, random, sealing, accepts }: JudgeEnd,
  { found, head, sealed, badSeal }: ChainEnd,
  { from, cause }: Gap,
): Promise<boolean> {
  const event = AuditEvent.parse({
    kind: "AUDIT_GAP",
    from,
    to: head.seq,
    entries: head.seq + 1 - from,
    cause,
    ...(accepts === null ? {} : { reason: accepts }),
  });
  const linked = link(head, { id: random.bytes(16).toHex(), at: timestamp(clock.now()), event });
  const next: ChainHead = { seq: linked.entry.seq, hash: linked.hash };
  const advance = badSeal === null
    ? sealing.advance(sealed, { head: next })
    : await sealing.replace(store, { head: next, signed: null });
  const won = await store.commit([
    found?.check ?? absent(headKey),
    found?.set(next) ?? put(ChainHead, headKey, next),
    ...linkedPuts(linked),
    ...advance.operations,
  ]);
  if (won) advance.committed();
  return won;
}
