import type { Weights } from "../../core/matching/weights.ts";
import { type Curve, rawOf, scoreOf } from "./curve.ts";
import { numberAt, withNumbers } from "./parameters.ts";

/**
 * Replaces the curve of the weights, and adapts the other numbers in points: names reach floor and
 * caps at the same agreement as before, a cap stays on its side of the gate, and full agreement or
 * contradiction of a date or nationality moves the same names over the gate.
 *
 * @param gate the score from which a person must review, before and after
 */
export function rescale(
  weights: Weights,
  curve: Curve,
  gate: { readonly before: number; readonly after: number },
): Weights {
  const moved = (score: number) => scoreOf(curve, rawOf(weights.curve, Math.min(100, score)));
  /** The name score that reaches the gate with agreement. */
  const boost = (was: number) => {
    const from = moved((gate.before - 100 * was) / (1 - was));
    return share((gate.after - from) / (100 - from));
  };
  /** The name score that stays at the gate despite contradiction. */
  const penalty = (was: number) => points(moved(gate.before + was) - gate.after);
  const at = (path: string) => numberAt(weights, path);
  const cap = (path: string) => points(moved(at(path)));
  const numbers = withNumbers(weights, {
    "birth.boost": boost(at("birth.boost")),
    "birth.penalty": penalty(at("birth.penalty")),
    "nationality.boost": boost(at("nationality.boost")),
    "nationality.penalty": penalty(at("nationality.penalty")),
    "penalties.inTextMost": Math.max(gate.after, cap("penalties.inTextMost")),
    "penalties.oneWordMost": Math.min(gate.after - 1, cap("penalties.oneWordMost")),
    "penalties.oneRareWordMost": Math.max(gate.after, cap("penalties.oneRareWordMost")),
    "limits.floor": points(moved(at("limits.floor"))),
    "limits.evidenceFrom": points(moved(at("limits.evidenceFrom"))),
  });
  return { ...numbers, curve };
}

function share(value: number): number {
  return Number(Math.min(0.95, Math.max(0, value)).toFixed(3));
}

function points(value: number): number {
  return Number(Math.min(100, Math.max(0, value)).toFixed(1));
}
