import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import {
  classifications,
  EngineVersion,
  EntityType,
  FourEyes,
  FrozenArtifact,
  Mode,
  optionalMember,
  PepCategory,
  PepFunction,
  PepRelation,
  PepStatus,
  Sha256,
  Timestamp,
  Uuid,
} from "../nouns.ts";
import type { Limits } from "../policy/limits.ts";
import { paddedDate, writtenDate } from "./birth_date.ts";
import { countriesOf } from "../../standards/country/country.ts";
import { entryFacts, IdentifierType } from "../matching/entry_schema.ts";
import { Explanation } from "../matching/explanation.ts";

/** Names one screening decision (UUIDv7). Upper case names the same one (RFC 9562 §4). */
export const DecisionId = Uuid.brand<"DecisionId">();
export type DecisionId = z.infer<typeof DecisionId>;

/** Names one review of a decision (UUIDv7). */
export const ReviewId = Uuid.brand<"ReviewId">();
export type ReviewId = z.infer<typeof ReviewId>;

/** The three results of a screening, from the mildest to the most severe (Screening §3). */
export const Classification = z.enum(classifications)
  .meta({ id: "Classification" });
export type Classification = z.infer<typeof Classification>;

/** Characters that a wallet address may have at most, URI parts included: no format needs a quarter. */
const walletAddressCharactersMax = 512;
/** Characters that a nationality may have at most: the longest country name has about 60. */
const nationalityCharactersMax = 100;

const dateExpected = "expected a calendar date: YYYY-MM-DD, YYYY-MM or YYYY";

/** The limits of the policy that a screening request is held to. */
export type ScreeningLimits = Pick<
  Limits,
  "nameCharactersMax" | "walletAddressesMax" | "notesCharactersMax" | "decisionReviewsMax"
>;

/** Lists that a request may name at most: more than there are. */
const sourcesMax = 50;
/** Characters of a list's key, or of an identifier, at most. */
const keyCharactersMax = 100;
/** Identifiers of a request at most (decisions-2.md part 19). */
const identifiersMax = 20;
/** Names beside the first one, and nationalities in a list, at most (decisions-3.md part 21). */
const otherNamesMax = 10;
const nationalitiesMax = 10;

/** The caller's own name for whom a request is about: a pseudonym. */
export const SubjectRef = z.string().regex(
  /^[A-Za-z0-9._:-]{1,64}$/,
  "expected 1 to 64 of A-Z, a-z, 0-9 and . _ : -",
).meta({
  id: "SubjectRef",
  description:
    "Your own identifier of the customer. A pseudonym, never a name: it is kept with the decision as it is",
  examples: ["customer-4711"],
});
export type SubjectRef = z.infer<typeof SubjectRef>;

/** An identifier that a request asks for. */
const IdentifierAsked = z.object({
  type: IdentifierType,
  value: z.string().max(keyCharactersMax)
    .regex(/[\p{L}\p{N}]/u, "expected a letter or digit")
    .meta({
      description: "Compared exactly in upper case and without blanks, hyphens, dots and slashes",
    }),
  country: optionalMember(
    z.string().max(nationalityCharactersMax)
      .refine((text) => countriesOf(text).length > 0, "expected an ISO 3166-1 code or a country"),
  ).meta({ description: "Who issued it: ISO 3166-1 code, or a country's English name" }),
}).readonly().meta({ id: "IdentifierAsked" });

/** Request of a screening (Screening §2). The name check and the wallet check are independent. */
export function screeningRequest({ nameCharactersMax, walletAddressesMax }: ScreeningLimits) {
  return z.object({
    name: z.string().max(nameCharactersMax).meta({
      description:
        "Person or organisation as written, any script. Blank: no name check is asked for. A name without one comparable character is a 400.",
    }),
    otherNames: optionalMember(
      z.array(
        z.string().max(nameCharactersMax).regex(/[\p{L}\p{N}]/u, "expected a letter or digit"),
      ).max(otherNamesMax).readonly(),
    ).meta({
      description:
        "Other names of the same party: a maiden name, a trading name, another script. Each is compared as `name` is, and the best one counts for each entry; `explain.name` says which",
      examples: [["Виктор Сандбергов"]],
    }),
    dob: optionalMember(
      z.string().regex(writtenDate, dateExpected).transform(paddedDate),
    ).meta({
      description:
        "Date of birth, ISO 8601 calendar date; reduced precision (1969, 1969-07) is taken, and so are months and days of one digit (1984-2-1). One that lies in the future is a 400. 1900-01-01 and every date before 1905, 1970-01-01: a date that stands for none clears nobody, and counts where it agrees.",
      examples: ["1969-07-16"],
    }),
    nationality: optionalMember(z.string().max(nationalityCharactersMax)).meta({
      description:
        "ISO 3166-1 code, a country's English name, former names included, or a demonym; several divided by commas. One that is not known is neutral evidence, and `meta.unrecognizedNationality` says so.",
      examples: ["VE", "Venezuelan"],
    }),
    nationalities: optionalMember(
      z.array(z.string().max(nationalityCharactersMax)).max(nationalitiesMax).readonly(),
    ).meta({
      description:
        "Every nationality, each written as `nationality` is, which counts as one of them. One that agrees is enough; one that differs says nothing then",
      examples: [["VE", "ES"]],
    }),
    walletAddresses: optionalMember(
      z.array(z.string().max(walletAddressCharactersMax)).max(walletAddressesMax).readonly(),
    ).meta({
      description: "Raw addresses in any form. Compared with OFAC SDN addresses by exact match.",
    }),
    entityType: optionalMember(EntityType).meta({
      description: "Only entities of this type are candidates. Absent: of any.",
    }),
    sources: optionalMember(
      z.array(z.string().min(1).max(keyCharactersMax)).min(1).max(sourcesMax).readonly(),
    ).meta({
      description:
        "Keys of the lists whose entities may be candidates; one that is not in force is a 400. Absent: all of them. The wallet check is the same whatever they are.",
      examples: [["ofac-sdn", "un-sc"]],
    }),
    identifiers: optionalMember(z.array(IdentifierAsked).max(identifiersMax).readonly()).meta({
      description:
        "Whoever bears one of them, of the `entityType` and `sources` asked for, is a candidate, a POSSIBLE_MATCH at least, whatever the name; `explain.identifiers` says what each entry states.",
    }),
    subjectRef: optionalMember(SubjectRef).meta({
      description:
        "Your own identifier of the customer: a pseudonym, never a name. `meta.subjectRef` repeats it",
    }),
    mode: optionalMember(Mode).meta({
      description: "Sandbox always wins: live runs only when the deployment is live too.",
    }),
  }).readonly().meta({
    id: "ScreeningRequest",
    examples: [{ name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" }],
  });
}
export type ScreeningRequest = z.infer<ReturnType<typeof screeningRequest>>;

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

/** Names one cleared pair (UUIDv7). */
export const PairId = Uuid.brand<"PairId">();
export type PairId = z.infer<typeof PairId>;

/** Why a cleared pair holds no longer, other than by an act of a person. */
export const LapseCause = z.enum(["entity_changed", "subject_changed", "expired"]);
export type LapseCause = z.infer<typeof LapseCause>;

/** What reviewers have said earlier about the customer and this entity (decisions-3.md part 21). */
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

/** One listed entity that may be meant. */
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

/** One listed address among those asked for. */
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

/** What of a name was not compared in the usual way. */
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

/** How far people have come with a decision (decisions-3.md part 21). */
export const ReviewState = z.enum(["NONE", "OPEN", "PROPOSED", "ESCALATED", "CLOSED"]).meta({
  id: "ReviewState",
  description:
    "`NONE`: nothing is to be reviewed. `OPEN`: a person must decide. `PROPOSED`: a second person must agree. `ESCALATED`: somebody asks for another opinion, or two people differ. `CLOSED`: every candidate is decided",
});
export type ReviewState = z.infer<typeof ReviewState>;

/** Versions and hashes that a decision pins, and what was checked. */
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

/** Response of a screening (Screening §2). Holds nothing of the name, date or nationality asked for. */
export const ScreeningResponse = z.object({
  classification: Classification,
  candidates: z.array(Candidate).readonly(),
  wallet: WalletResult,
  meta: DecisionMeta,
}).readonly().meta({ id: "ScreeningResponse" });
export type ScreeningResponse = z.infer<typeof ScreeningResponse>;

/** A MAC of what a caller sent of a customer, and the data key that made it. */
export const SubjectMac = z.object({ keyId: z.string(), mac: z.string() }).readonly();
export type SubjectMac = z.infer<typeof SubjectMac>;

/** What was compared, without saying it: by this a later screening sees a change. */
export const Compared = z.object({
  subject: SubjectMac,
  /** SHA-256 of the entry of each candidate, in their order; null: the snapshot did not have it. */
  entries: z.array(z.string().nullable()).readonly(),
}).readonly();
export type Compared = z.infer<typeof Compared>;

/** Names one batch of screenings (UUIDv7). */
export const ScreeningBatchId = Uuid.brand<"ScreeningBatchId">();
export type ScreeningBatchId = z.infer<typeof ScreeningBatchId>;

/** A result that never changes: what was answered, to whom, when. */
export const ScreeningDecision = z.object({
  id: DecisionId,
  clientId: ClientId,
  decidedAt: Timestamp,
  response: ScreeningResponse,
  /** Of a confirmed match: its client wanted those to be reviewed when it was decided. */
  confirmedIsReviewed: z.literal(true).optional(),
  /** Absent where no `subjectRef` was sent, or no candidate found. */
  compared: Compared.optional(),
  /** Of one that a batch has made. */
  batchId: ScreeningBatchId.optional(),
}).readonly();
export type ScreeningDecision = z.infer<typeof ScreeningDecision>;

/** Characters of a reviewer's id at most. */
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

/** The members of a review that say who reviewed and why. */
export function reviewMembers({ notesCharactersMax }: Pick<ScreeningLimits, "notesCharactersMax">) {
  return {
    decision: ReviewOutcome,
    notes: optionalMember(z.string().max(notesCharactersMax)).meta({
      description: "Free text of the reviewer, encrypted at rest",
    }),
    reviewer: optionalMember(Reviewer).meta({
      description:
        "Your own id of the person who reviews, encrypted at rest. Required where your client's record asks for two people (`fourEyes`): another id is another person, whatever its case",
    }),
    reasonCode: optionalMember(ReasonCode),
  };
}

/** Days for which a customer is cleared of an entity at most (decisions-3.md part 21). */
const clearForDaysMax = 365;

/** Candidates that one review names at most: more than a decision has. */
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
}).readonly().meta({ id: "Review" });
export type Review = z.infer<typeof Review>;

/** A review as it is kept. */
export const KeptReview = Review.unwrap().extend({
  /** What its client asked for when it was made; absent of one from before, which closes alone. */
  fourEyes: FourEyes.optional(),
}).readonly();
export type KeptReview = z.infer<typeof KeptReview>;

/** A review as an answer shows it. */
export function shownReview({ fourEyes: _, ...review }: KeptReview): Review {
  return review;
}

/** Names one disposition of a confirmed match (UUIDv7). */
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
}).readonly().meta({ id: "Disposition" });
export type Disposition = z.infer<typeof Disposition>;

/** A disposition as it is kept. */
export const KeptDisposition = Disposition.unwrap().extend({ fourEyes: FourEyes }).readonly();
export type KeptDisposition = z.infer<typeof KeptDisposition>;

/** A disposition as an answer shows it. */
export function shownDisposition({ fourEyes: _, ...disposition }: KeptDisposition): Disposition {
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
