import { type BadEntry, verifyHead, verifyNext } from "../../core/audit/chain.ts";
import { ChainHead, EMPTY_CHAIN, type LinkedEntry } from "../../core/audit/entry.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { entryKey, entryPrefix, headKey, outboxPrefix } from "./audit_records.ts";
import type { BadCheckpoint } from "./audit_checkpoint_reading.ts";
import type { BadSeal } from "./audit_sealing.ts";
import { getExact } from "./audit_exact_reading.ts";
import { exactJson } from "../store/codec.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Store } from "../store/store.ts";

/** A valid chain. */
export interface VerifiedChain {
  readonly head: ChainHead;
  /** Recorded events that are not on the chain yet. */
  readonly pending: number;
}

/** Checks a valid entry's related data. @returns the fault of the related data, or null */
export type Visit = (reached: ChainHead, linked: LinkedEntry) => Promise<BadBeside | null>;

/** An entry, or data related to it, that differs from what was written. */
export type BadBeside = BadEntry | BadCheckpoint | BadSeal;

/**
 * Computes the whole stored chain again, in pages, even while it grows.
 *
 * @param visit called with every valid entry, in order; may report a fault of related data
 * @returns the reached head, or the first entry that differs from what was written
 */
export async function verifyStoredChain(
  store: Store,
  visit?: Visit,
): Promise<Result<VerifiedChain, BadBeside>> {
  let reached = EMPTY_CHAIN;
  for (;;) {
    const head = await readHead(store);
    if (head === null) return refuse({ code: "head_mismatch", seq: reached.seq + 1 });
    // Entries and head move together: a head behind what was reached before is not the chain's.
    if (head.seq < reached.seq) return verifyHeadOf({ reached, head, store });
    const walked = await walk(store, reached, visit);
    if (!walked.ok) return walked;
    reached = walked.value;
    // Past the head: the chain has grown since the head was read, so read it again.
    if (reached.seq <= head.seq) return verifyHeadOf({ reached, head, store });
  }
}

/** Verifies the entries after a head. */
async function walk(
  store: Store,
  from: ChainHead,
  visit: Visit | undefined,
): Promise<Result<ChainHead, BadBeside>> {
  let reached = from;
  const range = from.seq === 0
    ? { prefix: entryPrefix }
    : { prefix: entryPrefix, start: entryKey(from.seq + 1) };
  try {
    for await (const { key, value } of store.list(exactJson, range)) {
      const seq = reached.seq + 1;
      if (key.at(-1) !== seq) return refuse({ code: "gap", seq });
      const next = verifyNext(reached, value);
      if (!next.ok) return next;
      reached = next.value;
      // verifyNext() has parsed it.
      const bad = await visit?.(reached, value as LinkedEntry) ?? null;
      if (bad !== null) return refuse(bad);
    }
  } catch (cause) {
    if (!(cause instanceof DamagedValueError)) throw cause;
    return refuse({ code: "schema", seq: reached.seq + 1 });
  }
  return ok(reached);
}

interface Ends {
  readonly store: Store;
  readonly reached: ChainHead;
  readonly head: ChainHead;
}

async function verifyHeadOf(
  { store, reached, head }: Ends,
): Promise<Result<VerifiedChain, BadEntry>> {
  const verified = verifyHead(reached, head);
  if (!verified.ok) return verified;
  let pending = 0;
  for await (const _ of store.list(exactJson, { prefix: outboxPrefix })) pending++;
  return ok({ head, pending });
}

/** @returns null when the head is unreadable */
async function readHead(store: Store): Promise<ChainHead | null> {
  try {
    return await getExact(store, ChainHead, headKey) ?? EMPTY_CHAIN;
  } catch (cause) {
    if (cause instanceof DamagedValueError) return null;
    throw cause;
  }
}
