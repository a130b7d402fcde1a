import type { Weights } from "../../core/matching/weights.ts";
import { isotonic, type Observation, valueAt } from "./isotonic.ts";

/** A curve from raw agreement, 0 to 1, to a score, 0 to 100. */
export type Curve = Weights["curve"];

/** Scores at which the curve has its points, with straight lines between them. */
const knots = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95] as const;
/**
 * The largest share of true matches that the curve states, since there are only some thousand
 * labels.
 */
const surest = 0.995;
/** Minimum points from one knot to the next, so that the order of scores is kept. */
const riseLeast = 0.5;

/** The score of a raw agreement. */
export function scoreOf(curve: Curve, raw: number): number {
  return interpolate(curve, raw);
}

/** The raw agreement of a score. */
export function rawOf(curve: Curve, score: number): number {
  return interpolate(curve.map(([raw, of]): [number, number] => [of, raw]), score);
}

/**
 * Makes the curve from observed raw agreements. Isotonic regression gives the share of true matches
 * at each. About one label in two is a match, so that the odds are multiplied by one factor, chosen
 * so that `gateRaw` scores `gateScore`. A score is then 100 x the probability of a match among
 * names with that share of true ones.
 *
 * @see Elkan, "The Foundations of Cost-Sensitive Learning", IJCAI 2001, on a changed base rate
 */
export function fitCurve(
  observations: readonly Observation[],
  { gateRaw, gateScore }: { readonly gateRaw: number; readonly gateScore: number },
): Curve {
  const blocks = isotonic(observations);
  const logOdds = (share: number) => {
    const bounded = Math.min(surest, Math.max(1 - surest, share));
    return Math.log(bounded / (1 - bounded));
  };
  const shift = logOdds(gateScore / 100) - logOdds(valueAt(blocks, gateRaw));
  const scored = (raw: number) => 100 / (1 + Math.exp(-(logOdds(valueAt(blocks, raw)) + shift)));
  const places = [...knots.filter((raw) => Math.abs(raw - gateRaw) > 0.02), gateRaw]
    .toSorted((a, b) => a - b);
  const gateAt = places.indexOf(gateRaw);
  const scores = places.map(scored);
  scores[gateAt] = gateScore;
  // From the gate on either side, so that it and what is next to it stay as they are. Each end
  // leaves room for the knots that follow.
  for (let at = gateAt - 1; at >= 0; at--) {
    scores[at] = Math.max(riseLeast * (at + 1), Math.min(scores[at]!, scores[at + 1]! - riseLeast));
  }
  for (let at = gateAt + 1; at < scores.length; at++) {
    const most = 100 - riseLeast * (scores.length - at);
    scores[at] = Math.min(most, Math.max(scores[at]!, scores[at - 1]! + riseLeast));
  }
  const points = places.map((raw, at): [number, number] => [
    round(raw, 4),
    round(scores[at] ?? 0, 2),
  ]);
  return [[0, 0], ...points, [1, 100]];
}

function interpolate(points: Curve, at: number): number {
  const above = points.findIndex(([x]) => x >= at);
  const high = points[above] ?? points.at(-1)!;
  const low = points[above - 1];
  if (above < 0 || low === undefined) return high[1];
  return low[1] + (high[1] - low[1]) * (at - low[0]) / (high[0] - low[0]);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
