import type { MatchCandidate } from "../matching/ports.ts";
import type { BirthRelation, Obstacle } from "../matching/explanation.ts";
import type { Gates } from "./gates.ts";
import type { Classification } from "./candidate_schema.ts";

/** Judgement of the gates on one candidate. */
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
 * An exact primary or strong name of a sanctions entry scores 100, unless it is too common, has a
 * single token, or is contradicted by date of birth or nationality. An exact name, or the same
 * words with other names or a remark, is never cleared unseen: if other evidence would lower its
 * score below the threshold, it stays at the threshold. So does an entry with a requested
 * identifier. Any other name stays below the threshold if its bearer was born years apart, or is
 * not a person though a date of birth is given. A weak alias, or a politically exposed person by
 * name only, is at most possible.
 */
export function classify(gates: Gates, candidate: MatchCandidate): Judgement {
  if (candidate.exact && obstaclesToExact(gates, candidate).length === 0) {
    return {
      score: 100,
      classification: "CONFIRMED_MATCH",
      floored: false,
      exactMatchShortCircuit: true,
    };
  }
  const isKept = candidate.sameWords || bearsIdentifier(candidate);
  const floored = isKept && candidate.score < gates.possibleAt;
  const { relation, value } = candidate.birth;
  // Of one of several names in a field, a date of birth may be another's: it weighs nothing then.
  const isAnother = !isKept && isAnothers(relation) && value < 0;
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

function classOf(gates: Gates, candidate: MatchCandidate, score: number): Classification {
  if (score < gates.possibleAt) return "CLEAR";
  return obstaclesToBirth(gates, candidate, score).length === 0
    ? "CONFIRMED_MATCH"
    : "POSSIBLE_MATCH";
}

/** What prevents a confirmed match, in both ways to confirm one; empty if it is confirmed. */
export function obstaclesTo(
  gates: Gates,
  candidate: MatchCandidate,
  { score, classification }: Pick<Judgement, "score" | "classification">,
): readonly Obstacle[] {
  if (classification === "CONFIRMED_MATCH") return [];
  const toExact = candidate.exact
    ? obstaclesToExact(gates, candidate)
    : (["name_not_exact"] as const);
  return [...new Set([...toExact, ...obstaclesToBirth(gates, candidate, score)])];
}

/** What prevents that an exact name alone confirms a match. */
function obstaclesToExact(gates: Gates, candidate: MatchCandidate): readonly Obstacle[] {
  return [
    ...obstaclesOfName(gates, candidate),
    ...only(rarityOf(gates, candidate) < gates.exactRarityMin, "common_name"),
    ...only(candidate.pep !== null, "politically_exposed"),
    ...only(contradicts(candidate.birth.relation), "dob_contradicts"),
    ...only(candidate.nationality.relation === "differs", "nationality_differs"),
  ];
}

/** What prevents that a day of birth confirms a name with this score. */
function obstaclesToBirth(
  gates: Gates,
  candidate: MatchCandidate,
  score: number,
): readonly Obstacle[] {
  return [
    ...obstaclesOfName(gates, candidate),
    ...only(score < gates.confirmedAt, "score_below_confirmed"),
    ...only(candidate.birth.relation !== "same_day", "dob_not_same_day"),
  ];
}

/** What prevents that this listed name ever confirms a match. */
function obstaclesOfName(
  gates: Gates,
  { matchedStrength, matchedTokens, otherKind }: MatchCandidate,
): readonly Obstacle[] {
  return [
    ...only(otherKind === true, "other_kind"),
    ...only(matchedStrength === "weak", "weak_alias"),
    ...only(matchedTokens < gates.exactTokensMin, "few_tokens"),
  ];
}

/** Whether the candidate has a requested identifier. */
export function bearsIdentifier({ identifiers = [] }: MatchCandidate): boolean {
  return identifiers.some(({ relation }) => relation === "same");
}

function only(holds: boolean, obstacle: Obstacle): readonly Obstacle[] {
  return holds ? [obstacle] : [];
}

/** The rarity of the name, and that of its bearers born in the requested year. */
function rarityOf(gates: Gates, { rarity, birth: { relation } }: MatchCandidate): number {
  return agrees(relation) ? rarity + gates.bornRarity : rarity;
}

/** Whether the date of birth excludes the candidate, whatever the name. */
function isAnothers(relation: BirthRelation): boolean {
  return relation === "years_apart" || relation === "not_a_person";
}

/** Whether the dates of birth have at least the year in common. */
function agrees(relation: BirthRelation): boolean {
  switch (relation) {
    case "same_day":
    case "day_month_swapped":
    case "same_month":
    case "same_year":
      return true;
    case "absent":
    case "one_digit_off":
    case "within_range":
    case "other_day":
    case "near_year":
    case "different":
    case "years_apart":
    case "not_a_person":
      return false;
    default:
      return relation satisfies never;
  }
}

/**
 * Whether the date of birth contradicts the candidate. A typing error or a swap of day and month
 * does not.
 */
function contradicts(relation: BirthRelation): boolean {
  switch (relation) {
    case "other_day":
    case "near_year":
    case "different":
    case "years_apart":
    case "not_a_person":
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

/** Whether one result is more severe than another. */
export function moreSevere(one: Classification, other: Classification): boolean {
  return severity[one] > severity[other];
}

/** The most severe of several classes; CLEAR if there are none. */
export function mostSevere(classes: Iterable<Classification>): Classification {
  let worst: Classification = "CLEAR";
  for (const one of classes) if (moreSevere(one, worst)) worst = one;
  return worst;
}
