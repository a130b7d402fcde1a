import { html, raw } from "hono/html";
import type { Html } from "../html/layout.ts";
import { renderTime } from "./shown_time.ts";

/** The meaning of a state, shown as shape and colour next to its word. */
export type Tone = "good" | "warn" | "bad" | "none";

/** Renders a state as a word with a shape. */
export function badge(word: string, tone: Tone): Html {
  return html`<span class="state ${tone === "none" ? "" : tone}">${word}</span>`;
}

/** Renders a time, or a text if there is none. */
export function timeOr(instant: string | null, otherwise: string): Html {
  return instant === null ? html`${otherwise}` : renderTime(instant);
}

/** Renders a table with its caption. The first cell of each row is its header. */
export function table(
  { caption, columns, rows, empty }: {
    readonly caption: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (Html | string | number)[])[];
    /** The text shown instead of a table without rows. */
    readonly empty: string;
  },
): Html {
  if (rows.length === 0) return html`<p>${empty}</p>`;
  return html`
    <div class="wide" role="region" tabindex="0" aria-label="${caption}">
      <table>
        <caption class="apart">${caption}</caption>
        <thead>
          <tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>${rows.map(([first, ...others]) =>
          html`<tr><th scope="row">${first}</th>${
            others.map((cell, at) => html`<td data-label="${columns[at + 1]}">${cell}</td>`)
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}

/** Renders facts as a description list. */
export function facts(pairs: readonly (readonly [string, Html | string | number])[]): Html {
  return html`<dl class="facts">${
    pairs.map(([term, fact]) =>
      html`
        <dt>${term}</dt>
        <dd>${fact}</dd>
      `
    )
  }</dl>`;
}

/** Renders a notice. */
export function notice(text: Html | string, tone: Tone = "none"): Html {
  return html`
    <div class="notice ${tone === "none" ? "" : tone}">
      <p>${text}</p>
    </div>
  `;
}

/** Renders a command of the terminal, for an act that the page does not have. */
export function command(text: string): Html {
  return html`<code>deno task admin ${text}</code>`;
}

/** Renders a link to a page of the console. */
export function link(path: string, text: string): Html {
  return html`<a href="${path}">${text}</a>`;
}

/** Attributes of an option: `selected` or none. */
export function chosen(isChosen: boolean): Html | string {
  return isChosen ? html`${raw("selected")}` : "";
}
