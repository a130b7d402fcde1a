import type { EntryFacts, EntryKey, MatchCandidate } from "../matching/ports.ts";
import { classify, type Judgement, obstaclesTo } from "./classify.ts";
import type { Explanation, ScoreStep } from "../matching/explanation.ts";
import type { ScreeningRules } from "./gates.ts";
import { matchedVia } from "./matched_via.ts";
import type { FoundByNames, NamedCandidate } from "./best_of_names.ts";
import type { Candidate } from "./candidate_schema.ts";

/** Maximum values of one fact that a candidate shows; the entry has all of them. */
const valuesMax = 20;

/** The candidates of an answer, and their number before the answer was shortened. */
export interface FoundCandidates {
  readonly candidates: readonly Candidate[];
  /** Candidates beyond the maximum. */
  readonly beyond: readonly Candidate[];
  readonly total: number;
}

/**
 * Judges the matcher's candidates and keeps those on which a person or a machine must act: best
 * score first, ties by entity id, at most `candidatesMax` (decisions.md part 6). Exact names ranked
 * last because of other evidence are kept in preference.
 */
export function candidatesOf(
  rules: ScreeningRules,
  engineVersion: string,
  { candidates: found, candidatesLeftOut }: Pick<FoundByNames, "candidates" | "candidatesLeftOut">,
  factsOf: (key: EntryKey) => EntryFacts | null,
): FoundCandidates {
  const judged = found
    .map((candidate) => describe(rules, engineVersion, candidate))
    .filter(({ classifyResult }) => classifyResult.classification !== "CLEAR");
  const ranked = judged.toSorted((a, b) => rankOf(b) - rankOf(a) || bestFirst(a, b));
  const candidates = ranked.slice(0, rules.gates.candidatesMax)
    .toSorted(bestFirst)
    .map((candidate) => ({ ...candidate, ...shownFacts(factsOf(candidate)) }));
  const beyond = ranked.slice(rules.gates.candidatesMax);
  return { candidates, beyond, total: judged.length + candidatesLeftOut };
}

function shownFacts(facts: EntryFacts | null): Partial<EntryFacts> {
  if (facts === null) return {};
  const { programs, datesOfBirth, countries } = facts;
  return {
    ...facts,
    programs: programs.slice(0, valuesMax),
    datesOfBirth: datesOfBirth.slice(0, valuesMax),
    countries: countries.slice(0, valuesMax),
  };
}

/**
 * The rank of a candidate when some must be left out. The highest rank is for those that must not
 * be.
 */
function rankOf({ matchedVia: ways, classifyResult }: Candidate): number {
  if (classifyResult.classification === "CONFIRMED_MATCH") return 2;
  return ways.includes("exact") || ways.includes("identifier") ? 1 : 0;
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.classifyResult.score - a.classifyResult.score || (a.entityId < b.entityId ? -1 : 1);
}

/** Describes a candidate as an answer shows it, whatever its class. */
export function describe(
  rules: ScreeningRules,
  engineVersion: string,
  candidate: NamedCandidate,
): Candidate {
  const { pep } = candidate;
  const judged = classify(rules.gates, candidate);
  return {
    entityId: candidate.entityId,
    source: candidate.source,
    listRef: candidate.listRef,
    entityType: candidate.entityType,
    isPep: pep !== null,
    pepCategory: pep?.category ?? null,
    pepFunctionalCategory: pep?.functionalCategory ?? null,
    pepStatus: pep?.status ?? null,
    pepJurisdiction: pep?.jurisdiction ?? null,
    linkedPeps: pep?.linked ?? [],
    matchedVia: matchedVia(candidate),
    classifyResult: {
      ...judged,
      explain: explain(rules, candidate, judged),
      engineVersion,
    },
  };
}

function explain(
  { gates, weightSet }: ScreeningRules,
  candidate: NamedCandidate,
  judged: Judgement,
): Explanation {
  const { birth, nationality } = candidate;
  return {
    levenshtein: candidate.levenshtein,
    phonetic: candidate.phonetic,
    dobNat: evidenceOf(candidate),
    vector: null,
    weightSet,
    ...(candidate.name === undefined ? {} : { name: candidate.name }),
    matchedName: candidate.matchedName,
    nameStrength: candidate.matchedStrength,
    nameScript: candidate.matchedScript,
    readAs: candidate.readAs,
    nameScore: candidate.nameScore,
    weighedScore: candidate.score,
    alignment: candidate.alignment,
    unaccounted: candidate.unaccounted,
    steps: [...candidate.steps, ...gateSteps(candidate, judged)],
    dob: { relation: birth.relation, listed: birth.listed },
    nationality: { relation: nationality.relation, listed: nationality.listed },
    ...(candidate.identifiers === undefined ? {} : { identifiers: candidate.identifiers }),
    notConfirmed: obstaclesTo(gates, candidate, judged),
  };
}

/** The change of the score by the gates, in hundredths like every step. */
function gateSteps(
  { score }: MatchCandidate,
  { score: judged, exactMatchShortCircuit }: Judgement,
): readonly ScoreStep[] {
  const points = (Math.round(judged * 100) - Math.round(score * 100)) / 100;
  if (points === 0) return [];
  return [{ step: exactMatchShortCircuit ? "exact_match" : "floored", points }];
}

/**
 * Converts the matcher's evidence, from -1 (contradicts) over 0 (nothing to compare) to 1, to the
 * scale of answers, from 0 to 1.
 */
function evidenceOf({ birth, nationality }: MatchCandidate) {
  const [dob, country] = [(1 + birth.value) / 2, (1 + nationality.value) / 2];
  return {
    dob: rounded(dob),
    nationality: rounded(country),
    combined: rounded(0.75 * dob + 0.25 * country),
  };
}

/** Rounds a share to four decimals, like the matcher's. */
function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
