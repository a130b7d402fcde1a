import { html } from "hono/html";
import type { ListEntryResponse } from "../../../core/lists_in_force/read_entry.ts";
import type { Candidate } from "../../../core/screening/candidate_schema.ts";
import type { Html } from "../../html/layout.ts";

/** Values of one fact that are shown at most: an entry has hundreds. */
const valuesMax = 50;

/** The whole entry of a candidate, as the lists in force have it now. */
export function renderEntry(candidate: Candidate, entry: ListEntryResponse | null): Html {
  const { source, listRef, sourceUrl, listedOn, programs = [] } = entry ?? candidate;
  const names = entry?.names;
  const rows: readonly (readonly [string, readonly (Html | string)[]])[] = [
    ["List", [entry === null ? source : `${entry.listTitle}, of ${entry.asOf}`]],
    ["Reference", [html`<code>${source} ${listRef}</code>`]],
    ["Listed on", listedOn === null || listedOn === undefined ? [] : [listedOn]],
    ["Programmes", programs],
    ["Names", names === undefined ? [] : [names.primary, ...names.strong]],
    ["Weak aliases", names?.weak ?? []],
    ["Dates of birth", (entry ?? candidate).datesOfBirth ?? []],
    ["Places of birth", entry?.placesOfBirth ?? []],
    ["Countries", (entry ?? candidate).countries ?? []],
    ["Offices", entry?.designations ?? []],
    [
      "Identifiers",
      (entry?.identifiers ?? []).map(({ label, value, country }) =>
        `${label} ${value}${country === null ? "" : ` (${country})`}`
      ),
    ],
    [
      "Wallets",
      (entry?.walletAddresses ?? []).map(({ network, address }) => `${address} (${network})`),
    ],
    ["Remarks", entry?.remarks ?? []],
    ["Publisher", isWebAddress(sourceUrl) ? [linkTo(sourceUrl)] : []],
  ];
  return html`
    <details ${entry === null ? "" : html`open=""`}>
      <summary>The entry</summary>
      ${entry === null
        ? html`<p class="notice">The lists in force do not have this entry now.</p>`
        : ""}
      <dl>
        ${rows.filter(([, values]) => values.length > 0).map(([label, values]) =>
          html`
            <dt>${label}</dt>
            <dd>${values.length === 1 ? isolated(values[0]!) : html`
              <ul>${values.slice(0, valuesMax).map((value) =>
                html`<li>${isolated(value)}</li>`
              )}${values.length > valuesMax
                ? html`<li>and ${values.length - valuesMax} more</li>`
                : ""}</ul>
            `}</dd>
          `
        )}
      </dl>
    </details>
  `;
}

/** A text in its own direction: names are in any script. */
function isolated(value: Html | string): Html {
  return html`<bdi>${value}</bdi>`;
}

function isWebAddress(text: string | null | undefined): text is string {
  return typeof text === "string" && /^https?:\/\//.test(text);
}

function linkTo(url: string): Html {
  return html`<a href="${url}" rel="noreferrer noopener">${url}</a>`;
}
