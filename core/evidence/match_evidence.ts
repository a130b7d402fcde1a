import type { PersonIdentity } from "../access/person_identity.ts";
import type { AuditEntry } from "../audit/entry.ts";
import type { Said } from "../screening/ports.ts";
import type { ScreeningDecision } from "../screening/decision_schema.ts";
import type { ReviewState } from "../screening/review_schema.ts";
import { stateOf } from "../screening/queue/state_of.ts";
import type { Classification } from "../screening/candidate_schema.ts";
import type { CountedDecision } from "./counted_decision.ts";

/** The outcome of a match until the end of the period. */
export interface MatchEvidence {
  readonly decisionId: string;
  readonly clientId: string;
  readonly decidedAt: string;
  readonly classification: Classification;
  /** Null: the decision was deleted with its client. */
  readonly state: ReviewState | null;
  /** The time at which its review closed; null: still open. */
  readonly closedAt: string | null;
  /** Hours from the decision to the end of its review, or to the end of the period. */
  readonly hours: number;
  /** Reviewers until then, in the order of their first judgement. */
  readonly reviewers: readonly string[];
  /** Distinct reasons of the reviewers. */
  readonly reasons: readonly string[];
  /** Their judgements, oldest first. */
  readonly judgements: readonly string[];
  /** How the person of each judgement was identified; `api` if the client named the person. */
  readonly identities: readonly (PersonIdentity | "api")[];
}

/** A match from the audit log, with its stored data. */
export interface FoundMatch {
  readonly entry: AuditEntry;
  readonly decision: CountedDecision;
  readonly stored: ScreeningDecision | null;
  readonly said: Said;
  /** The end of the period. */
  readonly to: Temporal.Instant;
}

/** Determines the outcome of a match until the end of the period; later judgements do not count. */
export function matchEvidence(
  { entry, decision, stored, said, to }: FoundMatch,
): MatchEvidence {
  const spoken = [
    ...said.reviews.map((review) => ({ at: review.reviewedAt, said: review })),
    ...said.dispositions.map((disposition) => ({
      at: disposition.disposedAt,
      said: disposition,
    })),
  ].filter(({ at }) => isBefore(at, to)).toSorted((a, b) => isBefore(a.at, instant(b.at)) ? -1 : 1);
  const stateAt = (count: number) => {
    const until = new Set<unknown>(spoken.slice(0, count).map(({ said }) => said));
    return stored === null ? null : stateOf(stored, {
      reviews: said.reviews.filter((one) => until.has(one)),
      dispositions: said.dispositions.filter((one) => until.has(one)),
    });
  };
  const state = stateAt(spoken.length);
  let closing = spoken.length;
  while (state === "CLOSED" && closing > 0 && stateAt(closing - 1) === "CLOSED") closing--;
  const closedAt = state === "CLOSED" ? spoken[closing - 1]?.at ?? null : null;
  const { decisionId, clientId, classification } = decision;
  const end = closedAt === null ? to : instant(closedAt);
  return {
    ...{ decisionId, clientId, classification, decidedAt: entry.at, state, closedAt },
    hours: Math.round(instant(entry.at).until(end).total("hours") * 10) / 10,
    reviewers: peopleOf(spoken.flatMap(({ said: { reviewer } }) => reviewer ?? [])),
    reasons: [...new Set(spoken.flatMap(({ said: { reasonCode } }) => reasonCode ?? []))],
    judgements: spoken.map(({ said: { decision } }) => decision),
    identities: spoken.map(({ said: { identity } }) => identity ?? "api"),
  };
}

/** Returns each person once, as first written; letter case does not distinguish persons. */
function peopleOf(reviewers: readonly string[]): readonly string[] {
  const people = new Map<string, string>();
  for (const reviewer of reviewers) {
    const key = reviewer.normalize("NFKC").toLowerCase();
    if (!people.has(key)) people.set(key, reviewer);
  }
  return [...people.values()];
}

function isBefore(at: string, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(instant(at), other) < 0;
}

function instant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}
