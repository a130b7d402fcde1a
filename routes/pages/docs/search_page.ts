import { html } from "hono/html";
import { type DocsFrame, renderFrame } from "./docs_page.ts";
import { errorSections } from "./errors_page.ts";
import type { DocsContent } from "./open_documentation.ts";
import { docsPath } from "./pages.ts";
import type { SearchableSection } from "./search_index.ts";

/** A heading or a code, and where it leads. */
export interface Entry extends SearchableSection {
  readonly href: string;
}

/** The headings and codes of one page. */
export interface EntryGroup {
  /** The page's title. */
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Every heading and code of the documentation, and every error code, by page. */
export function listEntries(contents: readonly DocsContent[]): readonly EntryGroup[] {
  const errors = docsPath("errors");
  return [
    {
      title: "Errors",
      entries: errorSections().map(({ id, ...section }) => ({
        ...section,
        href: id === null ? errors : `${errors}#${id}`,
      })),
    },
    ...contents.map(({ page: { slug }, title, places }) => ({
      title,
      entries: places.map(({ id, text, kind, level, body }) => ({
        text,
        kind,
        href: level === 1 ? docsPath(slug) : `${docsPath(slug)}#${id}`,
        // All changes of a version stand in a few sections, which have every word.
        body: slug === "changelog" ? "" : body,
      })),
    })),
  ];
}

/**
 * The search. Without script it is a list of headings and codes by page; the script takes the entries
 * out of it, in the order of the index.
 *
 * @param searchIndex address of the words of each entry
 */
export function renderSearchPage(
  groups: readonly EntryGroup[],
  searchIndex: string,
  frame: DocsFrame,
): string {
  const content = html`
    <h1>Search</h1>
    <div data-search="" hidden="">
      <p>
        <label for="find">Words, or a code: all must be in one section. Your browser searches; what
          you type is not sent.</label>
      </p>
      <p><input class="find" id="find" type="search" autocomplete="off" /></p>
      <p role="status"></p>
      <ol class="results"></ol>
    </div>
    <div data-list="">
      <p>All headings and codes, by page:</p>
      ${groups.map(groupOf)}
    </div>
  `;
  return renderFrame({ title: "Search", slug: "search", content, searchIndex }, frame);
}

function groupOf({ title, entries }: EntryGroup) {
  return html`
    <details>
      <summary>${title}</summary>
      <ul>
    ${entries.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}
      </ul>
    </details>
  `;
}
