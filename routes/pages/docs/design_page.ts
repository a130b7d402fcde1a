import { html } from "hono/html";
import type { Html } from "../../html/layout.ts";
import { type DocsFrame, renderFrame } from "./docs_page.ts";

/** The style guide: the look of every page, shown on a page in that style. */
export function renderDesignPage(frame: DocsFrame): string {
  const content = html`
    <h1>Design</h1>
    <p class="lead">
      Every page is made of one style sheet: tokens for colour, space, type and radius, in light and
      dark, and six components. Nothing moves, nothing is loaded from another origin, and a state is a
      word and a shape before it is a colour.
    </p>
    <h2 id="states">States</h2>
    <ul>${states.map(([name, word, use]) =>
      html`<li><span class="state ${name}">${word}</span>: ${use}</li>`
    )}</ul>
    <h2 id="tokens">Tokens</h2>
    ${tableOf("Tokens", ["Token", "Use"], tokens)}
    <h2 id="header">Header</h2>
    <p>The brand leads home; links name places; the search of the documentation stands at the end.</p>
    <h2 id="navigation">Navigation</h2>
    <nav aria-label="Example">
      <p class="group">A group</p>
      <ul>
        <li><a href="#header" aria-current="true">Where you are</a></li>
        <li><a href="#navigation">Another page</a></li>
      </ul>
    </nav>
    <h2 id="table">Table</h2>
    <p>Facts of a few words; prose stands under it. In a narrow box each row is a card.</p>
    <h2 id="card">Card</h2>
    <ul class="cards">
      <li class="card">
        <h3>One thing</h3>
        <p>A title, a sentence, one act.</p>
      </li>
      <li class="card">
        <h3>Another</h3>
        <p>Cards of a row begin at the same height.</p>
      </li>
    </ul>
    <h2 id="form">Form</h2>
    <label for="example">A label above its field</label>
    <p><input id="example" autocomplete="off" /></p>
    <p><a class="button" href="#form">The act</a> <a class="button quiet" href="#form">Another</a></p>
    <h2 id="notice">Notice</h2>
    ${states.map(([name, word]) => html`<p class="notice ${name}">${word}</p>`)}
  `;
  return renderFrame({ title: "Design", slug: "design", content }, frame);
}

const states = [
  ["good", "Clear", "a disc: it holds, go on"],
  ["warn", "A person decides", "a triangle: look before you go on"],
  ["bad", "Refused", "an octagon: stop"],
  ["none", "Unknown", "a bar: nothing is known"],
] as const;

const tokens = [
  ["--paper, --sheet, --faint", "the page; what lies on it; code and quiet areas"],
  ["--ink, --soft", "text; what stands beside it"],
  ["--line, --edge", "divides; bounds a control, 3:1 at least"],
  ["--accent, --link", "the one act; a link"],
  ["--good, --warn, --bad, --none", "a state; with -faint its area"],
  ["--space-1 to --space-7", "4, 8, 12, 16, 24, 40 and 64 px"],
  ["--type-small to --type-1", "14 to 40 px"],
  ["--radius-1, --radius-2", "controls; cards"],
  ["--measure", "a line of text: 70 characters"],
] as const;

function tableOf(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly [string, string])[],
): Html {
  return html`
    <div class="wide" role="region" aria-label="${label}" tabindex="0">
      <table>
        <thead>
          <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(([token, use]) =>
            html`
              <tr>
                <td data-label="${heads[0]}"><code>${token}</code></td>
                <td data-label="${heads[1]}">${use}</td>
              </tr>
            `
          )}
        </tbody>
      </table>
    </div>
  `;
}
