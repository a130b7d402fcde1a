import { z } from "zod";
import { EntityType, optionalMember, Timestamp, Uuid } from "../nouns.ts";
import { cursorText, pageLimit } from "./page_query.ts";
import { type ScreeningLimits, SubjectRef } from "./request_schema.ts";
import { Classification } from "./candidate_schema.ts";
import { DecisionId, ScreeningBatchId } from "./decision_schema.ts";
import {
  Disposition,
  ReasonCode,
  Reviewer,
  ReviewId,
  reviewMembers,
  ReviewOutcome,
  reviewRequest,
  ReviewState,
} from "./review_schema.ts";

/** Maximum reviews in one request (decisions-3.md part 21). */
const reviewsAtOnceMax = 100;

/** A client's own judgement of a confirmed match. */
export function dispositionRequest(limits: ScreeningLimits) {
  return z.object({ ...reviewMembers(limits), reviewer: Reviewer }).readonly().meta({
    id: "DispositionRequest",
    examples: [{ reviewer: "m.weber", decision: "confirmed_match", reasonCode: "same_dob" }],
  });
}
export type DispositionRequest = z.infer<ReturnType<typeof dispositionRequest>>;

/** Every disposition of a decision, most recent first. */
export const DispositionResponse = z.object({
  decisionId: DecisionId,
  classification: Classification,
  state: ReviewState,
  dispositions: z.array(Disposition).readonly(),
}).readonly().meta({ id: "DispositionResponse" });
export type DispositionResponse = z.infer<typeof DispositionResponse>;

/** Reviews of many decisions. */
export function reviewsRequest(limits: ScreeningLimits) {
  return z.object({
    reviews: z.array(reviewRequest(limits).unwrap().extend({ decisionId: DecisionId }).readonly())
      .min(1).max(reviewsAtOnceMax).readonly(),
  }).readonly().meta({
    id: "ReviewsRequest",
    examples: [{
      reviews: [{
        decisionId: "0198c0de-0000-7000-8000-00000000000a",
        decision: "false_positive",
        reasonCode: "name_only",
        reviewer: "m.weber",
      }],
    }],
  });
}
export type ReviewsRequest = z.infer<ReturnType<typeof reviewsRequest>>;

/** The outcome of one of several reviews. */
export const ReviewResult = z.object({
  decisionId: DecisionId,
  status: z.int().meta({ description: "As the review of this decision alone would be answered" }),
  reviewId: ReviewId.optional(),
  state: ReviewState.optional(),
  error: z.string().optional(),
  message: z.string().optional(),
}).readonly().meta({ id: "ReviewResult" });
export type ReviewResult = z.infer<typeof ReviewResult>;

/** The outcome of each review, in the order of the request. */
export const ReviewsResponse = z.object({ results: z.array(ReviewResult).readonly() })
  .readonly().meta({ id: "ReviewsResponse" });
export type ReviewsResponse = z.infer<typeof ReviewsResponse>;

/** The origin of a decision. */
const Origin = z.enum(["api", "batch", "monitoring"]);

/** A decision as the queue keeps it. */
export const QueueRow = z.object({
  decisionId: DecisionId,
  decidedAt: Timestamp,
  origin: Origin,
  batchId: ScreeningBatchId.optional().meta({ description: "Of one that a batch has made" }),
  subjectRef: SubjectRef.nullable(),
  classification: Classification,
  state: ReviewState,
  assignee: Reviewer.nullable(),
  topCandidate: z.object({
    entityId: Uuid,
    source: z.string(),
    listRef: z.string(),
    entityName: z.string().nullable(),
    score: z.number().min(0).max(100),
    entityType: EntityType,
  }).readonly().nullable().meta({ description: "The best candidate; null where there is none" }),
  candidates: z.int().nonnegative().meta({ description: "How many candidates there were" }),
  /** Number of cleared candidates; absent if there are none. */
  clearedCandidates: z.int().positive().optional(),
  lastReview: z.object({
    decision: ReviewOutcome,
    reviewedAt: Timestamp,
    reviewer: Reviewer.nullable(),
    reasonCode: ReasonCode.optional(),
  }).readonly().nullable().meta({ description: "Of a confirmed match its last disposition" }),
  /** Present if cleared pairs mark every candidate of a possible match. */
  isCleared: z.literal(true).optional(),
}).readonly();
export type QueueRow = z.infer<typeof QueueRow>;

/** A decision as the queue answers it. */
export const QueuedDecision = QueueRow.unwrap().omit({ isCleared: true }).extend({
  clearedCandidates: z.int().nonnegative().meta({
    description: "How many of them a cleared pair marked, in the answer of the screening",
  }),
  dueAt: Timestamp.nullable().meta({
    description: "When it is to be reviewed; null where nothing is (`NONE`)",
  }),
}).readonly().meta({ id: "QueuedDecision" });
export type QueuedDecision = z.infer<typeof QueuedDecision>;

/** Decisions in the states that wait for a person. */
export const QueueTotals = z.object({
  OPEN: z.int().nonnegative(),
  PROPOSED: z.int().nonnegative(),
  ESCALATED: z.int().nonnegative(),
}).readonly();
export type QueueTotals = z.infer<typeof QueueTotals>;

/** Counts of one day: decisions on which a person must act, or closings with one reason. */
export const QueueDay = z.object({
  date: z.iso.date(),
  what: z.enum(["opened", ...ReviewOutcome.options]),
  /** The reason of a closing; null if its review named none. */
  reason: ReasonCode.nullable(),
  count: z.int().nonnegative(),
}).readonly();
export type QueueDay = z.infer<typeof QueueDay>;

/** A page of the queue. */
export const QueuePage = z.object({
  decisions: z.array(QueuedDecision).readonly(),
  totals: QueueTotals.meta({ description: "Of all decisions of the client, whatever the filters" }),
  complete: z.boolean().meta({
    description: "False while decisions from before there was a queue are still added to it",
  }),
  nextCursor: z.string().nullable().meta({
    description:
      "For the next page; null at the end. A page may hold fewer decisions than `limit` and have one",
  }),
}).readonly().meta({ id: "QueuePage" });
export type QueuePage = z.infer<typeof QueuePage>;

const When = z.string().refine(isWhen, "expected a date (YYYY-MM-DD) or a time (RFC 3339)");

function isAfter(from: string, to: string): boolean {
  return isWhen(from) && isWhen(to) &&
    Temporal.Instant.compare(instantOf(from), instantOf(to)) > 0;
}

/** A day, or a moment with its zone. */
function isWhen(text: string): boolean {
  try {
    instantOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The moment that a text names; for a day, its beginning in UTC. */
export function instantOf(text: string): Temporal.Instant {
  return Temporal.Instant.from(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
}

/** The query of the queue. */
export const QueueQuery = z.object({
  state: z.enum(["open", "all", ...ReviewState.options]).default("open").meta({
    description: "`open`: OPEN, PROPOSED and ESCALATED",
  }),
  classification: Classification.optional(),
  subjectRef: SubjectRef.optional(),
  source: z.string().min(1).max(100).optional().meta({
    description: "Key of the list that the best candidate stands on",
  }),
  origin: Origin.optional(),
  batchId: ScreeningBatchId.optional(),
  assignee: Reviewer.optional(),
  cleared: z.enum(["include", "exclude"]).default("include").meta({
    description:
      "`exclude`: without possible matches whose candidates are all marked by cleared pairs",
  }),
  from: When.optional().meta({ description: "Decided at or after it", examples: ["2026-03-01"] }),
  to: When.optional().meta({ description: "Decided before it", examples: ["2026-04-01"] }),
  order: z.enum(["oldest", "newest"]).optional().meta({
    description: "Default: `oldest` of `open`, else `newest`",
  }),
  cursor: cursorText.optional().meta({
    description: "`nextCursor` of the last page, of the same query, for 24 hours",
  }),
  limit: pageLimit,
}).refine(({ from, to }) => from === undefined || to === undefined || !isAfter(from, to), {
  path: ["from"],
  message: "must not be after `to`",
});
export type QueueQuery = z.infer<typeof QueueQuery>;

/** The person to whom a decision is assigned. */
export const AssigneeRequest = z.object({
  assignee: optionalMember(Reviewer).meta({
    description: "Your own id of the person; null or absent: none",
  }),
}).readonly().meta({ id: "AssigneeRequest", examples: [{ assignee: "m.weber" }] });
export type AssigneeRequest = z.infer<typeof AssigneeRequest>;
