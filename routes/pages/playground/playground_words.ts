import {
  accountWords,
  birthWords,
  kindWords,
  nationalityWords,
  obstacleWords,
  readingWords,
  stepWords,
} from "../../../core/matching/wording.ts";
import type { AcademicRevocationStatus } from "../../../core/credentials/employer_schema.ts";
import type { Recommendation } from "../../../core/kyb/rules.ts";
import type { ReviewRecommendation } from "../../../core/kyb/review/review_table.ts";
import type { NameStrength } from "../../../core/matching/explanation.ts";
import type { MonitoringRun } from "../../../core/monitoring/schema.ts";
import type { SessionStatus } from "../../../core/presentation/schema.ts";
import type { Classification } from "../../../core/screening/candidate_schema.ts";
import type { DecisionMeta } from "../../../core/screening/decision_schema.ts";
import type { ReviewRequest } from "../../../core/screening/review_schema.ts";
import type { ExclusionReason, WalletRiskResponse } from "../../../core/wallet_risk/schema.ts";
import riskWeights from "../../../core/wallet_risk/weights.json" with { type: "json" };
import { errorRemedies } from "../docs/error_remedies.ts";

/** Words for each code of a type; a missing one is a compile error. */
type Words<Code extends string> = Readonly<Record<Code, string>>;

const classification: Words<Classification> = {
  CLEAR: "nothing on the lists is like it",
  POSSIBLE_MATCH: "a listed party may be meant, or the name was not read",
  CONFIRMED_MATCH: "an exact or fully supported match",
};

/** The next step, as in docs/screening.md under "What comes back". */
const nextStep: Words<Classification> = {
  CLEAR: "go on",
  POSSIBLE_MATCH: "let a person decide",
  CONFIRMED_MATCH: "refuse, by your rules",
};

const check: Words<DecisionMeta["checksRun"][number]> = {
  name: "the name, against the lists",
  wallet: "wallet addresses, against the lists",
  identifiers: "identifiers, against the lists",
};

const risk: Words<WalletRiskResponse["classification"]> = {
  LOW: "a score below 50",
  HIGH: "a score from 50",
  UNTAGGED: "no tag counts, which is no proof of safety",
};

const exclusion: Words<ExclusionReason> = {
  below_confidence_floor: "its confidence is too low",
  superseded: "the same pack has a newer tag",
};

const strength: Words<NameStrength> = {
  primary: "the entry's own name",
  strong: "an alias that the list calls good",
  weak: "an alias that the list calls weak",
};

/** Decisions of a reviewer. */
export const reviewWords: Words<ReviewRequest["decision"]> = {
  false_positive: "False positive: another person",
  confirmed_match: "Confirmed: the listed person",
  escalated: "Escalated to another person",
};

const status: Words<SessionStatus> = {
  pending: "waits for the wallet",
  completed: "the wallet has answered",
  failed: "the wallet has refused, or could not prove it",
  expired: "no wallet has answered in time",
};

const revocation: Words<AcademicRevocationStatus> = {
  VALID: "not revoked",
  REVOKED: "revoked by the university",
  UNKNOWN: "could not be found out",
};

const run: Words<MonitoringRun["kind"]> = {
  delta: "with what has changed on the lists",
  whole: "every customer, with all lists",
  requested: "every customer, as you asked",
};

const proof: Words<"ageOver18" | "claimsVerified"> = {
  ageOver18: "18 or older",
  claimsVerified: "Claims verified",
};

const recommendation: Words<Recommendation | ReviewRecommendation> = {
  SUBMIT_RECOMMENDED: "nothing speaks against it",
  NEEDS_INFO_RECOMMENDED: "more must be known first",
  DO_NOT_SUBMIT_RECOMMENDED: "do not submit it",
  APPROVE_RECOMMENDED: "approve it",
  ESCALATE_RECOMMENDED: "let a senior decide",
  REJECT_RECOMMENDED: "reject it",
};

/** Verdicts of drawings besides the codes of answers. */
type Verdict =
  | Classification
  | WalletRiskResponse["classification"]
  | AcademicRevocationStatus
  | Recommendation
  | ReviewRecommendation
  | SessionStatus
  | "UNCHECKED"
  | "PROVED"
  | "UNPROVED"
  | "LOGGED_IN"
  | "REFUSED";

/** The word of a verdict, and the class of its shape and colour. */
const verdicts: Readonly<Record<Verdict, readonly [string, "good" | "warn" | "bad" | "none"]>> = {
  CLEAR: ["Clear", "good"],
  POSSIBLE_MATCH: ["Possible match", "warn"],
  CONFIRMED_MATCH: ["Confirmed match", "bad"],
  UNCHECKED: ["Nothing was checked", "none"],
  LOW: ["Low risk", "good"],
  HIGH: ["High risk", "bad"],
  UNTAGGED: ["No evidence", "none"],
  VALID: ["Valid", "good"],
  REVOKED: ["Revoked", "bad"],
  UNKNOWN: ["Unknown", "none"],
  SUBMIT_RECOMMENDED: ["Submit it", "good"],
  NEEDS_INFO_RECOMMENDED: ["More is needed", "warn"],
  DO_NOT_SUBMIT_RECOMMENDED: ["Do not submit it", "bad"],
  APPROVE_RECOMMENDED: ["Approve", "good"],
  ESCALATE_RECOMMENDED: ["Escalate", "warn"],
  REJECT_RECOMMENDED: ["Reject", "bad"],
  pending: ["Waiting", "none"],
  completed: ["Answered", "good"],
  failed: ["Not proved", "bad"],
  expired: ["Expired", "none"],
  PROVED: ["Proved", "good"],
  UNPROVED: ["Not proved", "bad"],
  LOGGED_IN: ["Logged in", "good"],
  REFUSED: ["Refused", "bad"],
};

const tableOf = (at: 0 | 1) =>
  Object.fromEntries(Object.entries(verdicts).map(([code, words]) => [code, words[at]]));

/** Claims by their names in a credential or an id_token. */
const claim: Readonly<Record<string, string>> = {
  given_name: "Given name",
  family_name: "Family name",
  birthdate: "Date of birth",
  birth_date: "Date of birth",
  nationalities: "Nationalities",
  nationality: "Nationality",
  award_title: "Degree",
  award_date: "Awarded on",
  age_over_18: "18 or older",
  "18": "18 or older",
  iss: "Issuer",
  vct: "Type of credential",
  iat: "Issued",
  nbf: "Valid from",
  exp: "Valid until",
};

/** Texts that the playground's script shows instead of a code, or next to it. */
export const playgroundWords = {
  account: accountWords,
  kind: kindWords,
  step: stepWords,
  reading: readingWords,
  birth: birthWords,
  nationality: nationalityWords,
  obstacle: obstacleWords,
  classification,
  nextStep,
  check,
  risk,
  exclusion,
  strength,
  review: reviewWords,
  status,
  revocation,
  proof,
  run,
  recommendation,
  claim,
  verdict: tableOf(0),
  state: tableOf(1),
  scale: { risk: String(riskWeights.highFrom) },
  remedy: Object.fromEntries(
    Object.entries(errorRemedies).map(([code, { remedy }]) => [code, remedy.replaceAll("`", "")]),
  ),
} as const;
