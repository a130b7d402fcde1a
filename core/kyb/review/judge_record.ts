import { judgeDeclaration, judgeLostEvidence } from "./judge_declaration.ts";
import { judgeRegistry } from "./judge_registry.ts";
import { judgeScreenings } from "./judge_screenings.ts";
import type { Reason, Reviewed } from "./reasons.ts";
import {
  type ReviewRecommendation,
  reviewRecommendations,
  type ReviewTable,
} from "./review_table.ts";

/** A recommendation with all of its reasons, the worst first and then in the order of the rules. */
export interface Judged {
  readonly recommendation: ReviewRecommendation;
  readonly reasons: readonly Reason[];
}

/**
 * Judges an application by rules R1 to R7, from its stored evidence alone. Missing evidence is a
 * reason to escalate: an approval needs a register, screenings, a director and an owner.
 */
export function judgeRecord(table: ReviewTable, reviewed: Reviewed): Judged {
  const found = [
    ...judgeRegistry(reviewed),
    ...judgeScreenings(reviewed),
    ...judgeDeclaration(table, reviewed),
  ];
  const all = [...found, ...judgeLostEvidence(table, reviewed, found)];
  const worstFirst = reviewRecommendations.toReversed();
  const reasons = worstFirst.flatMap((recommendation) =>
    table.reasons.filter((rule) => rule.recommendation === recommendation)
      .flatMap(({ code }) => all.filter((reason) => reason.code === code))
  );
  const recommendationOf = ({ code }: Reason) =>
    table.reasons.find((rule) => rule.code === code)?.recommendation;
  const recommendation = worstFirst.find((one) =>
    reasons.some((reason) => recommendationOf(reason) === one)
  );
  return { recommendation: recommendation ?? "ESCALATE_RECOMMENDED", reasons };
}
