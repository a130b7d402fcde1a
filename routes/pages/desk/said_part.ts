import { html } from "hono/html";
import type { DecisionReadBack } from "../../../core/screening/decision_schema.ts";
import type { Html } from "../../html/layout.ts";
import { outcomeWords, reasonWords } from "./match_words.ts";
import { renderTime } from "../shown_time.ts";

/** Reviews that a page shows at most. */
const reviewsMax = 20;

/** What people have said about a decision, most recent first. */
export function renderSaid({ customerReviews, dispositions = [] }: DecisionReadBack): Html {
  const said = [
    ...customerReviews.map(({ reviewedAt: at, ...review }) => ({ at, ...review })),
    ...dispositions.map(({ disposedAt: at, ...disposition }) => ({ at, ...disposition })),
  ];
  if (said.length === 0) return html`<p>This match has no judgement yet.</p>`;
  return html`
    <h2>Judgements</h2>
    <ol class="said">
      ${said.slice(0, reviewsMax).map(({ at, decision, reviewer, reasonCode, notes }) =>
        html`
          <li>
            <b>${outcomeWords[decision]}</b>${reasonCode === undefined
              ? ""
              : `: ${reasonWords[reasonCode]}`}
            <small>${reviewer ?? "a person without a name"}, ${renderTime(at)}</small>
            ${notes === null ? "" : html`<p>${notes}</p>`}
          </li>
        `
      )}
      ${said.length > reviewsMax ? html`<li>and ${said.length - reviewsMax} more</li>` : ""}
    </ol>
  `;
}
