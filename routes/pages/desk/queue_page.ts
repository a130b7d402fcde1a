import { badge, type Tone } from "../parts.ts";
import { html } from "hono/html";
import type {
  QueueDay,
  QueuedDecision,
  QueuePage,
  QueueQuery,
} from "../../../core/screening/queue_schema.ts";
import { daysListed } from "../../../core/screening/queue/list_days.ts";
import type { Html } from "../../html/layout.ts";
import { renderBars } from "./bar_chart.ts";
import { type Filtered, renderFilters } from "./queue_filters.ts";
import { renderKeys } from "./keys_part.ts";
import { ageBars, dayBars, reasonBars } from "./queue_counts.ts";
import { classWords, stateWords } from "./match_words.ts";
import { dueOf, renderTime, spanOf } from "../shown_time.ts";

/** The queue as its page shows it. */
export interface QueueView extends Filtered {
  readonly page: QueuePage;
  /** What was opened and closed in the last days. */
  readonly days: readonly QueueDay[];
  readonly now: Temporal.Instant;
  /** Whether the client monitors customers, whose data the page of a match shows. */
  readonly hasMonitored: boolean;
}

/** The page of the queue: filters, pictures, and the decisions that wait. */
export function renderQueue(view: QueueView): Html {
  const { page: { decisions, totals, complete, nextCursor }, query, days, now } = view;
  return html`
    <h1>Queue</h1>
    <p class="facts">
      ${counted(totals.OPEN, "open", "warn")}
      ${counted(totals.PROPOSED, "wait for a second person", "warn")}
      ${counted(totals.ESCALATED, "escalated", "bad")}
    </p>
    ${complete ? "" : html`
      <p class="notice">Earlier decisions are still being added to the queue.</p>
    `}
    <details>
      <summary>Counts as pictures</summary>
      <div class="pictures">
        ${renderBars("Age", ageBars(decisions, now), `of the ${decisions.length} below`)}
        ${renderBars("Opened by day", dayBars(days, { isOpened: true, now }), inAll)}
        ${renderBars("Closed by day", dayBars(days, { isOpened: false, now }), inAll)}
        ${renderBars("Closed because", reasonBars(days), `${inAll}, ${daysListed} days`)}
      </div>
    </details>
    ${renderFilters(view)}
    ${decisions.length === 0
      ? html`<p>No decision ${
        nextCursor === null ? "fits" : "of those looked at so far fits"
      } these filters.</p>`
      : renderRows(view)}
    ${nextCursor === null ? "" : html`
      <p><a class="button quiet" rel="next" data-swap=""
        href="/desk?${addressOf(query, nextCursor)}">Next page</a></p>
    `}
    ${renderKeys()}
  `;
}

const inAll = "of all decisions";

/** A number of decisions; none has no tone. */
function counted(decisions: number, words: string, tone: Tone): Html {
  return badge(`${decisions} ${words}`, decisions === 0 ? "none" : tone);
}

function renderRows(view: QueueView): Html {
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="Decisions">
      <table class="queue">
        <caption class="apart">Decisions</caption>
        <thead>
          <tr>
            <th scope="col">Match</th>
            <th scope="col">Score</th>
            <th scope="col">Class</th>
            <th scope="col">State</th>
            <th scope="col">Age</th>
            <th scope="col">Due</th>
            <th scope="col">Customer</th>
            <th scope="col">Assignee</th>
          </tr>
        </thead>
        <tbody>${view.page.decisions.map((row) => renderRow(row, view))}</tbody>
      </table>
    </div>
  `;
}

function renderRow(row: QueuedDecision, { now, hasMonitored }: QueueView): Html {
  const { decisionId, topCandidate: top, candidates, classification, state, decidedAt } = row;
  const [word, look] = classWords[classification];
  const [stateWord, stateLook] = stateWords[state];
  const due = row.dueAt === null ? null : dueOf(row.dueAt, now);
  const name = top?.entityName ?? top?.listRef ?? "Decision without a listed party";
  const mayShow = hasMonitored && row.subjectRef !== null ? "customer" : "";
  const isWaiting = state !== "CLOSED" && state !== "NONE";
  return html`
    <tr data-decision="${decisionId}">
      <th scope="row">
        <a href="/desk/matches/${decisionId}" data-swap=""
          data-match="${mayShow}"><bdi>${name}</bdi></a>
        <small>${top === null ? row.origin : top.source}${candidates > 1
          ? ` and ${candidates - 1} more`
          : ""} <b data-unsent="" hidden="">not sent yet</b></small>
      </th>
      <td data-label="Score" class="right">${top === null ? "" : top.score}</td>
      <td data-label="Class">${badge(word, look)}</td>
      <td data-label="State">${badge(stateWord, stateLook)}</td>
      <td data-label="Age">${spanOf(now.epochMilliseconds - Date.parse(decidedAt))}</td>
      <td data-label="Due">${due === null || !isWaiting
        ? row.dueAt === null ? "" : renderTime(row.dueAt)
        : badge(due.text, due.isOver ? "bad" : "none")}</td>
      <td data-label="Customer">${row.subjectRef === null
        ? ""
        : html`<code>${row.subjectRef}</code>`}</td>
      <td data-label="Assignee">${row.assignee ?? ""}</td>
    </tr>
  `;
}

/** The query of another page, as a browser's address has it. */
export function addressOf(query: QueueQuery, cursor: string | null): string {
  const { cursor: _, ...asked } = query;
  const members = Object.entries({ ...asked, cursor })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(members).toString();
}
