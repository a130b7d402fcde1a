import type { StandingPair } from "../cleared_schema.ts";
import type { Candidate, ClearedBefore, LapseCause } from "../candidate_schema.ts";
import type { SubjectMac } from "../decision_schema.ts";

/** Input of marking the candidates of one customer. */
export interface MarkCandidates {
  readonly candidates: readonly Candidate[];
  /** SHA-256 of each candidate's entry, in the order of candidates. */
  readonly entries: readonly (string | null)[];
  /** The pairs of the customer. */
  readonly pairs: readonly StandingPair[];
  /** Whether a MAC belongs to the customer data that were sent now. */
  isOfSubject(mac: SubjectMac): boolean;
  readonly now: Temporal.Instant;
}

/** A pair that has ended without a person. */
export interface LapsedPair {
  readonly pair: StandingPair;
  readonly cause: LapseCause;
}

/** The marked candidates, and the pairs whose end they show. */
export interface MarkedCandidates {
  readonly candidates: readonly Candidate[];
  readonly lapsed: readonly LapsedPair[];
}

/**
 * Marks the candidates that reviewers have cleared for this customer. A mark changes nothing else of
 * a candidate, and does not make its result CLEAR.
 *
 * @see decisions-3.md part 21, cleared pairs
 */
export function markCandidates(
  { candidates, entries, pairs, isOfSubject, now }: MarkCandidates,
): MarkedCandidates {
  const lapsed: LapsedPair[] = [];
  const marked = candidates.map((candidate, at) => {
    const pair = pairs.find(({ entityId }) => entityId === candidate.entityId);
    if (pair === undefined) return candidate;
    const cause = entries[at] !== pair.entry
      ? "entity_changed"
      : !isOfSubject(pair.subject)
      ? "subject_changed"
      : isOver(pair, now)
      ? "expired"
      : null;
    if (cause !== null) lapsed.push({ pair, cause });
    return { ...candidate, clearedBefore: markOf(pair, cause) };
  });
  return { candidates: marked, lapsed };
}

function markOf(
  { pairId, reviewedAt, reasonCode, until }: StandingPair,
  cause: LapseCause | null,
): ClearedBefore {
  return cause === null
    ? { pairId, reviewedAt, ...(reasonCode === undefined ? {} : { reasonCode }), until }
    : { pairId, lapsed: cause };
}

/** Whether a pair has expired. */
export function isOver({ until }: Pick<StandingPair, "until">, now: Temporal.Instant): boolean {
  return Date.parse(until) <= now.epochMilliseconds;
}

/** Whether a candidate was marked by a pair in force. */
export function isCleared({ clearedBefore }: Candidate): boolean {
  return clearedBefore !== undefined && "until" in clearedBefore;
}

/** Whether a candidate was marked by a pair that has ended. */
export function hasLapsed({ clearedBefore }: Candidate): boolean {
  return clearedBefore !== undefined && "lapsed" in clearedBefore;
}
