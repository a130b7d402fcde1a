import type { BirthRelation, Obstacle } from "../../../core/matching/explanation.ts";
import type { Candidate, LapseCause } from "../../../core/screening/candidate_schema.ts";
import type { DecisionMeta } from "../../../core/screening/decision_schema.ts";
import type { Review, ReviewOutcome, ReviewState } from "../../../core/screening/review_schema.ts";
import type { Tone } from "../parts.ts";
import type { Thresholds } from "./score_scale.ts";

/** Words for each code of a type: one that is not here does not compile. */
type Words<Code extends string> = Readonly<Record<Code, string>>;

/** What a comparison of one fact comes to. */
export type Agreement = "agrees" | "close" | "differs" | "missing";

/** Shape and colour of an agreement. */
export const agreementLooks: Readonly<Record<Agreement, Tone>> = {
  agrees: "good",
  close: "warn",
  differs: "bad",
  missing: "none",
};

/** What the relation of two dates of birth comes to. */
export const birthAgreement: Readonly<Record<BirthRelation, Agreement>> = {
  absent: "missing",
  same_day: "agrees",
  day_month_swapped: "close",
  one_digit_off: "close",
  same_month: "agrees",
  same_year: "agrees",
  within_range: "agrees",
  other_day: "differs",
  near_year: "close",
  different: "differs",
  years_apart: "differs",
  not_a_person: "differs",
};

/** The state of a review, and its shape and colour. */
export const stateWords: Readonly<
  Record<ReviewState, readonly [string, Tone]>
> = {
  NONE: ["Needs no review", "none"],
  OPEN: ["Open", "warn"],
  PROPOSED: ["Waits for a second person", "warn"],
  ESCALATED: ["Escalated", "bad"],
  CLOSED: ["Closed", "good"],
};

/** Outcomes of a review. */
export const outcomeWords: Words<ReviewOutcome> = {
  false_positive: "Another person",
  confirmed_match: "The listed party",
  escalated: "Escalated",
};

/** Reasons of a review. */
export const reasonWords: Words<NonNullable<Review["reasonCode"]>> = {
  dob_differs: "another date of birth",
  nationality_differs: "another nationality",
  gender_differs: "another gender",
  kind_differs: "another kind of party",
  identifier_differs: "another identifier",
  name_only: "nothing agrees but the name",
  deceased: "the listed party is dead",
  delisted: "no longer listed",
  same_identifier: "the same identifier",
  same_dob: "the same date of birth",
  insufficient_data: "too little is known",
  other: "another reason",
};

/** Why a cleared pair has ended. */
export const lapseWords: Words<LapseCause> = {
  entity_changed: "the entry has changed",
  subject_changed: "the customer's data have changed",
  expired: "its time is over",
};

/** The classes of decisions. */
export const classWords = {
  CLEAR: ["Clear", "good"],
  POSSIBLE_MATCH: ["Possible match", "warn"],
  CONFIRMED_MATCH: ["Confirmed match", "bad"],
} as const;

/** Obstacles to a confirmed match as sentences. */
const obstacleSentences: Words<Obstacle> = {
  name_not_exact: "The name is not exactly a listed one.",
  other_kind: "The name is a person's, and the listed party is none.",
  weak_alias: "The publisher calls the matched name a weak alias.",
  few_tokens: "The matched name has too few words.",
  common_name: "Many people bear the words of the name.",
  politically_exposed:
    "The listed party is a politically exposed person, and a name alone confirms none.",
  dob_contradicts: "The dates of birth contradict each other.",
  nationality_differs: "The nationalities differ.",
  score_below_confirmed: "The score is below that from which a date of birth confirms.",
  dob_not_same_day: "No equal date of birth supports it.",
};

/** Why a candidate is not confirmed, a sentence each; none where it is confirmed. */
export function whyNotConfirmed({ classifyResult }: Candidate): readonly string[] {
  if (classifyResult.classification === "CONFIRMED_MATCH") return [];
  return (classifyResult.explain.notConfirmed ?? []).map((code) => obstacleSentences[code]);
}

/** What speaks for a candidate, a sentence each: why it is confirmed, or why it is not cleared. */
export function whyFound(
  { classifyResult: { classification, score, floored, exactMatchShortCircuit, explain } }:
    Candidate,
  thresholds: Thresholds | null,
): readonly string[] {
  const reasons: string[] = [];
  if (exactMatchShortCircuit) reasons.push("The name is exactly a listed one.");
  const bears = explain.identifiers?.some(({ relation }) => relation === "same") === true;
  if (bears) reasons.push("An identifier is the same.");
  if (classification === "CONFIRMED_MATCH") {
    if (explain.dob?.relation === "same_day") reasons.push("The date of birth is the same.");
    if (reasons.length === 0) reasons.push(`The score is ${score}.`);
    return reasons;
  }
  if (floored) {
    reasons.push(
      `Other evidence speaks against it, and ${
        bears ? "the identifier" : "an exact name"
      } keeps it at the threshold: a person must look.`,
    );
  } else if (thresholds !== null && score >= thresholds.possibleAt) {
    reasons.push(`The score is ${score}; a person must look from ${thresholds.possibleAt} on.`);
  }
  return reasons;
}

/** What of the name was not compared, a sentence each. */
export function uncompared({ nameCoverage }: DecisionMeta): readonly string[] {
  if (nameCoverage === undefined) return [];
  const { unreadScripts = [], wordsBeyondOneName } = nameCoverage;
  return [
    ...(unreadScripts.length === 0
      ? []
      : [`A part of the name is in a script that no list has (${unreadScripts.join(", ")}).`]),
    ...(wordsBeyondOneName === undefined
      ? []
      : ["The name is too long for one: it was searched for listed names."]),
  ];
}
