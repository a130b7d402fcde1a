import { z } from "zod";
import { Timestamp, Uuid } from "../nouns.ts";
import { cursorText, pageLimit } from "./page_query.ts";
import { SubjectRef } from "./request_schema.ts";
import { LapseCause, PairId } from "./candidate_schema.ts";
import { DecisionId, SubjectMac } from "./decision_schema.ts";
import { ReasonCode, Reviewer } from "./review_schema.ts";

/** How a pair ended without a person, as noticed by the first decision after its end. */
const Lapse = z.object({ cause: LapseCause, at: Timestamp, decisionId: DecisionId }).readonly();
export type Lapse = z.infer<typeof Lapse>;

/** A customer who is cleared of an entity, as stored for listing. */
export const ClearedPair = z.object({
  pairId: PairId,
  subjectRef: SubjectRef,
  entityId: Uuid,
  source: z.string(),
  listRef: z.string(),
  entityName: z.string().nullable(),
  /** The decision whose review began the pair. */
  decisionId: DecisionId,
  reviewedAt: Timestamp,
  reviewer: Reviewer.nullable(),
  reasonCode: ReasonCode.nullable(),
  until: Timestamp,
  lapse: Lapse.optional(),
}).readonly();
export type ClearedPair = z.infer<typeof ClearedPair>;

/** A pair as a screening of its customer reads it. Kept until its end is recorded. */
export const StandingPair = z.object({
  pairId: PairId,
  entityId: Uuid,
  /** SHA-256 of the entry that was reviewed. */
  entry: z.string(),
  /** The customer's data that were reviewed. */
  subject: SubjectMac,
  reviewedAt: Timestamp,
  reasonCode: ReasonCode.optional(),
  until: Timestamp,
}).readonly();
export type StandingPair = z.infer<typeof StandingPair>;

/** Whether a pair marks candidates. */
export const PairState = z.enum(["HOLDS", "LAPSED"]).meta({
  id: "PairState",
  description:
    "`HOLDS`: it marks a candidate while the entry and the customer's data are those that were reviewed. `LAPSED`: it has ended by itself",
});
export type PairState = z.infer<typeof PairState>;

/** A pair as API answers show it. */
export const ListedPair = ClearedPair.unwrap().omit({ lapse: true }).extend({
  decisionId: DecisionId.meta({ description: "The decision whose review began it" }),
  reviewer: Reviewer.nullable(),
  state: PairState,
  lapsed: LapseCause.nullable().meta({ description: "Why it has ended; null while it holds" }),
}).readonly().meta({ id: "ClearedPair" });
export type ListedPair = z.infer<typeof ListedPair>;

/** A page of pairs, in the order in which they began. */
export const PairPage = z.object({
  pairs: z.array(ListedPair).readonly(),
  nextCursor: z.string().nullable().meta({
    description:
      "For the next page; null at the end. A page may hold fewer pairs than `limit` and have one",
  }),
}).readonly().meta({ id: "ClearedPairPage" });
export type PairPage = z.infer<typeof PairPage>;

/** The query of the pairs. */
export const PairQuery = z.object({
  subjectRef: SubjectRef.optional(),
  source: z.string().min(1).max(100).optional().meta({ description: "Key of a list" }),
  state: PairState.optional(),
  cursor: cursorText.optional().meta({
    description: "`nextCursor` of the last page, of the same query, for 24 hours",
  }),
  limit: pageLimit,
});
export type PairQuery = z.infer<typeof PairQuery>;

/** A pair that a person has ended. */
export const EndedPair = z.object({ pairId: PairId }).readonly().meta({ id: "EndedPair" });
export type EndedPair = z.infer<typeof EndedPair>;
