import type { ExaminedEntry } from "../../core/matching/ports.ts";
import { describe } from "../../core/screening/candidate.ts";
import type { NameScreening } from "../../core/screening/screen_name.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import type { Engine } from "../../service/screening/matching.ts";
import { printable } from "../command/terminal.ts";
import { reasonsOf } from "./screening_report.ts";

/**
 * Renders, for each requested entry, why it is or is not a candidate of a screening, with the
 * explanation of its best name.
 */
export function renderWhyNot(
  { rules, matcher }: Engine,
  screening: NameScreening,
  examined: readonly ExaminedEntry[],
): string {
  const lines = examined.flatMap((entry) => {
    const { candidate } = entry;
    const described = describe(rules, matcher.engineVersion, candidate);
    const { score, classification } = described.classifyResult;
    const { source, listRef, matchedName } = candidate;
    return [
      printable(`${source} ${listRef}, by the name ${matchedName}: ${score.toFixed(1)}`),
      `  ${reasonOf(rules.gates, screening, entry, classification)}`,
      ...reasonsOf(described, candidate).map((reason) => `  ${reason}`),
    ];
  });
  return `${lines.join("\n")}\n`;
}

/** The first reason that excludes an entry from the answer. */
function reasonOf(
  { possibleAt, candidatesMax }: Engine["rules"]["gates"],
  { candidates, found }: NameScreening,
  { compared, candidate }: ExaminedEntry,
  classification: string,
): string {
  const { floor } = defaultWeights.limits;
  const isThis = ({ entityId }: { readonly entityId: string }) => entityId === candidate.entityId;
  const at = candidates.findIndex(isThis);
  if (at >= 0) return `a candidate: ${at + 1} of ${candidates.length}, ${classification}`;
  if (!compared) {
    return "not compared: too little of its names is like the query, or too many names are liker";
  }
  if (candidate.score < floor && !candidate.exact) {
    return `no candidate: its score ${candidate.score.toFixed(2)} is under ${floor}, ` +
      "from which one is looked at";
  }
  if (classification === "CLEAR") {
    return candidate.birth.relation === "years_apart" && candidate.score >= possibleAt
      ? "no candidate: born years apart, and the name is not exact"
      : `no candidate: its score ${candidate.score.toFixed(2)} is under ${possibleAt}, ` +
        "from which a person must review";
  }
  return found.candidates.some(isThis)
    ? `left out: an answer has at most ${candidatesMax} candidates, and others score more`
    : "left out: too many names score more";
}
