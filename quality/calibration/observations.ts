import type { Scored } from "../evaluation/confusion.ts";
import type { LabelledPair } from "../evaluation/schema.ts";
import type { LabelScores } from "./compare_fits.ts";
import { type Curve, rawOf } from "./curve.ts";
import type { Observation } from "./isotonic.ts";

/**
 * Raw agreements and whether they were true, for every shape of question: persons in one script,
 * persons across scripts, bodies, screenings by name. Each shape has the same weight, so that a
 * score has nearly the same meaning for all. Names with nothing in common are left out, because
 * they have no agreement.
 */
export function observationsOf(
  labelled: readonly LabelledPair[],
  scores: LabelScores,
  curve: Curve,
): readonly Observation[] {
  return Object.values(shapesOf(labelled, scores)).flatMap((shape) => {
    const alike = shape.filter(({ score }) => score > 0);
    return alike.map(({ score, match }) => ({
      at: rawOf(curve, score),
      value: Number(match),
      weight: 1 / alike.length,
    }));
  });
}

/** Labelled scores by the shape of the question. */
export function shapesOf(
  labelled: readonly LabelledPair[],
  { pairs, screenings }: LabelScores,
): Readonly<Record<"persons" | "acrossScripts" | "bodies" | "screenings", readonly Scored[]>> {
  const ofPairs = (belongs: (pair: LabelledPair) => boolean) =>
    labelled.flatMap((pair, index) =>
      belongs(pair) ? [{ score: pairs[index] ?? 0, match: pair.match }] : []
    );
  const isPerson = ({ schema }: LabelledPair) => schema === "INDIVIDUAL";
  return {
    persons: ofPairs((pair) => isPerson(pair) && pair.kind !== "xscript"),
    acrossScripts: ofPairs((pair) => isPerson(pair) && pair.kind === "xscript"),
    bodies: ofPairs((pair) => !isPerson(pair)),
    screenings: [
      ...screenings.listed.map(({ score }) => ({ score, match: true })),
      ...screenings.strangers.map((score) => ({ score, match: false })),
    ],
  };
}
