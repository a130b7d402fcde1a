import type { MatchCandidate } from "../ports/matcher.ts";
import { classify } from "./classify.ts";
import type { ScreeningRules } from "./gates.ts";
import type { Candidate } from "./schema.ts";

/**
 * Judges what the matcher found and keeps what a person or a machine must act on: best score
 * first, ties by entity id, at most `candidatesMax` (decisions.md part 6).
 */
export function candidatesOf(
  rules: ScreeningRules,
  engineVersion: string,
  found: readonly MatchCandidate[],
): readonly Candidate[] {
  return found
    .map((candidate) => describe(rules, engineVersion, candidate))
    .filter(({ classifyResult }) => classifyResult.classification !== "CLEAR")
    .toSorted((a, b) =>
      b.classifyResult.score - a.classifyResult.score || (a.entityId < b.entityId ? -1 : 1)
    )
    .slice(0, rules.gates.candidatesMax);
}

function describe(
  rules: ScreeningRules,
  engineVersion: string,
  candidate: MatchCandidate,
): Candidate {
  const { pep, birth, nationality } = candidate;
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
    matchedVia: candidate.layers,
    classifyResult: {
      ...classify(rules.gates, candidate),
      explain: {
        levenshtein: candidate.levenshtein,
        phonetic: candidate.phonetic,
        dobNat: {
          dob: birth.value,
          nationality: nationality.value,
          combined: 0.75 * birth.value + 0.25 * nationality.value,
        },
        vector: null,
        weightSet: rules.weightSet,
        matchedName: candidate.matchedName,
        nameStrength: candidate.matchedStrength,
        alignment: candidate.alignment,
      },
      engineVersion,
    },
  };
}
