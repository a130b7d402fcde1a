import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type AuditEntry, type ChainHead, EMPTY_CHAIN, LinkedEntry } from "./entry.ts";

/** A recorded event that is not linked to the chain yet. */
export type Recorded = Pick<AuditEntry, "id" | "at" | "event">;

/** The first entry that differs from the written one, and the reason. */
export interface BadEntry {
  readonly code:
    /** The value does not have the form of an entry. */
    | "schema"
    /** The position is not the next one: an entry was removed, repeated, moved or inserted. */
    | "gap"
    /** The entry's `prev` is not the hash of the entry before it. */
    | "prev_mismatch"
    /** The content does not match the hash. */
    | "hash_mismatch"
    /** The chain does not end at its head. */
    | "head_mismatch"
    /** The event already occurred earlier on the chain. */
    | "entry_doubled";
  /** The position at which an entry was expected. */
  readonly seq: number;
}

/** The entry that follows a head. */
export function link(head: ChainHead, { id, at, event }: Recorded): LinkedEntry {
  const entry: AuditEntry = { v: 1, seq: head.seq + 1, prev: head.hash, id, at, event };
  return { entry, hash: hashOf(entry) };
}

/**
 * Returns the hash of an entry: SHA-256 over a line that names the purpose, so that no hash for
 * another purpose matches, and the entry's RFC 8785 form.
 */
export function hashOf(entry: AuditEntry): string {
  const text = canonicalize(entry);
  if (text === undefined) throw new Error("An audit entry must be a JSON value");
  return createHash("sha256").update(`aval/audit/v1\n${text}`).digest("hex");
}

/** The head after the candidate, if that is the entry that follows the head. */
export function verifyNext(head: ChainHead, candidate: unknown): Result<ChainHead, BadEntry> {
  const seq = head.seq + 1;
  const parsed = LinkedEntry.safeParse(candidate);
  if (!parsed.success) return refuse({ code: "schema", seq });
  const { entry, hash } = parsed.data;
  if (entry.seq !== seq) return refuse({ code: "gap", seq });
  if (entry.prev !== head.hash) return refuse({ code: "prev_mismatch", seq });
  if (hashOf(entry) !== hash) return refuse({ code: "hash_mismatch", seq });
  return ok({ seq, hash });
}

/**
 * Verifies a chain from its first entry.
 *
 * @param head the required end of the chain; without it, missing last entries are not detected
 * @returns the computed head, or the first bad entry
 */
export function verifyChain(
  chain: Iterable<unknown>,
  head?: ChainHead,
): Result<ChainHead, BadEntry> {
  let reached = EMPTY_CHAIN;
  for (const candidate of chain) {
    const next = verifyNext(reached, candidate);
    if (!next.ok) return next;
    reached = next.value;
  }
  return head === undefined ? ok(reached) : verifyHead(reached, head);
}

/** Returns the head if it equals the computed head. */
export function verifyHead(reached: ChainHead, head: ChainHead): Result<ChainHead, BadEntry> {
  if (head.seq !== reached.seq) {
    return refuse({ code: "head_mismatch", seq: Math.min(head.seq, reached.seq) + 1 });
  }
  return head.hash === reached.hash ? ok(head) : refuse({ code: "head_mismatch", seq: head.seq });
}
