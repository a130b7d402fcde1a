import type { BirthRelation, MatchCandidate } from "../ports/matcher.ts";
import type { Gates } from "./gates.ts";
import type { Classification } from "./schema.ts";

/** How the gates judge one candidate. */
export interface Judgement {
  /** 0 to 100. */
  readonly score: number;
  readonly classification: Classification;
  readonly floored: boolean;
  readonly exactMatchShortCircuit: boolean;
}

/**
 * Judges one candidate (Screening §2, classifyResult; decisions.md part 6).
 *
 * An exact primary or strong name of a sanctions entry short-circuits to 100, unless it is too
 * common, has a single token, or date of birth or nationality contradict it. An exact name that
 * other evidence would push under the threshold is kept at it: it is never cleared unseen. Any other
 * name whose bearer was born years apart stays under it. A weak alias or a politically exposed person
 * by name only is at most possible.
 */
export function classify(gates: Gates, candidate: MatchCandidate): Judgement {
  if (shortCircuits(gates, candidate)) {
    return {
      score: 100,
      classification: "CONFIRMED_MATCH",
      floored: false,
      exactMatchShortCircuit: true,
    };
  }
  const floored = candidate.exact && candidate.score < gates.possibleAt;
  const isAnother = !candidate.exact && candidate.birth.relation === "years_apart";
  const score = floored
    ? gates.possibleAt
    : isAnother
    ? Math.min(candidate.score, gates.possibleAt - 1)
    : candidate.score;
  return {
    score,
    classification: classOf(gates, candidate, score),
    floored,
    exactMatchShortCircuit: false,
  };
}

function shortCircuits(gates: Gates, candidate: MatchCandidate): boolean {
  return candidate.exact &&
    candidate.pep === null &&
    candidate.matchedStrength !== "weak" &&
    candidate.matchedTokens >= gates.exactTokensMin &&
    candidate.rarity >= gates.exactRarityMin &&
    !contradicts(candidate.birth.relation) &&
    candidate.nationality.relation !== "differs";
}

function classOf(gates: Gates, candidate: MatchCandidate, score: number): Classification {
  if (score < gates.possibleAt) return "CLEAR";
  const confirmed = score >= gates.confirmedAt &&
    candidate.birth.relation === "same_day" &&
    candidate.matchedStrength !== "weak" &&
    candidate.matchedTokens >= gates.exactTokensMin;
  return confirmed ? "CONFIRMED_MATCH" : "POSSIBLE_MATCH";
}

/** Whether a date of birth speaks against the candidate. A typo or a swap of day and month does not. */
function contradicts(relation: BirthRelation): boolean {
  switch (relation) {
    case "other_day":
    case "near_year":
    case "different":
    case "years_apart":
      return true;
    case "absent":
    case "same_day":
    case "day_month_swapped":
    case "one_digit_off":
    case "same_month":
    case "same_year":
    case "within_range":
      return false;
    default:
      return relation satisfies never;
  }
}

const severity = { CLEAR: 0, POSSIBLE_MATCH: 1, CONFIRMED_MATCH: 2 } as const;

/** The most severe of several results; CLEAR when there is none. */
export function mostSevere(classes: Iterable<Classification>): Classification {
  let worst: Classification = "CLEAR";
  for (const one of classes) if (severity[one] > severity[worst]) worst = one;
  return worst;
}
