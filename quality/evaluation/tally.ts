import type { Classification } from "../../core/screening/candidate_schema.ts";
import type { CaseAnswer, CaseOutcome } from "./evaluate_queries.ts";

/** Numbers of found listed parties of a source. */
export interface ListedTally {
  readonly source: string;
  /** Cases whose party is on a loaded list; the other counts include only these. */
  readonly cases: number;
  /** Cases whose party is only on a list that is not loaded. */
  readonly notLoaded: number;
  readonly nameOnly: FoundCounts;
  readonly withEvidence: FoundCounts;
}

/**
 * Cases whose party was among the candidates, was the first or had no party before it, or was
 * confirmed.
 */
export interface FoundCounts {
  readonly found: number;
  readonly first: number;
  readonly unbeaten: number;
  readonly confirmed: number;
}

/** Numbers of unlisted names of a source that matched a listed party. */
export interface StrangerTally {
  readonly source: string;
  readonly cases: number;
  readonly nameOnly: FlaggedCounts;
  readonly withEvidence: FlaggedCounts;
}

/** Unlisted names that a person must review, and those that were confirmed without review. */
export interface FlaggedCounts {
  readonly flagged: number;
  readonly confirmed: number;
}

/** Counts the cases in which a party must be found, by source. */
export function tallyListed(outcomes: readonly CaseOutcome[]): readonly ListedTally[] {
  return bySource(outcomes, "match").map(([source, all]) => {
    const loaded = all.filter(({ targetLoaded }) => targetLoaded);
    const counts = (answers: readonly CaseAnswer[]): FoundCounts => ({
      found: answers.filter(({ target }) => isFlagged(target)).length,
      first: answers.filter(({ targetFirst }) => targetFirst).length,
      unbeaten: answers.filter(({ targetUnbeaten }) => targetUnbeaten).length,
      confirmed: answers.filter(({ target }) => target === "CONFIRMED_MATCH").length,
    });
    return {
      source,
      cases: loaded.length,
      notLoaded: all.length - loaded.length,
      nameOnly: counts(loaded.map(({ nameOnly }) => nameOnly)),
      withEvidence: counts(loaded.map(({ withEvidence }) => withEvidence)),
    };
  });
}

/** Counts the cases whose answer must be CLEAR, by source. */
export function tallyStrangers(outcomes: readonly CaseOutcome[]): readonly StrangerTally[] {
  const counts = (answers: readonly CaseAnswer[]): FlaggedCounts => ({
    flagged: answers.filter(({ classification }) => isFlagged(classification)).length,
    confirmed: answers.filter(({ classification }) => classification === "CONFIRMED_MATCH").length,
  });
  return bySource(outcomes, "clear").map(([source, all]) => ({
    source,
    cases: all.length,
    nameOnly: counts(all.map(({ nameOnly }) => nameOnly)),
    withEvidence: counts(all.map(({ withEvidence }) => withEvidence)),
  }));
}

/** The sum of tallies, under a name of its own. */
export function sumStrangers(source: string, tallies: readonly StrangerTally[]): StrangerTally {
  const sum = (count: (one: StrangerTally) => number) =>
    tallies.reduce((sum, one) => sum + count(one), 0);
  const counts = (of: (one: StrangerTally) => FlaggedCounts): FlaggedCounts => ({
    flagged: sum((one) => of(one).flagged),
    confirmed: sum((one) => of(one).confirmed),
  });
  return {
    source,
    cases: sum(({ cases }) => cases),
    nameOnly: counts(({ nameOnly }) => nameOnly),
    withEvidence: counts(({ withEvidence }) => withEvidence),
  };
}

/** Whether a person or a machine must act. */
export function isFlagged(classification: Classification): boolean {
  return classification !== "CLEAR";
}

function bySource(
  outcomes: readonly CaseOutcome[],
  label: "match" | "clear",
): readonly (readonly [string, readonly CaseOutcome[]])[] {
  const grouped = Map.groupBy(
    outcomes.filter(({ asked }) => asked.label === label),
    ({ asked }) => asked.source,
  );
  return [...grouped].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
