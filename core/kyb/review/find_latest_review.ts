import { ok, refuse, type Result } from "../../../base/result.ts";
import { type AskedReview, findForReview } from "./draft_review.ts";
import type { ReviewPorts } from "../review_ports.ts";
import { ReviewDraft } from "../review_schema.ts";

/**
 * Returns the newest review draft, even if the application was decided since. Makes no new draft.
 *
 * @see Screening §4, rule 9
 */
export async function findLatestReview(
  ports: Pick<ReviewPorts, "kyb">,
  asked: AskedReview,
): Promise<Result<ReviewDraft, { readonly code: "not_found" }>> {
  const found = await findForReview(ports, asked);
  const latest = found === null
    ? null
    : await ports.kyb.reviews.drafts.latest(found.application.id);
  return latest === null ? refuse({ code: "not_found" }) : ok(ReviewDraft.parse(latest));
}
