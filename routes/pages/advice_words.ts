import type { ReviewRecommendation } from "../../core/kyb/review/review_table.ts";
import type { Recommendation } from "../../core/kyb/rules.ts";

/** What the rules, or a review draft, advise about an applicant. */
export const adviceWords: Readonly<Record<Recommendation | ReviewRecommendation, string>> = {
  SUBMIT_RECOMMENDED: "nothing speaks against it",
  NEEDS_INFO_RECOMMENDED: "more must be known first",
  DO_NOT_SUBMIT_RECOMMENDED: "do not submit it",
  APPROVE_RECOMMENDED: "approve it",
  ESCALATE_RECOMMENDED: "let a senior decide",
  REJECT_RECOMMENDED: "reject it",
};
