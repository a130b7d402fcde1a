import { badge } from "../parts.ts";
import { html } from "hono/html";
import {
  type BatchRead,
  type BatchResult,
  type BatchResultsPage,
  hasEnded,
} from "../../../core/screening/batch_schema.ts";
import type { Html } from "../../html/layout.ts";
import { formTokenField } from "../person_page.ts";
import { count, faultOf, placeOf, renderState } from "./books_page.ts";
import { classWords } from "./match_words.ts";
import { renderTime } from "../shown_time.ts";

/** A book as its page shows it. */
export interface BookView {
  readonly batch: BatchRead;
  readonly results: BatchResultsPage;
  /** Whether clear results are shown too. */
  readonly only: "hits" | "all";
  readonly formToken: string;
}

/** The page of a book: how far it has come, and what is found. Parts that a script renews are live. */
export function renderBook({ batch, results, only, formToken }: BookView): Html {
  const { batchId, state, counts, endedAt, acceptedAt } = batch;
  const path = `/desk/books/${batchId}`;
  const isRunning = !hasEnded(batch);
  const found = [
    ["possible", counts.possible],
    ["confirmed", counts.confirmed],
    ["clear", counts.clear],
    ["cleared before", counts.cleared],
    ["left out", counts.skipped],
  ] as const;
  return html`
    <h1>Book</h1>
    <div data-live="counts" ${isRunning ? html`data-poll=""` : ""}>
      <p class="facts">
        ${renderState(state)}
        <span>${count(counts.done)} of ${count(counts.items)} done</span>
        <span>${endedAt === null ? "sent" : "ended"} ${renderTime(endedAt ?? acceptedAt)}</span>
      </p>
      <progress max="${counts.items}" value="${counts.done}" aria-label="Customers done"></progress>
      <ul class="facts plain">${found.map(([label, number]) =>
        html`<li><b>${count(number)}</b> ${label}</li>`
      )}</ul>
    </div>
    <div data-live="acts">${isRunning
      ? html`
        <noscript><p><a href="${path}">Look again</a></p></noscript>
        <p data-paused="" hidden=""><a href="${path}">Look again</a></p>
        <form method="post" action="${path}/cancel">
          ${formTokenField({ formToken })}
          <p><button class="quiet">Cancel what has not run</button></p>
        </form>
      `
      : ""}</div>
    <div data-live="results">
      <h2>What is found</h2>
      <p class="facts">
        ${only === "hits"
          ? html`<a href="${path}?only=all" data-swap="">show clear ones too</a>`
          : html`<a href="${path}" data-swap="">show matches alone</a>`}
        <a href="${path}/results.csv?only=hits" download="">matches as a file</a>
        <a href="${path}/results.csv" download="">all as a file</a>
        <a href="/desk?batchId=${batchId}" data-swap="">judge them in the queue</a>
      </p>
      ${results.results.length === 0
        ? html`<p>${isRunning ? "Nothing yet." : "Nothing."}</p>`
        : renderResults(results.results)}
      ${results.nextCursor === null || isRunning ? "" : html`
        <p><a class="button quiet" rel="next" data-swap=""
          href="${path}?only=${only}&amp;cursor=${results.nextCursor}">Next page</a></p>
      `}
    </div>
  `;
}

function renderResults(results: readonly BatchResult[]): Html {
  return html`
    <div class="wide" tabindex="0" role="region" aria-label="Results">
      <table>
        <caption class="apart">Results</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Customer</th>
            <th scope="col">Class</th>
            <th scope="col">Best match</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>${results.map(renderResult)}</tbody>
      </table>
    </div>
  `;
}

function renderResult(result: BatchResult): Html {
  const { subjectRef, classification, topCandidate: top, candidates, decisionId, fault } = result;
  const [word, look] = classification === null
    ? ["Left out", "warn"] as const
    : classWords[classification];
  const name = top?.entityName ?? top?.listRef ?? "Decision without a listed party";
  return html`
    <tr>
      <th scope="row">${placeOf(result)}</th>
      <td data-label="Customer">${subjectRef === null ? "" : html`<code>${subjectRef}</code>`}</td>
      <td data-label="Class">${badge(word, look)}</td>
      <td data-label="Best match">${fault !== null
        ? faultOf(fault)
        : classification === "CLEAR" || decisionId === null
        ? ""
        : html`
          <a href="/desk/matches/${decisionId}" data-swap="" data-match="${subjectRef === null
            ? ""
            : "customer"}"><bdi>${name}</bdi></a>
          <small>${top === null ? "" : top.source}${candidates > 1
            ? ` and ${candidates - 1} more`
            : ""}</small>
        `}</td>
      <td data-label="Score" class="right">${top === null ? "" : top.score}</td>
    </tr>
  `;
}
