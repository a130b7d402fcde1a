import { z } from "zod";
import { PersonIdentity } from "../access/person_identity.ts";
import { ClientId } from "../access/schema.ts";
import { Mode, Timestamp, Uuid } from "../nouns.ts";
import { RegistryCheck } from "./registry_schema.ts";
import { FindingCode, RaisedFlag, Recommendation } from "./rules.ts";
import { DraftedBy, DraftId, NormalizedPerson, ScreeningEvidence } from "./schema.ts";

/** Identifies a KYB application (UUIDv7). */
export const ApplicationId = Uuid.brand<"KybApplicationId">();
export type ApplicationId = z.infer<typeof ApplicationId>;

/** Identifies a check of an application: the id of its evidence in the draft. */
export const CheckId = Uuid.brand<"KybCheckId">();
export type CheckId = z.infer<typeof CheckId>;

/** Names a declared person of an application (UUIDv7), made at accept. */
export const DeclaredPersonId = Uuid.brand<"DeclaredPersonId">();
export type DeclaredPersonId = z.infer<typeof DeclaredPersonId>;

/** The acting operator, as named by `--operator`. */
export const OperatorId = z.string().regex(/^[\x21-\x7e]{1,255}$/).brand<"OperatorId">();
export type OperatorId = z.infer<typeof OperatorId>;

/** Whether two ids name the same operator, ignoring case. */
export function isSameOperator(one: OperatorId, other: OperatorId): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The reason of a judgement or decision, in words. */
export const Rationale = z.string().trim().min(1).max(1_000);

/** Statuses of an application; the last two never change. */
export const ApplicationStatus = z.enum(["NEEDS_REVIEW", "APPROVED", "REJECTED"]);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** A person whom the applicant declared. */
export const DeclaredPerson = NormalizedPerson.unwrap().extend({
  id: DeclaredPersonId,
  /** Path in the draft, such as `persons[0]`. */
  path: z.string(),
}).readonly();
export type DeclaredPerson = z.infer<typeof DeclaredPerson>;

/** The second human act. */
export const ApplicationDecision = z.object({
  status: ApplicationStatus.exclude(["NEEDS_REVIEW"]),
  by: OperatorId,
  identity: PersonIdentity.optional(),
  at: Timestamp,
  rationale: Rationale,
  acknowledged: z.array(FindingCode.meta({ id: "KybFindingCode" })).readonly().optional().meta({
    description:
      "Findings about registers and owners that were accepted with the approval; absent if there were none",
  }),
}).readonly();
export type ApplicationDecision = z.infer<typeof ApplicationDecision>;

/** An accepted draft: the declaration, and its state. */
export const KybApplication = z.object({
  id: ApplicationId,
  draftId: DraftId,
  clientId: ClientId,
  mode: Mode,
  status: ApplicationStatus,
  draftedAt: Timestamp,
  acceptedAt: Timestamp,
  acceptedBy: OperatorId,
  acceptedIdentity: PersonIdentity.optional(),
  legalName: z.string(),
  registryCountry: z.string().nullable(),
  registryNumber: z.string().nullable(),
  // Applications from before it was read have none.
  registryCourt: z.string().nullable().default(null),
  contactEmail: z.string().nullable(),
  persons: z.array(DeclaredPerson).readonly(),
  /** The draft's, of all findings. */
  recommendation: Recommendation,
  flags: z.array(RaisedFlag).readonly(),
  drafter: DraftedBy,
  decision: ApplicationDecision.nullable(),
  /** Set when the relation has ended or never began: the application is hidden from then on. */
  keptUntil: Timestamp.nullable(),
}).readonly();
export type KybApplication = z.infer<typeof KybApplication>;

/** A person's judgement of a finding. */
export const Judgement = z.enum(["false_positive", "confirmed_match", "escalated"]);
export type Judgement = z.infer<typeof Judgement>;

/** A judgement with its reason. It never changes: judging again adds another. */
export const RecordedJudgement = z.object({
  judgement: Judgement,
  rationale: Rationale,
  by: OperatorId,
  identity: PersonIdentity.optional(),
  at: Timestamp,
}).readonly();
export type RecordedJudgement = z.infer<typeof RecordedJudgement>;

const judged = {
  id: CheckId,
  /** Judgements in order of time. */
  judgements: z.array(RecordedJudgement).readonly(),
};

/** A check of an application: the draft's evidence, never derived again, and its judgements. */
export const KybCheck = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("registry"), ...judged, evidence: RegistryCheck }).readonly(),
  z.object({
    kind: z.literal("entity_screening"),
    ...judged,
    evidence: ScreeningEvidence,
  }).readonly(),
  z.object({
    kind: z.literal("person_screening"),
    ...judged,
    personId: DeclaredPersonId,
    evidence: ScreeningEvidence,
  }).readonly(),
]);
export type KybCheck = z.infer<typeof KybCheck>;
