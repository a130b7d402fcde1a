import type { Calibrated } from "./calibrate.ts";
import type { FitQuality } from "./compare_fits.ts";
import type { CalibrationPolicy } from "./policy.ts";

/**
 * Reasons not to put fitted numbers in force, one sentence each; empty if they are adopted. Out of
 * fold they must be worth more than the present numbers on all labels, lose in no slice more than
 * chance, and neither miss one more misspelt name nor flag one more unlisted one. The present
 * numbers may have been chosen on the same labels, so that this errs towards keeping them.
 */
export function reasonsToKeep(
  { before, outOfFold, possible }: Pick<Calibrated, "before" | "outOfFold" | "possible">,
  policy: Pick<CalibrationPolicy, "gainLeast" | "fallMost" | "recallFallMost">,
): readonly string[] {
  const gained = outOfFold.objective - before.objective;
  const found = { was: possible.before.found, is: possible.after.found };
  const flagged = { was: possible.before.flagged, is: possible.after.flagged };
  return [
    ...(gained < policy.gainLeast
      ? [`objective: ${rounded(before.objective)}, out of fold ${rounded(outOfFold.objective)}`]
      : []),
    ...slicesThatFall(before, outOfFold, policy),
    ...(found.is < found.was
      ? [`misspelt found: ${rounded(found.was)}, now ${rounded(found.is)}`]
      : []),
    ...(flagged.is > flagged.was
      ? [`strangers flagged: ${rounded(flagged.was)}, now ${rounded(flagged.is)}`]
      : []),
  ];
}

function slicesThatFall(
  before: FitQuality,
  outOfFold: FitQuality,
  { fallMost, recallFallMost }: Pick<CalibrationPolicy, "fallMost" | "recallFallMost">,
): readonly string[] {
  const most = { f1: fallMost, averagePrecision: fallMost, recallAtPrecision: recallFallMost };
  return Object.entries(before.slices).flatMap(([slice, was]) => {
    const is = outOfFold.slices[slice];
    return Object.entries(most).flatMap(([name, chance]) => {
      const figure = name as keyof typeof most;
      const now = is?.[figure] ?? 0;
      return was[figure] - now > chance
        ? [`${slice} ${figure}: ${rounded(was[figure])}, out of fold ${rounded(now)}`]
        : [];
    });
  });
}

function rounded(value: number): string {
  return value.toFixed(4);
}
