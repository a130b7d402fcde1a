import { z } from "zod";
import {
  classifications,
  FrozenArtifact,
  Mode,
  optionalMember,
  Sha256,
  Timestamp,
  Uuid,
} from "../nouns.ts";
import type { Limits } from "../policy/limits.ts";
import { RegistryCheck } from "./registry_schema.ts";
import { nameCodes, ownershipCodes, RaisedFlag, Recommendation } from "./rules.ts";
import { NameCoverage } from "../screening/decision_schema.ts";

/** Identifies an onboarding draft (UUIDv7). */
export const DraftId = Uuid.brand<"KybDraftId">();
export type DraftId = z.infer<typeof DraftId>;

/** The policy's limits for an onboarding request. */
export type OnboardingLimits = Pick<Limits, "nameCharactersMax" | "kybPersonsMax">;

/**
 * Request of an onboarding draft (Screening §2). Text that a person may have typed is never
 * refused.
 */
export function onboardingRequest({ nameCharactersMax, kybPersonsMax }: OnboardingLimits) {
  const text = z.string().max(nameCharactersMax);
  const person = z.object({
    role: text.meta({
      description: "What the person is, in words: UBO, director, member of the board",
    }),
    fullName: text,
    dob: optionalMember(text).meta({ description: "ISO 8601 calendar date" }),
    nationality: optionalMember(text),
    ownershipPercentage: optionalMember(z.union([z.number(), text])).meta({
      description: 'A percentage, a band or a ratio: `25`, `"25,5 %"`, `">25"`, `"25-50"`, `"1/3"`',
    }),
    controlBasis: optionalMember(text).meta({
      description:
        "Other control by this person, or the reason why no person owns enough of the company",
    }),
  }).readonly().meta({ id: "OnboardingPerson" });
  return z.object({
    legalName: text,
    registryCountry: text.meta({
      description: "ISO 3166-1 code of a country, its English name or its own",
    }),
    registryNumber: text,
    persons: z.array(person).max(kybPersonsMax).readonly(),
    contactEmail: optionalMember(text),
  }).readonly().meta({ id: "OnboardingRequest" });
}
export type OnboardingRequest = z.infer<ReturnType<typeof onboardingRequest>>;

/** The relation of a declared person to the company. */
export const Role = z.enum([
  "ubo",
  "director",
  "smo",
  "shareholder",
  "authorised_representative",
  "other",
]);
export type Role = z.infer<typeof Role>;

/** A share in 1/10,000 of the whole: 25 % is 2,500. Both limits are equal for an exact share. */
export const Share = z.object({
  minimum: z.int().nonnegative().meta({ description: "In 1/10,000 of the whole, rounded down" }),
  maximum: z.int().nonnegative().meta({ description: "In 1/10,000 of the whole, rounded up" }),
}).readonly().meta({ id: "OwnershipShare" });
export type Share = z.infer<typeof Share>;

/** A declared person in normal form. */
export const NormalizedPerson = z.object({
  role: Role.meta({ description: "The first of `roles`" }),
  roles: z.array(Role).min(1).readonly().meta({ description: "Every role that the text names" }),
  fullName: z.string(),
  dob: z.iso.date().nullable(),
  nationalities: z.array(z.string()).readonly().meta({
    description: "ISO 3166-1 alpha-2, or `XXA` for a stateless person (ICAO Doc 9303)",
  }),
  ownership: Share.nullable(),
  controlBasis: z.string().nullable(),
}).readonly().meta({ id: "NormalizedPerson" });
export type NormalizedPerson = z.infer<typeof NormalizedPerson>;

/** An application in normal form. An unreadable value is null, with an advisory flag. */
export const NormalizedApplication = z.object({
  legalName: z.string(),
  registryCountry: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2" }),
  registryNumber: z.string().nullable(),
  registryCourt: z.string().nullable().meta({
    description: "Place of the court in a German number; null if none is named",
  }),
  persons: z.array(NormalizedPerson).readonly(),
  contactEmail: z.string().nullable(),
}).readonly().meta({ id: "NormalizedApplication" });
export type NormalizedApplication = z.infer<typeof NormalizedApplication>;

/** The stored form: drafts made before courts were read have none. */
const StoredForm = NormalizedApplication.unwrap()
  .extend({ registryCourt: z.string().nullable().default(null) }).readonly();

/** Codes of notes about values that were reinterpreted, unreadable or missing. */
export const AdvisoryCode = z.enum([
  "HIDDEN_CHARACTERS_REMOVED",
  "COUNTRY_CODE_REPLACED",
  "COUNTRY_UNREADABLE",
  "REGISTRY_NUMBER_UNREADABLE",
  "REGISTRY_NUMBER_FORMAT_INVALID",
  "REGISTRY_NUMBER_CHECKSUM_INVALID",
  "ROLE_UNREADABLE",
  "DOB_AMBIGUOUS",
  "DOB_UNREADABLE",
  "NATIONALITY_UNREADABLE",
  "NATIONALITY_AMBIGUOUS",
  "PERCENTAGE_UNREADABLE",
  "PERCENTAGE_OUT_OF_RANGE",
  "PERCENTAGE_SCALE_ASSUMED",
  "EMAIL_UNREADABLE",
  "AI_DRAFTER_UNAVAILABLE",
  "AI_VALUE_REJECTED",
  "DIRECTOR_MISSING",
  "OWNER_MISSING",
  ...ownershipCodes,
  "PERSON_DOB_MISSING",
  "PERSON_DOB_FUTURE",
  "PERSON_MINOR",
  "PERSON_TOO_OLD",
  "PERSON_NATIONALITY_MISSING",
  ...nameCodes,
]);
export type AdvisoryCode = z.infer<typeof AdvisoryCode>;

/**
 * A note about a value that was read differently than written, is unreadable, or is missing. It
 * never blocks, and concerns the request only: no finding of screening or a register.
 */
export const AdvisoryFlag = z.object({
  code: AdvisoryCode,
  path: z.string().meta({ description: "Such as `persons[0].dob`; empty: the whole request" }),
  message: z.string().meta({ description: "The same in words, for the applicant" }),
}).readonly().meta({
  id: "AdvisoryFlag",
  description:
    "What was read in another way than it is written, cannot be read, or is missing. Never a gate, and of the request alone: nothing that screening or a register found",
});
export type AdvisoryFlag = z.infer<typeof AdvisoryFlag>;

/**
 * The answer to an applicant. It contains the recommendation, and no other result of screening or a
 * register.
 */
export const OnboardingDraft = z.object({
  draftId: DraftId,
  recommendation: Recommendation,
  advisoryFlags: z.array(AdvisoryFlag).readonly(),
  normalized: NormalizedApplication,
  createdAt: Timestamp,
}).readonly().meta({ id: "OnboardingDraft" });
export type OnboardingDraft = z.infer<typeof OnboardingDraft>;

/** A listed entity that the company or a person may be. */
const ScreenedCandidate = z.object({
  entityId: z.string(),
  source: z.string(),
  listRef: z.string(),
  isPep: z.boolean(),
  score: z.number(),
  classification: z.enum(classifications),
  matchedName: z.string(),
}).readonly();

/** Screening of the company or of one person. */
export const ScreeningEvidence = z.object({
  evidenceId: z.string(),
  /** `legalName` or `persons[0].fullName`. */
  path: z.string(),
  /** Null: the name contains nothing to compare. */
  classification: z.enum(classifications).nullable(),
  /** As in a screening: present when the name could not be compared in the usual way. */
  nameCoverage: NameCoverage.optional(),
  candidates: z.array(ScreenedCandidate).readonly(),
  frozenDecisionArtifact: FrozenArtifact.nullable(),
  screenedAt: Timestamp,
}).readonly();
export type ScreeningEvidence = z.infer<typeof ScreeningEvidence>;

/** Whether more than a particle of the name was not compared, because no list uses its script. */
export function isUnread({ nameCoverage }: Pick<ScreeningEvidence, "nameCoverage">): boolean {
  return (nameCoverage?.unreadScripts?.length ?? 0) > 0;
}

/** The drafter of the normal form. No text of a model is stored. */
export const DraftedBy = z.object({
  kind: z.enum(["deterministic", "ai"]),
  version: z.string(),
  ruleSetHash: Sha256,
  model: z.object({
    name: z.string(),
    promptHash: Sha256,
    /** Null: there was no answer. */
    outputHash: Sha256.nullable(),
    latencyMilliseconds: z.int().nonnegative(),
  }).readonly().nullable(),
}).readonly();
export type DraftedBy = z.infer<typeof DraftedBy>;

/** The recorded draft: all findings, for the operator. */
export const KybDraft = z.object({
  id: DraftId,
  mode: Mode,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** The form in the applicant's answer, spelled by the drafter. */
  normalized: StoredForm,
  /** The form that rules, screening and register used. */
  deterministic: StoredForm,
  advisoryFlags: z.array(AdvisoryFlag).readonly(),
  /** The recommendation from all findings. */
  recommendation: Recommendation,
  /** The recommendation from all findings except those of screening. */
  recommendationWithoutScreening: Recommendation,
  /** The recommendation of the two that the applicant received. */
  answered: Recommendation,
  flags: z.array(RaisedFlag).readonly(),
  evidence: z.object({
    registry: RegistryCheck.and(z.object({ evidenceId: z.string() }).readonly()),
    screenings: z.array(ScreeningEvidence).readonly(),
  }).readonly(),
  drafter: DraftedBy,
}).readonly();
export type KybDraft = z.infer<typeof KybDraft>;

/** The remains of an accepted draft: its answer, for replays only. */
export const AcceptedDraft = KybDraft.unwrap().pick({
  id: true,
  mode: true,
  createdAt: true,
  expiresAt: true,
  normalized: true,
  advisoryFlags: true,
  answered: true,
}).extend({ acceptedAt: Timestamp }).readonly();
export type AcceptedDraft = z.infer<typeof AcceptedDraft>;

/** Whether a draft is an application already. */
export function isAccepted(draft: KybDraft | AcceptedDraft): draft is AcceptedDraft {
  return "acceptedAt" in draft;
}
