import { html } from "hono/html";
import type { Html } from "../../html/layout.ts";
import { type DocsFrame, renderFrame } from "./docs_page.ts";
import { errorSections } from "./errors_page.ts";
import { type Found, type SearchEntry, sentenceOf } from "./find_entries.ts";
import type { DocsContent } from "./open_documentation.ts";
import { docsPath } from "./pages.ts";

/** Every heading and code of the documentation, and every error code, by page. */
export function listEntries(contents: readonly DocsContent[]): readonly SearchEntry[] {
  const errors = docsPath("errors");
  return [
    ...errorSections().map(({ id, text, body }) => ({
      title: "Errors",
      text,
      body,
      href: id === null ? errors : `${errors}#${id}`,
    })),
    ...contents.flatMap(({ page: { slug }, title, places }) =>
      places.map(({ id, text, level, body }) => ({
        title,
        text,
        href: level === 1 ? docsPath(slug) : `${docsPath(slug)}#${id}`,
        // All changes of a version stand in a few sections, which have every word.
        body: slug === "changelog" ? "" : body,
      }))
    ),
  ];
}

/** Maximum results shown. */
const shownMax = 10;

/** Renders the search with the results of a query; without a query, a list of every page. */
export function renderSearchPage(
  { query, found }: { readonly query: string; readonly found: readonly Found[] },
  frame: DocsFrame,
): string {
  const content = html`
    <h1>Search</h1>
    <form action="${docsPath("search")}">
      <label for="find">Words, or a code</label>
      <p><input id="find" type="search" name="q" value="${query}" maxlength="200" autocomplete="off" />
      </p>
      <button>Search</button>
    </form>
    <p role="status">${countOf(query, found.length)}</p>
    <ol class="results">${found.slice(0, shownMax).map(resultOf)}</ol>
  `;
  return renderFrame({ title: "Search", slug: "search", content }, frame);
}

function countOf(query: string, count: number): string {
  if (query.trim() === "") return "";
  if (count === 0) return "Nothing was found: all words must stand in one section. Try fewer.";
  const shown = count > shownMax ? `, the best ${shownMax} are shown` : "";
  return `${count} ${count === 1 ? "result" : "results"}${shown}`;
}

function resultOf(found: Found): Html {
  const { href, text, title } = found.entry;
  return html`
    <li>
      <a href="${href}">${text}</a> ${title === text ? "" : html`<small>${title}</small>`}
      <p>${sentenceOf(found)}</p>
    </li>
  `;
}
