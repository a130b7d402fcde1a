import type { Said } from "../ports.ts";
import type { ScreeningDecision } from "../decision_schema.ts";
import type { QueueRow } from "../queue_schema.ts";
import { isCleared } from "../cleared/mark_candidates.ts";
import { stateOf } from "./state_of.ts";

/** Nothing yet. */
export const unsaid: Said = { reviews: [], dispositions: [] };

/** A decision as the queue lists it. */
export function queueRow(
  decision: Pick<
    ScreeningDecision,
    "id" | "decidedAt" | "response" | "confirmedIsReviewed" | "batchId" | "origin"
  >,
  said: Said,
  assignee: string | null,
): QueueRow {
  const { classification, candidates, meta } = decision.response;
  const [top] = candidates;
  const cleared = candidates.filter(isCleared).length;
  const isAll = classification === "POSSIBLE_MATCH" && cleared > 0 &&
    cleared === (meta.candidatesTotal ?? candidates.length) &&
    meta.nameCoverage?.unreadScripts === undefined;
  return {
    decisionId: decision.id,
    decidedAt: decision.decidedAt,
    ...(decision.batchId === undefined
      ? { origin: decision.origin ?? "api" as const }
      : { origin: "batch" as const, batchId: decision.batchId }),
    subjectRef: meta.subjectRef ?? null,
    classification,
    state: stateOf(decision, said),
    assignee,
    topCandidate: top === undefined ? null : {
      entityId: top.entityId,
      source: top.source,
      listRef: top.listRef,
      entityName: top.entityName ?? null,
      score: top.classifyResult.score,
      entityType: top.entityType,
    },
    candidates: meta.candidatesTotal ?? candidates.length,
    ...(cleared === 0 ? {} : { clearedCandidates: cleared }),
    lastReview: lastOf(said),
    ...(isAll ? { isCleared: true as const } : {}),
  };
}

/** The columns of the best candidate in tables of decisions, and its cells there. */
export const topCandidateColumns = "entityId source listRef entityName score entityType".split(" ");

/** Cells of {@link topCandidateColumns}; empty without a candidate. */
export function topCandidateCells(top: QueueRow["topCandidate"]) {
  return [top?.entityId, top?.source, top?.listRef, top?.entityName, top?.score, top?.entityType];
}

function lastOf({ reviews: [review], dispositions: [disposition] }: Said): QueueRow["lastReview"] {
  if (review !== undefined) {
    const { decision, reviewedAt, reviewer = null, reasonCode } = review;
    return { decision, reviewedAt, reviewer, ...(reasonCode === undefined ? {} : { reasonCode }) };
  }
  if (disposition === undefined) return null;
  const { decision, disposedAt, reviewer, reasonCode } = disposition;
  return {
    ...{ decision, reviewedAt: disposedAt, reviewer },
    ...(reasonCode === undefined ? {} : { reasonCode }),
  };
}
