import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import { EntityType, FrozenArtifact, Mode, Sha256, Timestamp, Uuid } from "../nouns.ts";
import { Disposition, Review, ReviewState } from "./review_schema.ts";
import { Candidate, Classification } from "./candidate_schema.ts";
import { SubjectRef } from "./request_schema.ts";

/** Id of a screening decision (UUIDv7). Upper and lower case are the same id (RFC 9562 §4). */
export const DecisionId = Uuid.brand<"DecisionId">();
export type DecisionId = z.infer<typeof DecisionId>;

/** One requested address that is listed. */
export const WalletMatch = z.object({
  address: z.string().meta({ description: "Normalised" }),
  network: z.string().meta({
    description: "OFAC's currency code, XBT written BTC; the first of `networks`",
  }),
  networks: z.array(z.string()).readonly().optional().meta({
    description: "Every network that the list gives for the address",
    examples: [["ETH", "USDT"]],
  }),
  source: z.string(),
  listRef: z.string().nullable(),
  entityId: Uuid.nullable(),
  entityName: z.string().nullable(),
}).readonly().meta({ id: "WalletMatch" });
export type WalletMatch = z.infer<typeof WalletMatch>;

/** The wallet check. An address match is always CONFIRMED_MATCH. */
export const WalletResult = z.object({
  classification: z.enum(["CLEAR", "CONFIRMED_MATCH"]),
  matches: z.array(WalletMatch).readonly(),
  checkedAddresses: z.array(z.string()).readonly().meta({
    description: "Normal form of every supplied address, in the order given, without duplicates",
  }),
  unrecognizedAddresses: z.array(z.string()).readonly().meta({
    description: "Of no known form or with a wrong checksum: compared byte for byte only",
  }),
}).readonly().meta({ id: "WalletResult" });
export type WalletResult = z.infer<typeof WalletResult>;

/** The parts of a name that were not compared in the usual way. */
export const NameCoverage = z.object({
  untransliteratedScripts: z.array(z.string()).readonly().meta({
    description: "Scripts (ISO 15924) without a transliteration: compared in themselves only",
    examples: [["Tibt"]],
  }),
  unreadScripts: z.array(z.string()).readonly().optional().meta({
    description:
      "Those of them that no list has: more than a particle of the name was compared with nothing, so that a person must look. The reason of a POSSIBLE_MATCH without candidates",
    examples: [["Tibt"]],
  }),
  wordsBeyondOneName: z.int().positive().optional().meta({
    description:
      "Words beyond the 32 that are compared as one name. The name was read as a text and searched for listed names, none of which can be confirmed",
  }),
}).readonly();
export type NameCoverage = z.infer<typeof NameCoverage>;

/** Versions and hashes that a decision pins, and the checks made. */
export const DecisionMeta = z.object({
  mode: Mode.meta({ description: "The mode that ran" }),
  sandboxOverride: z.boolean().meta({
    description:
      "True when the body named a mode that differs from the deployment's: settled as sandbox",
  }),
  humanReviewRequired: z.boolean().meta({
    description:
      "True of a POSSIBLE_MATCH until its first review, of whatever outcome. False of CLEAR, and of CONFIRMED_MATCH, which needs no judgement: branch on `classification`, never on this alone",
  }),
  decisionId: DecisionId,
  ...FrozenArtifact.unwrap().shape,
  gatesHash: Sha256,
  ensembleWeightsHash: Sha256,
  checksRun: z.array(z.enum(["name", "wallet", "identifiers"])).readonly().meta({
    description: "CLEAR says nothing about a check that is not named here",
  }),
  scope: z.object({
    entityType: EntityType.optional(),
    sources: z.array(z.string()).readonly().optional(),
  }).readonly().optional().meta({
    description:
      "Only where the request asked for a part of the lists: CLEAR says nothing of the others",
  }),
  candidatesTotal: z.int().positive().optional().meta({
    description:
      "Only where there were more candidates than are answered: how many. With `otherNames`, at least so many",
  }),
  nameCoverage: NameCoverage.optional().meta({
    description: "Present when the name could not be compared in the usual way, and how it was",
  }),
  unrecognizedNationality: z.literal(true).optional().meta({
    description: "Only where no nationality names a country that is known: it was no evidence",
  }),
  subjectRef: SubjectRef.optional().meta({
    description: "`subjectRef` of the request, where it had one",
  }),
  review: z.object({ state: ReviewState }).readonly().optional().meta({
    description: "Only where your client's record asks for two people (`fourEyes`)",
  }),
}).readonly().meta({ id: "DecisionMeta" });
export type DecisionMeta = z.infer<typeof DecisionMeta>;

/**
 * Response of a screening (Screening §2). Does not contain the requested name, date or nationality.
 */
export const ScreeningResponse = z.object({
  classification: Classification,
  candidates: z.array(Candidate).readonly(),
  wallet: WalletResult,
  meta: DecisionMeta,
}).readonly().meta({ id: "ScreeningResponse" });
export type ScreeningResponse = z.infer<typeof ScreeningResponse>;

/** A MAC of the customer data that a caller sent, and the data key that made it. */
export const SubjectMac = z.object({ keyId: z.string(), mac: z.string() }).readonly();
export type SubjectMac = z.infer<typeof SubjectMac>;

/** Digests of the compared data, by which a later screening detects a change. */
export const Compared = z.object({
  subject: SubjectMac,
  /**
   * SHA-256 of each candidate's entry, in the order of candidates; null if the snapshot did not
   * contain it.
   */
  entries: z.array(z.string().nullable()).readonly(),
}).readonly();
export type Compared = z.infer<typeof Compared>;

/** Id of a batch of screenings (UUIDv7). */
export const ScreeningBatchId = Uuid.brand<"ScreeningBatchId">();
export type ScreeningBatchId = z.infer<typeof ScreeningBatchId>;

/** A result that never changes: the answer, its client, and its time. */
export const ScreeningDecision = z.object({
  id: DecisionId,
  clientId: ClientId,
  decidedAt: Timestamp,
  response: ScreeningResponse,
  /** For a confirmed match: set if its client required a review at that time. */
  confirmedIsReviewed: z.literal(true).optional(),
  /** The batch, if a batch made the decision. */
  batchId: ScreeningBatchId.optional(),
  /** Set for a monitored customer; absent for a request or a batch. */
  origin: z.literal("monitoring").optional(),
  /** Absent without a `subjectRef`, or without candidates. */
  compared: Compared.optional(),
}).readonly();
export type ScreeningDecision = z.infer<typeof ScreeningDecision>;

/** Every review of a decision, most recent first. */
export const ReviewResponse = z.object({
  decisionId: DecisionId,
  classification: Classification,
  humanReviewRequired: z.boolean().meta({
    description: "False: the decision has been reviewed, also where the review escalates it",
  }),
  customerReviews: z.array(Review).readonly(),
}).readonly().meta({ id: "ReviewResponse" });
export type ReviewResponse = z.infer<typeof ReviewResponse>;

/** A decision as read back: the response, and its client's reviews. */
export const DecisionReadBack = ScreeningResponse.unwrap().extend({
  customerReviews: z.array(Review).readonly(),
  dispositions: z.array(Disposition).readonly().optional().meta({
    description: "Of a confirmed match, most recent first; only where there are some",
  }),
}).readonly().meta({ id: "DecisionReadBack" });
export type DecisionReadBack = z.infer<typeof DecisionReadBack>;
