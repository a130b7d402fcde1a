import { html } from "hono/html";
import type {
  ListedPair,
  PairPage,
  PairQuery,
  PairState,
} from "../../../core/screening/cleared_schema.ts";
import type { Html } from "../../html/layout.ts";
import { badge, table } from "../parts.ts";
import { formTokenField } from "../person_page.ts";
import { lapseWords, reasonWords } from "./match_words.ts";
import { renderTime } from "../shown_time.ts";

/** Cleared pairs as their page shows them. */
export interface ClearedView {
  readonly page: PairPage;
  readonly query: PairQuery;
  readonly formToken: string;
}

const filterWords: Readonly<Record<PairState, string>> = { HOLDS: "hold", LAPSED: "have ended" };

/** The page of the cleared pairs: whom reviewers have cleared of which listed party, and until when. */
export function renderCleared(view: ClearedView): Html {
  const { page: { pairs, nextCursor }, query: { subjectRef, state: asked } } = view;
  const about = subjectRef === undefined ? [] : [["subjectRef", subjectRef]];
  const address = (...members: readonly (readonly string[])[]) =>
    `/desk/watched/cleared?${new URLSearchParams([...about, ...members] as [string, string][])}`;
  const filter = (isAsked: boolean, to: string, words: string) =>
    html`<a href="${to}" ${isAsked ? html`aria-current="true"` : ""}>${words}</a>`;
  return html`
    <p><a href="/desk/watched">Watched</a></p>
    <h1>Cleared pairs</h1>
    <p>A reviewer has judged that a customer is not the listed party. Later screenings of the customer
      mark that, until the time is over, or the entry or the customer's data change. A pair that a
      person ends is no longer listed; the audit log has it.</p>
    <nav class="facts" aria-label="Which pairs">
      ${filter(asked === undefined, address(), "all")}
      ${Object.entries(filterWords).map(([one, words]) =>
        filter(asked === one, address(["state", one]), `those that ${words}`)
      )}
    </nav>
    ${subjectRef === undefined ? "" : html`<p>Of customer <code>${subjectRef}</code>.</p>`}
    ${table({
      caption: "Cleared pairs, in the order in which they began",
      columns: ["Customer", "Listed party", "Cleared", "State", "Act"],
      rows: pairs.map((pair) => [
        html`<a href="/desk?state=all&amp;subjectRef=${pair.subjectRef}"><code>${pair.subjectRef}</code></a>`,
        html`<a href="/desk/matches/${pair.decisionId}"><bdi>${
          pair.entityName ??
            pair.listRef
        }</bdi></a> <small>${pair.source}</small>`,
        html`${renderTime(pair.reviewedAt)}${
          pair.reviewer === null ? "" : html`
            by
                    <bdi>${pair.reviewer}</bdi>
          `
        }${pair.reasonCode === null ? "" : `: ${reasonWords[pair.reasonCode]}`}`,
        pair.lapsed === null
          ? html`${badge("holds", "good")} until ${renderTime(pair.until)}`
          : html`${badge("ended", "warn")} ${lapseWords[pair.lapsed]}`,
        renderEnd(pair, view),
      ]),
      empty:
        `No pair is on record here. A judgement "another person" with a number of days makes one,
        once the match is closed.`,
    })}
    ${nextCursor === null ? "" : html`
      <p><a class="button quiet" rel="next"
        href="${address(...asked === undefined ? [] : [["state", asked]], [
          "cursor",
          nextCursor,
        ])}">Next
        page</a></p>
    `}
  `;
}

/** The form that ends a pair. One that holds is folded, so that one press does not end it. */
function renderEnd(
  { pairId, subjectRef, listRef, lapsed }: ListedPair,
  view: Pick<ClearedView, "formToken">,
): Html {
  const of = html`<span class="apart"> (${subjectRef}, ${listRef})</span>`;
  const form = html`
    <form method="post" action="/desk/watched/cleared/${pairId}/end">
      ${formTokenField(view)}
      <button class="quiet">${lapsed === null ? "End it now" : "Take it off the list"}${of}</button>
    </form>
  `;
  return lapsed === null
    ? html`
      <details>
        <summary>End it${of}</summary>
        <p class="small">Later screenings mark it no more. This cannot be taken back.</p>
        ${form}
      </details>
    `
    : form;
}
