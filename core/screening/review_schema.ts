import { z } from "zod";
import { PersonIdentity } from "../access/person_identity.ts";
import { FourEyes, optionalMember, Timestamp, Uuid } from "../nouns.ts";
import type { ScreeningLimits } from "./request_schema.ts";

/** Id of a review of a decision (UUIDv7). */
export const ReviewId = Uuid.brand<"ReviewId">();
export type ReviewId = z.infer<typeof ReviewId>;

/** Outcomes of a client's review. */
export const ReviewOutcome = z.enum(["confirmed_match", "false_positive", "escalated"]);
export type ReviewOutcome = z.infer<typeof ReviewOutcome>;

/** Reasons of a review that statistics can count. */
export const ReasonCode = z.enum([
  "dob_differs",
  "nationality_differs",
  "gender_differs",
  "kind_differs",
  "identifier_differs",
  "name_only",
  "deceased",
  "delisted",
  "same_identifier",
  "same_dob",
  "insufficient_data",
  "other",
]);

/** The state of a decision's review (decisions-3.md part 21). */
export const ReviewState = z.enum(["NONE", "OPEN", "PROPOSED", "ESCALATED", "CLOSED"]).meta({
  id: "ReviewState",
  description:
    "`NONE`: nothing is to be reviewed. `OPEN`: a person must decide. `PROPOSED`: a second person must agree. `ESCALATED`: a reviewer asks for another opinion, or two differ. `CLOSED`: every candidate is decided",
});
export type ReviewState = z.infer<typeof ReviewState>;

/** Maximum characters of a reviewer's id. */
const reviewerCharactersMax = 64;

/** The caller's own id of the person who reviews. */
export const Reviewer = z.string().max(reviewerCharactersMax).regex(
  // Spelled out, as readers of OpenAPI share no classes of Unicode.
  // deno-lint-ignore no-control-regex
  /^(?! )[^\u0000-\u001f\u007f-\u00a0\u061c\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]+(?<! )$/,
  "expected visible characters, with blanks between them alone",
).meta({
  description: "Your own id of the person who reviews, encrypted at rest",
  examples: ["m.weber"],
});

/** The members of a review for reviewer and reason. */
export function reviewMembers({ notesCharactersMax }: Pick<ScreeningLimits, "notesCharactersMax">) {
  return {
    decision: ReviewOutcome,
    notes: optionalMember(z.string().max(notesCharactersMax)).meta({
      description: "Free text of the reviewer, encrypted at rest",
    }),
    reviewer: optionalMember(Reviewer).meta({
      description:
        "Your own id of the person who reviews, encrypted at rest. Required where your client's record asks for two people (`fourEyes`): another id is another person, whatever its case. Where persons log in to the desk by an identity provider, two people are two whom it has authenticated there: a review by the API is recorded, and is not one of the two",
    }),
    reasonCode: optionalMember(ReasonCode),
  };
}

/** Maximum days for which a customer is cleared of an entity (decisions-3.md part 21). */
const clearForDaysMax = 365;

/** Maximum candidates in one review: more than a decision has. */
const reviewedEntitiesMax = 64;

/** A client's own judgement of a possible match. */
export function reviewRequest(limits: ScreeningLimits) {
  return z.object({
    ...reviewMembers(limits),
    entityIds: optionalMember(z.array(Uuid).min(1).max(reviewedEntitiesMax).readonly()).meta({
      description: "The candidates that it is about. Absent: all of them",
    }),
    clearForDays: optionalMember(z.int().min(1).max(clearForDaysMax)).meta({
      description:
        "With `false_positive`, of a decision with `subjectRef`: once the candidate is closed, later screenings of the same customer mark it with `clearedBefore` for so many days, until the entry or the customer's data change. Where two people close, both ask for it, and the shorter time counts",
    }),
  }).readonly().meta({
    id: "ReviewRequest",
    examples: [{
      decision: "false_positive",
      reasonCode: "dob_differs",
      reviewer: "m.weber",
      notes: "Other date of birth in the passport.",
    }],
  });
}
export type ReviewRequest = z.infer<ReturnType<typeof reviewRequest>>;

/** One recorded review. */
export const Review = z.object({
  reviewId: ReviewId,
  decision: ReviewOutcome,
  notes: z.string().nullable(),
  reviewedAt: Timestamp,
  reviewer: Reviewer.optional(),
  reasonCode: ReasonCode.optional(),
  entityIds: z.array(Uuid).readonly().optional(),
  clearForDays: z.int().positive().optional(),
  identity: PersonIdentity.optional(),
}).readonly().meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

/** Whether both people had to be authenticated when the review was made; absent if not. */
const authenticatedOnly = z.literal(true).optional();

/** A review as stored. */
export const KeptReview = Review.unwrap().extend({
  /**
   * The client's rule at the time of the review; absent in older reviews, for which one person was
   * enough.
   */
  fourEyes: FourEyes.optional(),
  authenticatedOnly,
}).readonly();
export type KeptReview = z.infer<typeof KeptReview>;

/** A review as an answer shows it. */
export function shownReview(
  { fourEyes: _, authenticatedOnly: __, ...review }: KeptReview,
): Review {
  return review;
}

/** Id of a disposition of a confirmed match (UUIDv7). */
export const DispositionId = Uuid.brand<"DispositionId">();
export type DispositionId = z.infer<typeof DispositionId>;

/** One recorded disposition of a confirmed match. */
export const Disposition = z.object({
  dispositionId: DispositionId,
  decision: ReviewOutcome,
  notes: z.string().nullable(),
  disposedAt: Timestamp,
  reviewer: Reviewer,
  reasonCode: ReasonCode.optional(),
  identity: PersonIdentity.optional(),
}).readonly().meta({ id: "Disposition" });
export type Disposition = z.infer<typeof Disposition>;

/** A disposition as stored. */
export const KeptDisposition = Disposition.unwrap().extend({
  fourEyes: FourEyes,
  authenticatedOnly,
}).readonly();
export type KeptDisposition = z.infer<typeof KeptDisposition>;

/** A disposition as an answer shows it. */
export function shownDisposition(
  { fourEyes: _, authenticatedOnly: __, ...disposition }: KeptDisposition,
): Disposition {
  return disposition;
}

/** The order of reviews: by time, then by id, so that it is the same on every read. */
export function mostRecentFirst(one: Review, other: Review): number {
  if (one.reviewedAt !== other.reviewedAt) return one.reviewedAt < other.reviewedAt ? 1 : -1;
  return one.reviewId < other.reviewId ? 1 : -1;
}

/** The order of dispositions: by time, then by id, so that it is the same on every read. */
export function lastDisposedFirst(one: KeptDisposition, other: KeptDisposition): number {
  if (one.disposedAt !== other.disposedAt) return one.disposedAt < other.disposedAt ? 1 : -1;
  return one.dispositionId < other.dispositionId ? 1 : -1;
}
