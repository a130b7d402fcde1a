import { html } from "hono/html";
import type { ListsAdvanced } from "../../../core/monitoring/advance_lists.ts";
import type { MonitoredSubjectPage, MonitoringRun } from "../../../core/monitoring/schema.ts";
import type { QueuedDecision } from "../../../core/screening/queue_schema.ts";
import type { Html } from "../../html/layout.ts";
import { badge, notice, table } from "../parts.ts";
import { formTokenField } from "../person_page.ts";
import { classWords } from "./match_words.ts";
import { renderTime } from "../shown_time.ts";

/** A customer of the list, without its data. */
export type WatchedRow = MonitoredSubjectPage["subjects"][number];

/** What changed on one list. */
export interface ListToday {
  readonly source: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** The watched customers as their page shows them. */
export interface WatchedView {
  readonly subjects: MonitoredSubjectPage;
  /** Who was searched for; null: no search. */
  readonly searched: string | null;
  /** The last runs, the newest first. */
  readonly runs: readonly MonitoringRun[];
  readonly today: {
    readonly date: string;
    readonly lists: readonly ListToday[];
    /** Whether more changed than is counted. */
    readonly isMore: boolean;
    /** Matches of watched customers of today, the newest first. */
    readonly opened: readonly QueuedDecision[];
  };
  /** Whether lists can be advanced: in a sandbox. */
  readonly canAdvance: boolean;
  readonly formToken: string;
}

const runWords = {
  delta: "what changed",
  whole: "all, once a day",
  requested: "all, as requested",
} as const;

/** The page of the watched customers: runs, what changed today, and the customers. */
export function renderWatched(view: WatchedView): Html {
  const { subjects: { subjects, total, nextCursor }, searched, runs, canAdvance } = view;
  return html`
    <h1>Watched</h1>
    <p class="facts"><span>${total === 1 ? "1 customer" : `${total} customers`} watched</span>
      <a href="/desk/watched/cleared">Cleared pairs, and why they ended</a></p>
    ${renderToday(view)}
    <h2>Runs</h2>
    ${renderRuns(runs)}
    ${total === 0 ? "" : html`
      <form method="post" action="/desk/watched/runs">
        ${formTokenField(view)}
        <button class="quiet" ${runs[0]?.endedAt === null
          ? html`disabled=""`
          : ""}>Compare all now</button>
      </form>
    `}
    ${canAdvance ? renderAdvance(view) : ""}
    <h2>Customers</h2>
    <form class="filters" method="get" action="/desk/watched" role="search">
      <p><label for="find">Customer (your id)</label>
        <input id="find" name="subjectRef" maxlength="64" autocomplete="off" spellcheck="false"
          value="${searched ?? ""}" /></p>
      <p><button class="quiet">Find</button></p>
    </form>
    ${table({
      caption: "Watched customers",
      columns: ["Customer", "Watched with these data since", "Last import", "Last decision"],
      rows: subjects.map(renderRow),
      empty: searched === null ? "No customer is watched." : "No customer with this id is watched.",
    })}
    ${nextCursor === null ? "" : html`
      <p><a class="button quiet" rel="next" href="/desk/watched?cursor=${nextCursor}">Next page</a></p>
    `}
    ${renderPut(view)}
  `;
}

function renderRow({ subjectRef, putAt, generation, decisionId }: WatchedRow) {
  return [
    html`<a href="/desk/watched/subjects/${subjectRef}"><code>${subjectRef}</code></a>`,
    renderTime(putAt),
    generation ?? "none",
    decisionId === null ? "none" : html`<a href="/desk/matches/${decisionId}">decision</a>`,
  ];
}

function renderToday(
  { today: { date, lists, isMore, opened }, canAdvance }: WatchedView,
): Html {
  return html`
    <h2>Today</h2>
    <h3>Changed on the lists</h3>
    ${table({
      caption: `What changed on the lists on ${date}`,
      columns: ["List", "Added", "Changed", "Removed"],
      rows: lists.map(({ source, added, changed, removed }) => [
        html`<code>${source}</code>`,
        added,
        changed,
        removed,
      ]),
      empty: canAdvance
        ? "Changes of the invented lists are not on record."
        : "No change of the lists is on record for today (UTC).",
    })}
    ${isMore ? html`<p>More has changed than is counted here.</p>` : ""}
    <h3>Matches of watched customers</h3>
    ${table({
      caption: "Matches of watched customers today",
      columns: ["Customer", "Listed party", "Class", "Found"],
      rows: opened.map(
        ({ subjectRef, decisionId, topCandidate: top, classification, decidedAt }) => {
          const [word, look] = classWords[classification];
          return [
            html`<a href="/desk/matches/${decisionId}"><code>${subjectRef ?? "match"}</code></a>`,
            html`<bdi>${top?.entityName ?? top?.listRef ?? "none by name"}</bdi>`,
            badge(word, look),
            renderTime(decidedAt),
          ];
        },
      ),
      empty: "No watched customer has a new match today.",
    })}
    ${opened.length === 0 ? "" : html`
      <p><a href="/desk?state=all&amp;origin=monitoring&amp;from=${date}">All of them in the queue</a></p>
    `}
  `;
}

function renderRuns(runs: readonly MonitoringRun[]): Html {
  return table({
    caption: "The last runs over all customers",
    columns: ["Compared with", "Began", "Ended", "Customers", "Compared", "Matches", "Opened"],
    rows: runs.map((run) => [
      runWords[run.kind],
      renderTime(run.startedAt),
      run.endedAt === null ? badge("under way", "warn") : renderTime(run.endedAt),
      run.subjects,
      run.compared,
      run.hits,
      run.opened,
    ]),
    empty: "No run has begun yet.",
  });
}

/** A sandbox shows the next version of its invented lists. */
function renderAdvance(view: Pick<WatchedView, "formToken">): Html {
  return html`
    <form method="post" action="/desk/watched/lists">
      ${formTokenField(view)}
      <p>The invented lists have a next version, with one more party and one that changed.
        <button class="quiet">Show it to me for an hour</button></p>
    </form>
  `;
}

/** What a sandbox sees from now on. */
export function renderAdvanced({ lists, until }: ListsAdvanced): Html {
  return html`
    <h1>The next version of the lists</h1>
    ${notice(
      html`You see it until ${renderTime(until)}. A run over your watched customers begins within
      seconds.`,
      "good",
    )}
    <ul>${lists.map(({ source, asOf }) => html`<li><code>${source}</code>, of ${asOf}</li>`)}</ul>
    <p><a href="/desk/watched">Back to the watched customers</a></p>
  `;
}

/** A form for one customer; a book is imported by the API. */
function renderPut(view: Pick<WatchedView, "formToken">): Html {
  return html`
    <details>
      <summary>Watch a customer</summary>
      <form method="post" action="/desk/watched/subjects" autocomplete="off">
        ${formTokenField(view)}
        <p><label for="subjectRef">Your id of the customer, which is no name</label>
          <input id="subjectRef" name="subjectRef" required maxlength="64"
            pattern="[A-Za-z0-9._:\\-]+" spellcheck="false" aria-describedby="subjectRef-hint" />
          <small id="subjectRef-hint">Letters, digits and <code>. _ : -</code>. The data of a customer
            who is watched already are replaced.</small></p>
        <p><label for="name">Name</label>
          <input id="name" name="name" required maxlength="500" spellcheck="false" /></p>
        <p><label for="dob">Date of birth</label>
          <input id="dob" name="dob" placeholder="1969-07-16" maxlength="10" /></p>
        <p><label for="nationality">Nationality</label>
          <input id="nationality" name="nationality" maxlength="100" /></p>
        <p><button>Watch</button></p>
        <p><small>The service keeps these data until you remove them, and decides at once.</small></p>
      </form>
    </details>
  `;
}

/** What the page says where the client's record does not turn monitoring on. */
export function renderNotWatching(): Html {
  return html`
    <h1>Watched</h1>
    ${notice("Monitoring is off for your client: the service keeps no data of your customers.")}
    <p>An operator turns it on, by <code>monitoring: true</code> in the client's record
      (<code>deno task admin client put</code>, or the console). Then put your customers by the API:
      <a href="/docs/screening#watch-your-customers">Watch your customers</a>.</p>
    <p><a href="/desk/watched/cleared">Cleared pairs, and why they ended</a></p>
  `;
}
