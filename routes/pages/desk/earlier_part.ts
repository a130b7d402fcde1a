import { html } from "hono/html";
import type { ClearedBefore } from "../../../core/screening/candidate_schema.ts";
import type { ClearedPair } from "../../../core/screening/cleared_schema.ts";
import type { DecisionReadBack } from "../../../core/screening/decision_schema.ts";
import type { Html } from "../../html/layout.ts";
import type { CustomerView } from "./customer_part.ts";
import { classWords, lapseWords, reasonWords, stateWords } from "./match_words.ts";
import { renderTime } from "../shown_time.ts";

/**
 * What reviewers have said earlier of the customer and one listed party.
 *
 * @param pair null: a person has ended it since
 */
export function renderClearing(mark: ClearedBefore, pair: ClearedPair | null): Html {
  const isOver = "lapsed" in mark;
  const reviewedAt = pair?.reviewedAt ?? (isOver ? null : mark.reviewedAt);
  return html`
    <p class="notice ${isOver ? "warn" : ""}">
      This customer was cleared of this party${reviewedAt === null ? "" : html`
        on ${reviewedAt.slice(0, 10)}
      `}${pair === null ? "" : html`
        by <bdi>${pair.reviewer ?? "a person without a name"}</bdi>${pair.reasonCode === null
          ? ""
          : `: ${reasonWords[pair.reasonCode]}`}
      `}.
      ${isOver
        ? html`The clearing has ended: ${lapseWords[mark.lapsed]}.`
        : pair === null
        ? "A person has ended the clearing since."
        : html`It holds until ${pair.until.slice(0, 10)}.`}
      ${pair === null
        ? ""
        : html`<a href="/desk/matches/${pair.decisionId}" data-swap="">That decision</a>`}
    </p>
  `;
}

/** Other matches of the customer, with those of the same listed party marked. */
export function renderOthers(
  { decision: { candidates }, otherMatches }: Pick<CustomerView, "otherMatches"> & {
    readonly decision: DecisionReadBack;
  },
): Html | string {
  if (otherMatches.length === 0) return "";
  const parties = new Set<string>(candidates.map(({ entityId }) => entityId));
  return html`
    <h2>Other matches of this customer</h2>
    <ul class="said">
      ${otherMatches.map(({ decisionId, decidedAt, topCandidate: top, classification, state }) =>
        html`
          <li>
            <a href="/desk/matches/${decisionId}" data-swap=""><bdi>${top?.entityName ??
              top?.listRef ?? "Decision without a listed party"}</bdi></a>${top !== null &&
                parties.has(top.entityId)
              ? html`
                <b>the same party</b>
              `
              : ""}
            <small>${classWords[classification][0]}, ${stateWords[state][0]}, ${renderTime(
              decidedAt,
            )}</small>
          </li>
        `
      )}
    </ul>
  `;
}
