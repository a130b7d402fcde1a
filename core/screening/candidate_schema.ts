import { z } from "zod";
import {
  classifications,
  EngineVersion,
  EntityType,
  PepCategory,
  PepFunction,
  PepRelation,
  PepStatus,
  Timestamp,
  Uuid,
} from "../nouns.ts";
import { entryFacts } from "../matching/entry_schema.ts";
import { Explanation } from "../matching/explanation.ts";
import { ReasonCode } from "./review_schema.ts";

/** The three results of a screening, from the mildest to the most severe (Screening §3). */
export const Classification = z.enum(classifications)
  .meta({ id: "Classification" });
export type Classification = z.infer<typeof Classification>;

/** Judgement of the gates on one candidate. */
export const ClassifyResult = z.object({
  score: z.number().min(0).max(100),
  classification: Classification,
  floored: z.boolean().meta({
    description:
      "An exact name would have fallen under the threshold by other evidence and was kept at it: a person must look",
  }),
  exactMatchShortCircuit: z.boolean().meta({ description: "True: score 100, CONFIRMED_MATCH" }),
  explain: Explanation,
  engineVersion: EngineVersion,
}).readonly().meta({ id: "ClassifyResult" });
export type ClassifyResult = z.infer<typeof ClassifyResult>;

/** Id of a cleared pair (UUIDv7). */
export const PairId = Uuid.brand<"PairId">();
export type PairId = z.infer<typeof PairId>;

/** Why a cleared pair has ended without a person. */
export const LapseCause = z.enum(["entity_changed", "subject_changed", "expired"]);
export type LapseCause = z.infer<typeof LapseCause>;

/** Earlier reviews about the customer and this entity (decisions-3.md part 21). */
export const ClearedBefore = z.union([
  z.object({
    pairId: PairId,
    reviewedAt: Timestamp,
    reasonCode: ReasonCode.optional(),
    until: Timestamp.meta({ description: "The end of the pair" }),
  }).readonly(),
  z.object({
    pairId: PairId,
    lapsed: LapseCause.meta({
      description:
        "The pair has ended by itself, and this decision is the first one after it: the entry or the customer's data are not those that were reviewed, or the time is over",
    }),
  }).readonly(),
]).meta({ id: "ClearedBefore" });
export type ClearedBefore = z.infer<typeof ClearedBefore>;

/** A listed entity that the screened party may be. */
export const Candidate = z.object({
  entityId: Uuid.meta({ description: "UUIDv5 of (source, listRef)" }),
  source: z.string().meta({ description: "Stable list key", examples: ["ofac-sdn"] }),
  listRef: z.string().meta({ description: "The publisher's own identifier of the entry" }),
  entityType: EntityType,
  isPep: z.boolean(),
  pepCategory: PepCategory.nullable(),
  pepFunctionalCategory: PepFunction.nullable(),
  pepStatus: PepStatus.nullable(),
  pepJurisdiction: z.string().regex(/^[A-Z]{2}$/).nullable(),
  linkedPeps: z.array(
    z.object({
      entityId: Uuid,
      name: z.string(),
      relation: PepRelation,
    }).readonly(),
  ).readonly(),
  // Decisions from before `initials` may have none.
  matchedVia: z.array(
    z.enum(["exact", "fts", "phonetic", "trigram", "identifier", "initials"]),
  ).readonly().meta({
    description:
      "How it was found, in one way at least. `initials`: by first letters alone. `identifier`: only where identifiers were asked for",
  }),
  classifyResult: ClassifyResult,
  // Decisions from before these members lack them.
  ...z.object(entryFacts).partial().shape,
  clearedBefore: ClearedBefore.optional().meta({
    description:
      "Only where `subjectRef` was sent, and your reviewers cleared this customer of this entity by `clearForDays`. It changes neither score nor classification",
  }),
}).readonly().meta({ id: "Candidate" });
export type Candidate = z.infer<typeof Candidate>;
