import { link } from "../../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN, LinkedEntry } from "../../core/audit/entry.ts";
import { AuditRules } from "../../core/policy/audit.ts";
import {
  clientPrefix,
  entryKey,
  headKey,
  outboxPrefix,
  Outgoing,
  Position,
} from "./audit_records.ts";
import { type AuditSealing, type BadSeal, isSealedHead, isUpgrading } from "./audit_sealing.ts";
import type { Clock } from "../../base/clock.ts";
import { jitter } from "../../base/jitter.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { RetryDependencies } from "../store/retry.ts";
import { absent, type Entry, type Operation, put, type Store } from "../store/store.ts";

const defaultRules = AuditRules.parse({});
/** Maximum entries of a commit: three mutations each, far below the budget of 1,000. */
const batchEntriesMax = 100;
/** Maximum bytes of events that a commit moves: half of the 800 KiB of the budget. */
const batchBytesMax = 400_000;
/** Maximum successive commits that other sequencers may win; more indicate a fault. */
const lossesMax = 200;
/** Maximum wait after the first lost commit, in which the winner moves another batch. */
const pauseMilliseconds = 100;
/** Maximum wait after many lost commits; events are moved as long as others win. */
const pauseMillisecondsMax = 800;

/** The result of one call. */
export interface Moved {
  /** Events moved to the chain. */
  readonly events: number;
  /** Commits that other sequencers won meanwhile. */
  readonly losses: number;
  /** The fault because of which events were not moved; null: none. */
  readonly bad: BadSeal | null;
}

/** Dependencies of moving events to the chain. */
export interface Sequencing extends RetryDependencies {
  readonly clock: Clock;
  readonly sealing: AuditSealing;
  readonly rules?: Pick<AuditRules, "upgradeHours">;
  /** Whether an operator accepts events without a seal, and a chain with an invalid seal. */
  readonly accepts?: boolean;
}

/**
 * Moves every recorded event onto the chain, oldest first. Any number of instances may do so at
 * once: a batch is committed on condition that the head is unchanged since it was linked, and the
 * head moves with every batch, so that an event is moved once. Events are linked only to the sealed
 * head, and events without a valid seal are not moved.
 *
 * @throws Error when others win so often in a row that there must be a fault
 */
export async function moveToChain(store: Store, sequencing: Sequencing): Promise<Moved> {
  const { random, pause } = sequencing;
  let [events, losses] = [0, 0];
  for (let inARow = 0; inARow < lossesMax;) {
    const next = await nextBatch(store, sequencing);
    if (!next.ok) return { events, losses, bad: next.refusal };
    const batch = next.value;
    if (batch.entries === 0) return { events, losses, bad: batch.bad };
    if (await store.commit(batch.operations)) {
      batch.committed();
      events += batch.entries;
      inARow = 0;
      // What was recorded since has a nudge of its own.
      if (!batch.isFull) return { events, losses, bad: batch.bad };
    } else {
      losses++;
      const most = Math.min(pauseMilliseconds * 2 ** inARow++, pauseMillisecondsMax);
      await pause(jitter(random, most));
    }
  }
  throw new Error(`The head of the audit chain has moved ${lossesMax} times in a row`);
}

interface Batch {
  readonly entries: number;
  /** Whether there are more events than the batch takes. */
  readonly isFull: boolean;
  readonly operations: readonly Operation[];
  /** The fault of the first event that was not moved. */
  readonly bad: BadSeal | null;
  committed(): void;
}

async function nextBatch(
  store: Store,
  sequencing: Sequencing,
): Promise<Result<Batch, BadSeal>> {
  const { sealing, clock, rules, accepts = false } = sequencing;
  // The head first: an event that is listed after it can only be moved by moving this head.
  const found = await store.get(ChainHead, headKey);
  const before = found?.value ?? EMPTY_CHAIN;
  const read = await sealing.read(store);
  if (!read.ok && !accepts) return read;
  const sealed = read.ok ? read.value : null;
  const isSealed = read.ok && isSealedHead(sealed, before);
  const { upgradeHours } = rules ?? defaultRules;
  const isUnsealedTaken = accepts || isUpgrading(sealed, { sealing, clock, upgradeHours });
  if (!isSealed && !isUnsealedTaken) {
    // Another server may have moved both since the head was read.
    const isMoved = !await store.holds(found?.check ?? absent(headKey));
    if (isMoved) return await nextBatch(store, sequencing);
    return refuse({ code: "head_unsealed", seq: before.seq });
  }
  const { outgoing, isFull, unsealed, bad } = await oldest(store, {
    sealing,
    accepts,
    isUnsealedTaken,
  });
  const { head, operations } = linkAll(before, outgoing);
  const move = [found?.check ?? absent(headKey), found?.set(head) ?? put(ChainHead, headKey, head)];
  // The seal stays behind what has none: a checkpoint says so before it is moved on.
  const advance = isSealed && !unsealed ? sealing.advance(sealed, { head }) : null;
  return ok({
    entries: outgoing.length,
    isFull,
    bad,
    operations: [...move, ...operations, ...advance?.operations ?? []],
    committed: () => advance?.committed(),
  });
}

/** Links events to a head, and makes the writes that move them. */
function linkAll(
  before: ChainHead,
  outgoing: readonly Entry<Outgoing>[],
): { readonly head: ChainHead; readonly operations: readonly Operation[] } {
  let head = before;
  const operations: Operation[] = [];
  for (const { value: { id, at, event }, delete: leave } of outgoing) {
    const linked = link(head, { id, at, event });
    operations.push(leave, ...linkedPuts(linked));
    head = { seq: linked.entry.seq, hash: linked.hash };
  }
  return { head, operations };
}

/** Writes an entry, and its position in the index of its client. */
export function linkedPuts(linked: LinkedEntry): readonly Operation[] {
  const { entry: { seq, event: { clientId } } } = linked;
  return [
    put(LinkedEntry, entryKey(seq), linked),
    ...(clientId === undefined ? [] : [put(Position, [...clientPrefix(clientId), seq], { seq })]),
  ];
}

/** The events of a batch. */
interface Oldest {
  readonly outgoing: readonly Entry<Outgoing>[];
  readonly isFull: boolean;
  /** Whether any of the events has no seal. */
  readonly unsealed: boolean;
  /** The fault of the first skipped event. */
  readonly bad: BadSeal | null;
}

async function oldest(
  store: Store,
  { sealing, accepts, isUnsealedTaken }: {
    readonly sealing: AuditSealing;
    readonly accepts: boolean;
    readonly isUnsealedTaken: boolean;
  },
): Promise<Oldest> {
  const outgoing: Entry<Outgoing>[] = [];
  let [bytes, place, unsealed] = [0, 0, false];
  let bad: BadSeal | null = null;
  for await (const entry of store.list(Outgoing, { prefix: outboxPrefix })) {
    place++;
    const holds = await sealing.verifyEvent(entry.key, entry.value);
    const isTaken = holds ?? isUnsealedTaken;
    if (!isTaken && !accepts) {
      bad ??= { code: "outbox_unsealed", seq: place };
      continue;
    }
    bytes += JSON.stringify(entry.value).length;
    if (outgoing.length > 0 && bytes > batchBytesMax) {
      return { outgoing, isFull: true, unsealed, bad };
    }
    if (holds !== true) unsealed = true;
    outgoing.push(entry);
    if (outgoing.length === batchEntriesMax) return { outgoing, isFull: true, unsealed, bad };
  }
  return { outgoing, isFull: false, unsealed, bad };
}
