import assert from "node:assert/strict";
import type { Candidate } from "../../../core/screening/candidate_schema.ts";

const gateSteps: ReadonlySet<string> = new Set(["floored", "exact_match"]);
const evidenceSteps: ReadonlySet<string> = new Set(["date_of_birth", "nationality"]);

/** The sum of points in hundredths, which are whole numbers. */
const cents = (parts: readonly { readonly points?: number | undefined }[]): number =>
  parts.reduce((sum, { points = Number.NaN }) => sum + Math.round(points * 100), 0);

/**
 * Computes a candidate's scores again from its explanation alone.
 *
 * @returns the steps of the explanation
 */
export function assertAddsUp({ classifyResult }: Candidate, why: string): readonly string[] {
  const { score, explain } = classifyResult;
  const { alignment, unaccounted = [], steps = [], nameScore = 0, weighedScore = 0 } = explain;
  const weighed = steps.filter(({ step }) => !gateSteps.has(step));
  const named = weighed.filter(({ step }) => !evidenceSteps.has(step));
  assert.deepEqual(
    [cents(steps), cents(weighed), cents(named)],
    [score, weighedScore, nameScore].map((shown) => Math.round(shown * 100)),
    why,
  );
  const of = (name: string) => cents(steps.filter(({ step }) => step === name));
  const missing = alignment.filter(({ how }) => how === "missing");
  const found = alignment.filter(({ how }) => how !== "missing");
  assert.equal(of("listed_missing"), cents(missing), why);
  assert.equal(of("tokens_differ"), cents(found), why);
  assert.equal(of("query_unaccounted"), cents(unaccounted), why);
  assert(steps.every(({ points }) => points !== 0), `${why}: a step that did nothing`);
  return steps.map(({ step }) => step);
}
