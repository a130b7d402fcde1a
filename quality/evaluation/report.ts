import type { ListInfo } from "../../core/matching/ports.ts";
import { type Reached, renderGoals } from "./goals.ts";
import { share, table } from "./markdown.ts";
import { renderReliability, type ScoredShape } from "./reliability.ts";
import type { FlaggedCounts, FoundCounts } from "./tally.ts";

/** Everything that the quality table shows. */
export interface Evaluation extends Reached {
  readonly engineVersion: string;
  readonly weightSet: string;
  readonly gateSet: string;
  readonly possibleAt: number;
  readonly folds: number;
  readonly precisionLeast: number;
  readonly snapshotId: string;
  readonly lists: readonly ListInfo[];
  readonly shapes: readonly ScoredShape[];
}

/** The quality table, as Markdown. */
export function renderEvaluation(evaluation: Evaluation): string {
  return [
    `Engine ${evaluation.engineVersion}, weights ${evaluation.weightSet}, ` +
    `gates ${evaluation.gateSet}.`,
    "",
    "## Beside the peers",
    "",
    ...renderGoals(evaluation),
    "",
    ...pairsPart(evaluation),
    "",
    ...listsPart(evaluation),
    "",
    ...listedPart(evaluation),
    "",
    ...strangersPart(evaluation),
    "",
    ...reliabilityPart(evaluation),
    "",
  ].join("\n");
}

function pairsPart({ slices, possibleAt, folds, precisionLeast }: Evaluation): readonly string[] {
  return [
    "## Pairs of names",
    "",
    `Precision, recall and F1 at thresholds of a ${folds}-fold cross-validation (their median is ` +
    `shown); average precision; recall at a precision of ${precisionLeast}; F1 at the gate ` +
    `${possibleAt}.`,
    "",
    ...table(
      ["slice", "n", "P", "R", "F1", "threshold", "AP", `R@P${precisionLeast}`, `F1@${possibleAt}`],
      slices.map(({ slice, pairs, crossValidated, atGate, ...ranked }) => [
        slice,
        String(pairs),
        crossValidated.precision.toFixed(3),
        crossValidated.recall.toFixed(3),
        crossValidated.f1.toFixed(3),
        crossValidated.threshold.toFixed(1),
        ranked.averagePrecision.toFixed(3),
        ranked.recallAtPrecision.toFixed(3),
        atGate.f1.toFixed(3),
      ]),
    ),
  ];
}

function listsPart({ snapshotId, lists }: Evaluation): readonly string[] {
  return [
    "## Screenings",
    "",
    `Snapshot ${snapshotId}:`,
    "",
    ...lists.map(({ source, asOf, entities, names }) =>
      `- ${source} as of ${asOf}: ${entities} entities, ${names} names`
    ),
  ];
}

function listedPart({ listed, possibleAt }: Evaluation): readonly string[] {
  const shares = ({ found, first, unbeaten, confirmed }: FoundCounts, cases: number) =>
    [found, first, unbeaten, confirmed].map((count) => share(count, cases));
  return [
    "### Listed parties",
    "",
    `Share found at POSSIBLE_MATCH (${possibleAt}) or better, found as the first candidate, with ` +
    "nobody ahead of it by score, found as CONFIRMED_MATCH; by the name alone, and (+) with date " +
    "of birth and nationality. A party on several lists is found by any of its entries. Cases " +
    "whose party is on no loaded list are counted apart and not judged.",
    "",
    ...table(
      [
        ...["source", "n", "list not loaded"],
        ...["found", "first", "unbeaten", "CONFIRMED"],
        ...["found+", "first+", "unbeaten+", "CONFIRMED+"],
      ],
      listed.map(({ source, cases, notLoaded, nameOnly, withEvidence }) => [
        source,
        String(cases),
        String(notLoaded),
        ...shares(nameOnly, cases),
        ...shares(withEvidence, cases),
      ]),
    ),
  ];
}

function strangersPart({ strangers }: Evaluation): readonly string[] {
  const shares = ({ flagged, confirmed }: FlaggedCounts, cases: number) =>
    [flagged, confirmed].map((count) => share(count, cases));
  return [
    "### Strangers",
    "",
    "Share flagged: POSSIBLE_MATCH or better, and of all CONFIRMED_MATCH; by the name alone, and " +
    "(+) with date of birth and nationality. A stranger may be a true namesake of a listed party.",
    "",
    ...table(
      ["source", "n", "flagged", "CONFIRMED", "flagged+", "CONFIRMED+"],
      strangers.map(({ source, cases, nameOnly, withEvidence }) => [
        source,
        String(cases),
        ...shares(nameOnly, cases),
        ...shares(withEvidence, cases),
      ]),
    ),
  ];
}

function reliabilityPart({ shapes }: Evaluation): readonly string[] {
  return [
    "## What a score means",
    "",
    "Share of true matches by score, their count, and the count of all: of pairs of names, and of " +
    "the best candidates of screenings before any gate. The shapes hold matches in different " +
    "proportions.",
    "",
    ...renderReliability(shapes),
  ];
}
