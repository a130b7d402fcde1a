import type { Scored } from "../evaluation/confusion.ts";
import { slices } from "../evaluation/evaluate_pairs.ts";
import { isOneOf, targetsOf } from "../evaluation/evaluate_queries.ts";
import type { LabelledPair, QueryCase } from "../evaluation/schema.ts";
import type { Matcher, SnapshotHandle } from "../../core/matching/ports.ts";
import type { ScreeningScores } from "./objective.ts";
import { fittedSlices } from "./policy.ts";

/** Sorts scored pairs into the slices that the fit improves. */
export function intoSlices(
  pairs: readonly LabelledPair[],
  scores: readonly number[],
): readonly (readonly Scored[])[] {
  return fittedSlices.map((slice) =>
    pairs.flatMap((pair, index) =>
      slices[slice]?.(pair) === true ? [{ score: scores[index] ?? 0, match: pair.match }] : []
    )
  );
}

/** The cases of a fit: misspelt names of the United Nations' list, and strangers. */
export function casesOfFit(cases: readonly QueryCase[]): readonly QueryCase[] {
  return cases.filter(({ source, label }) => label === "clear" || source === "yente_un_treated");
}

/** Screens cases by name alone and returns scores before any gate. */
export function scoreScreenings(
  matcher: Pick<Matcher, "match">,
  snapshot: SnapshotHandle,
  cases: readonly QueryCase[],
): ScreeningScores {
  const listed: ScreeningScores["listed"][number][] = [];
  const strangers: number[] = [];
  for (const asked of cases) {
    const query = { name: asked.name, dob: null, nationalities: [], addresses: [] };
    const { candidates } = matcher.match(snapshot, query);
    const first = candidates[0]?.score ?? 0;
    if (asked.label === "clear") {
      strangers.push(first);
    } else {
      const targets = targetsOf(asked);
      const own = candidates.find((candidate) => isOneOf(targets, candidate))?.score ?? 0;
      listed.push({ score: own, behind: own < first });
    }
  }
  return { listed, strangers };
}
