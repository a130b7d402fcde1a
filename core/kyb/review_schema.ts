import { z } from "zod";
import { FrozenArtifact, Sha256, Timestamp, Uuid } from "../nouns.ts";
import { ApplicationId, DeclaredPersonId, Judgement } from "./application_schema.ts";
import { RaisedFlag } from "./rules.ts";
import { ScreeningEvidence } from "./schema.ts";
import { ReviewRecommendation } from "./review/review_table.ts";

/** Identifies a review draft (UUIDv7). */
export const ReviewDraftId = Uuid.brand<"KybReviewDraftId">();
export type ReviewDraftId = z.infer<typeof ReviewDraftId>;

const Judged = z.object({ judgement: Judgement, at: Timestamp }).readonly();

/** Stored evidence that a review draft has read. Missing values are null or empty. */
export const ReviewEvidence = z.object({
  evidenceId: z.string().meta({ description: "Named by the rationale" }),
  kind: z.enum(["declaration", "registry", "entity_screening", "person_screening"]),
  personId: DeclaredPersonId.nullable(),
  outcome: z.string().nullable().meta({
    description:
      "Of a declaration the onboarding's recommendation, of a register its outcome, of a screening its class; null: the name could not be compared",
  }),
  provider: z.string().nullable(),
  checkedAt: Timestamp,
  evidenceHash: Sha256.nullable().meta({ description: "Of the register's answer" }),
  recordUpdatedAt: Timestamp.optional().meta({
    description: "Time of the register's last update of the company's record, if stated",
  }),
  snapshotAt: Timestamp.optional().meta({
    description: "Date of the register's snapshot that was read; absent for a live answer",
  }),
  flags: z.array(RaisedFlag).readonly().meta({ description: "What onboarding found" }),
  candidates: ScreeningEvidence.unwrap().shape.candidates,
  nameCoverage: ScreeningEvidence.unwrap().shape.nameCoverage.meta({
    description: "As in a screening: the parts of the name that were not compared in the usual way",
  }),
  judgement: Judged.nullable().meta({ description: "A person's judgement; the last counts" }),
  frozenDecisionArtifact: FrozenArtifact.nullable(),
}).readonly().meta({ id: "KybReviewEvidence" });
export type ReviewEvidence = z.infer<typeof ReviewEvidence>;

/** A review draft (decisions.md part 8). It advises the deciding operator, and changes nothing. */
export const ReviewDraft = z.object({
  draftId: ReviewDraftId,
  applicationId: ApplicationId,
  recommendation: ReviewRecommendation,
  rationale: z.string().meta({
    description: "Sentences, one a line: reasons, what was not checked, and that a person decides",
  }),
  evidence: z.array(ReviewEvidence).readonly(),
  createdAt: Timestamp,
}).readonly().meta({ id: "KybReviewDraft" });
export type ReviewDraft = z.infer<typeof ReviewDraft>;

/** Settings of the policy for judging evidence. */
export const ReviewSettings = z.object({
  registryEvidenceDays: z.int(),
  screeningEvidenceDays: z.int(),
  /** ISO 3166-1 alpha-2. */
  highRiskCountries: z.array(z.string()).readonly(),
}).readonly();
export type ReviewSettings = z.infer<typeof ReviewSettings>;

/** The recorded draft, including the rules and settings that it was judged by. */
export const RecordedReviewDraft = ReviewDraft.unwrap().extend({
  judgedBy: z.object({
    ruleSet: z.string(),
    ruleSetHash: Sha256,
    settings: ReviewSettings,
  }).readonly(),
}).readonly();
export type RecordedReviewDraft = z.infer<typeof RecordedReviewDraft>;
