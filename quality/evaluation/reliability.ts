import type { Scored } from "./confusion.ts";
import type { CaseOutcome } from "./evaluate_queries.ts";
import { share, table } from "./markdown.ts";
import type { LabelledPair } from "./schema.ts";

/** Scores of one shape of question, and whether each was right. */
export interface ScoredShape {
  readonly shape: string;
  readonly scored: readonly Scored[];
}

/** Number of score points in one row of the table. */
const binPoints = 10;

/**
 * Scores by the shape of the query. A score has the same meaning everywhere if the shares of a row
 * are similar, provided the shapes contain as many matches.
 */
export function scoredShapes(
  pairs: readonly LabelledPair[],
  scores: readonly number[],
  outcomes: readonly CaseOutcome[],
): readonly ScoredShape[] {
  const isPerson = ({ schema }: LabelledPair) => schema === "INDIVIDUAL";
  const ofPairs = (shape: string, belongs: (pair: LabelledPair) => boolean) => ({
    shape,
    scored: pairs.flatMap((pair, index) =>
      belongs(pair) ? [{ score: scores[index] ?? 0, match: pair.match }] : []
    ),
  });
  return [
    ofPairs("persons", (pair) => isPerson(pair) && pair.kind !== "xscript"),
    ofPairs("persons across scripts", (pair) => isPerson(pair) && pair.kind === "xscript"),
    ofPairs("bodies", (pair) => !isPerson(pair)),
    { shape: "screened by name", scored: firstOf(outcomes, "nameOnly") },
    { shape: "with dob", scored: firstOf(outcomes, "withEvidence") },
  ];
}

/** The share of true matches by score, one column for each shape. */
export function renderReliability(shapes: readonly ScoredShape[]): readonly string[] {
  const starts = Array.from({ length: 100 / binPoints }, (_, bin) => bin * binPoints);
  return table(
    ["score", ...shapes.map(({ shape }) => shape)],
    starts.toReversed().map((start) => {
      const end = start + binPoints;
      const cells = shapes.map(({ scored }) => {
        const inside = scored.filter(({ score }) => score >= start && (score < end || end === 100));
        const matches = inside.filter(({ match }) => match).length;
        return inside.length === 0 ? "-" : `${share(matches, inside.length)} of ${inside.length}`;
      });
      return [`${start} to ${end}`, ...cells];
    }),
  );
}

/** The best candidate of every screening, and whether it is the expected party. */
function firstOf(
  outcomes: readonly CaseOutcome[],
  asked: "nameOnly" | "withEvidence",
): readonly Scored[] {
  return outcomes
    .filter(({ asked: { label }, targetLoaded }) => label === "clear" || targetLoaded)
    .flatMap((outcome) => outcome[asked].nearest ?? []);
}
