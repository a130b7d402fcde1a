import canonicalize from "canonicalize";
import { createHash } from "node:crypto";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type AuditEntry, type ChainHead, EMPTY_CHAIN, LinkedEntry } from "./entry.ts";

/** A recorded event that is yet to be linked. */
export type Recorded = Pick<AuditEntry, "id" | "at" | "event">;

/** The first entry that is not what was written, and why. */
export interface BadEntry {
  readonly code:
    /** It does not have the form of an entry. */
    | "schema"
    /** Its position is not the next one: something was dropped, doubled, moved or put in. */
    | "gap"
    /** It names another entry before it than the one that is there. */
    | "prev_mismatch"
    /** Its content is not what was hashed. */
    | "hash_mismatch"
    /** The chain does not end where its head says. */
    | "head_mismatch"
    /** Its event stands on the chain before it already. */
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
 * The hash of an entry: SHA-256 over a line that says what is hashed, so that no hash made for
 * another purpose fits, and the entry's RFC 8785 form.
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
 * Verifies a chain from its first entry on.
 *
 * @param head where the chain must end; without it missing last entries go unnoticed
 * @returns the head that was computed, or the first bad entry
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

/** The head, if it is the one that the chain was found to have. */
export function verifyHead(reached: ChainHead, head: ChainHead): Result<ChainHead, BadEntry> {
  if (head.seq !== reached.seq) {
    return refuse({ code: "head_mismatch", seq: Math.min(head.seq, reached.seq) + 1 });
  }
  return head.hash === reached.hash ? ok(head) : refuse({ code: "head_mismatch", seq: head.seq });
}
