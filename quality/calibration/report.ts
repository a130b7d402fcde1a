import { table } from "../evaluation/markdown.ts";
import type { Gates } from "../../core/screening/gates.ts";
import type { Weights } from "../../core/matching/weights.ts";
import type { Calibrated } from "./calibrate.ts";
import { changedNumbers, fittedParameters, parameterTable } from "./parameters.ts";
import { fittedSlices } from "./policy.ts";

/** Renders a calibration as Markdown, with the reasons if it is not put in force. */
export function renderCalibration(
  before: { readonly weights: Weights; readonly gates: Gates },
  fit: Calibrated,
  reasons: readonly string[],
): string {
  return [
    "## Fit",
    "",
    "Before: the weights in force. In sample: the fitted weights on the labels that they were fitted " +
    "to. Out of fold: each group under weights that never saw it, which is what other names can " +
    "expect. F1 at the cross-validated threshold / average precision / recall at a precision of .95.",
    "",
    ...qualityTable(fit),
    "",
    "## Numbers that changed",
    "",
    ...changedTable(before.weights, fit.weights),
    "",
    `Kept: ${keptCount()} of ${
      Object.keys(parameterTable).length
    } numbers, each for a reason that ` +
    "quality/calibration/parameters.ts gives.",
    "",
    "## Gates",
    "",
    `possibleAt ${fit.gates.possibleAt}: the curve puts it where ${
      percent(fit.possible.after.found)
    } of ` +
    `the misspelt names are found and ${
      percent(fit.possible.after.flagged)
    } of strangers flagged, by name (before ${percent(fit.possible.before.found)} and ` +
    `${percent(fit.possible.before.flagged)}).`,
    `confirmedAt ${fit.gates.confirmedAt} (was ${before.gates.confirmedAt}): from ` +
    `${
      fit.sureFrom.toFixed(1)
    } on 99 % are true, out of fold, of persons in one script, of persons ` +
    "across scripts, and of screenings, strangers included.",
    "",
    "## What stays in force",
    "",
    ...(reasons.length === 0
      ? ["The fitted numbers are better, and nothing falls by more than chance."]
      : ["What was in force, because of these figures:", "", ...reasons.map((one) => `- ${one}`)]),
    "",
  ].join("\n");
}

function qualityTable({ before, inSample, outOfFold }: Calibrated): readonly string[] {
  const fits = [before, inSample, outOfFold];
  return table(["", "before", "in sample", "out of fold"], [
    ...fittedSlices.map((name) => [
      name,
      ...fits.map(({ slices }) => {
        const slice = slices[name];
        return slice === undefined
          ? "-"
          : [slice.f1, slice.averagePrecision, slice.recallAtPrecision].map(short).join(" / ");
      }),
    ]),
    ["misspelt lost or behind", ...fits.map(({ screeningCost }) => short(screeningCost))],
    ["objective", ...fits.map(({ objective }) => objective.toFixed(4))],
  ]);
}

function changedTable(before: Weights, after: Weights): readonly string[] {
  const changed = Object.entries(changedNumbers(before, after));
  return table(
    ["", "before", "fitted"],
    changed.map(([path, values]) => [path, ...values.map(String)]),
  );
}

function keptCount(): number {
  return Object.keys(parameterTable).length - fittedParameters().length;
}

function short(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

function percent(value: number): string {
  return `${(100 * value).toFixed(2)} %`;
}
