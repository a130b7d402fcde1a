import { html } from "hono/html";
import type { QueueQuery } from "../../../core/screening/queue_schema.ts";
import { ReviewState } from "../../../core/screening/review_schema.ts";
import type { Html } from "../../html/layout.ts";
import { classWords, stateWords } from "./match_words.ts";

type Option = readonly [value: string, words: string];

const states: readonly Option[] = [
  ["open", "What waits"],
  ["all", "All"],
  ...ReviewState.options.map((state) => [state, stateWords[state][0]] as const),
];

/** What the queue is filtered by. */
export interface Filtered {
  readonly query: QueueQuery;
  /** Keys of the lists in force. */
  readonly sources: readonly string[];
}

/** The filters of the queue: they stand in the address. */
export function renderFilters({ query, sources }: Filtered): Html {
  return html`
    <form class="filters" action="/desk" role="search" aria-label="Filter the queue">
      ${select("state", "State", states, query.state)}
      ${select(
        "classification",
        "Class",
        [["", "All"], ...Object.entries(classWords).map(([code, [word]]) => [code, word] as const)],
        query.classification ?? "",
      )}
      ${select(
        "source",
        "List",
        [["", "All"], ...sources.map((key) => [key, key] as const)],
        query.source ?? "",
      )}
      ${select("order", "Order", [["", "Oldest waiting first"], [
        "oldest",
        "Oldest first",
      ], [
        "newest",
        "Newest first",
      ]], query.order ?? "")}
      ${dayField("from", "Decided from", query.from)}
      ${dayField("to", "Decided before", query.to)}
      ${field("subjectRef", "Customer (your id)", query.subjectRef)}
      ${field("assignee", "Assignee", query.assignee)}
      ${query.batchId === undefined ? "" : html`
        <p><label class="check"><input type="checkbox" name="batchId" value="${query.batchId}"
          checked="" /> of one <a href="/desk/books/${query.batchId}">book</a> alone</label></p>
      `}
      <p><button class="quiet">Filter</button></p>
    </form>
  `;
}

function select(name: string, label: string, options: readonly Option[], chosen: string): Html {
  return html`
    <p>
      <label for="filter-${name}">${label}</label>
      <select id="filter-${name}" name="${name}">
        ${options.map(([value, words]) =>
          html`<option value="${value}" ${
            value === chosen ? html`selected=""` : ""
          }>${words}</option>`
        )}
      </select>
    </p>
  `;
}

/** A day; an address may name a moment, which the field does not show. */
function dayField(name: string, label: string, value: string | undefined): Html {
  return html`
    <p>
      <label for="filter-${name}">${label}</label>
      <input id="filter-${name}" name="${name}" type="date" value="${value?.slice(0, 10) ?? ""}" />
    </p>
  `;
}

function field(name: string, label: string, value: string | undefined): Html {
  return html`
    <p>
      <label for="filter-${name}">${label}</label>
      <input id="filter-${name}" name="${name}" value="${value ?? ""}" maxlength="64"
        autocomplete="off" spellcheck="false" />
    </p>
  `;
}
