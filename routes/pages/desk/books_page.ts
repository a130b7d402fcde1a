import { badge, type Tone } from "../parts.ts";
import { html } from "hono/html";
import type { BatchRead, BatchRow, BatchState } from "../../../core/screening/batch_schema.ts";
import {
  type BookMember,
  bookMembers,
  type ReadColumn,
} from "../../../core/screening/batches/columns.ts";
import type { BookPreview } from "../../../core/screening/batches/preview_book.ts";
import type { Html } from "../../html/layout.ts";
import { formTokenField } from "../person_page.ts";
import { renderTime } from "../shown_time.ts";

/** Characters that are pasted at most: a table of 1,000 customers. */
export const pastedCharactersMax = 40_000;

/** Columns that may be chosen of, and characters of a header that are shown. */
const [offeredMax, headerCharactersMax] = [60, 30];

/** Bounds of a book, as its page states them. */
export interface BookBounds {
  readonly batchBodyBytesMax: number;
  readonly screeningBatchItemsMax: number;
}

const memberWords: Readonly<Record<BookMember, string>> = {
  subjectRef: "Your reference",
  name: "Name",
  givenName: "Given name",
  familyName: "Family name",
  dob: "Date of birth",
  nationality: "Nationality",
  entityType: "Kind",
};

/** The page on which a book is chosen. @param sent the client's last books, the newest first */
export function renderBooks(
  { formToken, bounds, sent, pasted }: {
    readonly formToken: string;
    readonly bounds: BookBounds;
    readonly sent: readonly BatchRead[];
    /** A table that was pasted and is to be changed; null: none. */
    readonly pasted: string | null;
  },
): Html {
  const { batchBodyBytesMax: bytesMax, screeningBatchItemsMax: itemsMax } = bounds;
  return html`
    <h1>Books</h1>
    <p class="lead">Screen many customers at once: a table as CSV, or NDJSON with a request on each
      line.</p>
    <form method="post" action="/desk/books/columns" data-book="" data-bytes-max="${bytesMax}">
      ${formTokenField({ formToken })}
      <div class="drop" data-file="" hidden="">
        <p>
          <label for="file">Choose a file, or drop it here</label>
          <input id="file" type="file" accept=".csv,.tsv,.txt,.ndjson,.jsonl" data-pick=""
            aria-describedby="file-hint" />
          <small id="file-hint">At most ${count(itemsMax)} customers and ${Math.floor(
            bytesMax / 1_048_576,
          )} MiB. Comma,
            semicolon or tab; UTF-8 or UTF-16.</small>
        </p>
      </div>
      <p class="notice bad" role="alert" data-problem="" hidden=""></p>
      <details ${pasted === null ? "" : html`open=""`}>
        <summary>Paste a table instead</summary>
        <p>
          <label for="table">The table, with its header</label>
          <textarea id="table" name="table" rows="8" required="" spellcheck="false" class="code"
            maxlength="${pastedCharactersMax}" placeholder="id;name;date of birth">${pasted ??
              ""}</textarea>
        </p>
        <p><button>Read the table</button></p>
      </details>
      <noscript><p class="small">Files need script: paste the table.</p></noscript>
    </form>
    ${sent.length === 0 ? "" : renderSent(sent)}
  `;
}

/** The last books, each with how far it has come. */
function renderSent(sent: readonly BatchRead[]): Html {
  return html`
    <h2>Last books</h2>
    <div class="wide" tabindex="0" role="region" aria-label="Last books">
      <table>
        <caption class="apart">Last books</caption>
        <thead>
          <tr>
            <th scope="col">Sent</th>
            <th scope="col">State</th>
            <th scope="col">Customers</th>
            <th scope="col">Matches</th>
            <th scope="col">Left out</th>
          </tr>
        </thead>
        <tbody>${sent.map(({ batchId, acceptedAt, state, counts }) =>
          html`
            <tr>
              <th scope="row"><a href="/desk/books/${batchId}" data-swap="">${renderTime(
                acceptedAt,
              )}</a></th>
              <td data-label="State">${renderState(state)}</td>
              <td data-label="Customers" class="right">${count(counts.items)}</td>
              <td data-label="Matches" class="right">${count(
                counts.possible + counts.confirmed,
              )}</td>
              <td data-label="Left out" class="right">${count(counts.skipped)}</td>
            </tr>
          `
        )}</tbody>
      </table>
    </div>
  `;
}

const stateWords: Readonly<Record<BatchState, readonly [string, Tone]>> = {
  ACCEPTED: ["Waits", "none"],
  RUNNING: ["Runs", "warn"],
  DONE: ["Done", "good"],
  CANCELLED: ["Cancelled", "none"],
  EXPIRED: ["Ended before all was done", "warn"],
};

/** How far a book has come, as a word with a shape. */
export function renderState(state: BatchState): Html {
  const [word, look] = stateWords[state];
  return badge(word, look);
}

/** The page that shows how a book is read. */
export function renderPreview(
  { columns, rows }: BookPreview,
  { formToken, pasted, startId }: {
    readonly formToken: string;
    readonly startId: string;
    /** What was pasted, which the form sends again; null: the script holds the file. */
    readonly pasted: string | null;
  },
): Html {
  const isReadable = "items" in rows;
  return html`
    <h1>Books</h1>
    ${isReadable
      ? html`
        <p class="lead">${count(rows.items)} customer${rows.items === 1
          ? ""
          : "s"}${rows.faulty === 0
          ? ""
          : html`, of whom
          <b>${count(rows.faulty)}</b> cannot be screened and are left out`}.</p>
      `
      : html`<p class="notice bad" role="alert">${rows.message}</p>`}
    <form method="post" action="/desk/books" ${pasted === null ? html`data-start=""` : ""}>
      ${formTokenField({ formToken })}
      <input type="hidden" name="startId" value="${startId}" />
      ${pasted === null ? "" : html`
        <textarea name="table" hidden="" aria-label="The table">${pasted}</textarea>
      `}
      ${columns === null ? "" : renderColumns(columns)}
      <p>
        ${isReadable ? html`<button>Start</button>` : ""}
        ${columns === null ? "" : html`
          <button class="quiet" formaction="/desk/books/columns" data-again="">Read again</button>
        `}
        ${pasted === null ? "" : html`
          <button class="quiet" formaction="/desk/books/columns" name="change" value="table">Change
            the table</button>
        `}
        <a class="button quiet" href="/desk/books">Another file</a>
      </p>
      <p class="notice bad" role="alert" data-problem="" hidden=""></p>
    </form>
    ${isReadable ? renderFirst(rows.first) : ""}
    ${isReadable && rows.faults.length > 0
      ? html`
        <h2>Rows that cannot be screened</h2>
        <ul>
          ${rows.faults.map((row) => html`<li>${placeOf(row)}: ${faultOf(row.fault)}</li>`)}
          ${rows.faulty > rows.faults.length
            ? html`<li>and ${count(rows.faulty - rows.faults.length)} more</li>`
            : ""}
        </ul>
      `
      : ""}
  `;
}

/** A field for each member, by the place of its column. */
function renderColumns(columns: readonly ReadColumn[]): Html {
  const offered = columns.map(({ header, member }, at) => ({ header, member, at }))
    .filter(({ member, at }) => at < offeredMax || member !== null);
  const left = columns.length - offered.length;
  return html`
    <input type="hidden" name="columns" value="chosen" />
    <fieldset>
      <legend>How the columns are read</legend>
      <div class="filters">
        ${bookMembers.map((name) =>
          html`
            <p>
              <label for="column-${name}">${memberWords[name]}</label>
              <select id="column-${name}" name="${name}" data-column="">
                <option value="">none</option>
                ${offered.map(({ header, member, at }) =>
                  html`<option value="${at}" ${member === name ? html`selected=""` : ""}>${
                    headerWords(header, at)
                  }</option>`
                )}
              </select>
            </p>
          `
        )}
      </div>
      ${left === 0 ? "" : html`<p class="small">${left} more columns are not offered here.</p>`}
    </fieldset>
  `;
}

function headerWords(header: string, at: number): string {
  const [...characters] = header;
  if (characters.length === 0) return `column ${at + 1}`;
  return characters.length > headerCharactersMax
    ? `${characters.slice(0, headerCharactersMax).join("")}\u2026`
    : header;
}

function renderFirst(rows: readonly BatchRow[]): Html {
  return html`
    <h2>The first rows, as they are read</h2>
    <div class="wide" tabindex="0" role="region" aria-label="The first rows">
      <table>
        <caption class="apart">The first rows</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Your reference</th>
            <th scope="col">Name</th>
            <th scope="col">Date of birth</th>
            <th scope="col">Nationality</th>
            <th scope="col">Kind</th>
          </tr>
        </thead>
        <tbody>${rows.map((row) =>
          html`
            <tr>
              <th scope="row">${placeOf(row)}</th>
              ${"fault" in row
                ? html`<td colspan="5">${badge("left out", "warn")} ${faultOf(row.fault)}</td>`
                : cellsOf(row.request)}
            </tr>
          `
        )}</tbody>
      </table>
    </div>
  `;
}

function cellsOf(
  { subjectRef, name, dob, nationality, entityType }: Extract<BatchRow, { request: unknown }>[
    "request"
  ],
): readonly Html[] {
  return [subjectRef, name, dob, nationality, entityType?.toLowerCase()].map((value) =>
    html`<td><bdi>${value ?? ""}</bdi></td>`
  );
}

/** Where a row stands. */
export function placeOf({ line, item }: Pick<BatchRow, "line" | "item">): string {
  return line === null ? `item ${item + 1}` : `line ${line}`;
}

/** What is wrong with a row. */
export function faultOf({ property, reason }: { property: string; reason: string }): string {
  return property === "row" ? reason : `${property} ${reason}`;
}

/** A number with its thousands apart. */
export function count(number: number): string {
  return number.toLocaleString("en");
}
