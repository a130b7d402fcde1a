import { html } from "hono/html";
import { refusalKinds } from "../../http/refusals.ts";
import type { DocsFiles } from "./docs_files.ts";
import { renderFrame } from "./docs_page.ts";
import type { DocsContent } from "./open_documentation.ts";
import { docsPath } from "./pages.ts";
import { presentationRules } from "./presentation_rules.ts";

/** What the search finds. */
interface Entry {
  readonly text: string;
  /** The page's title. */
  readonly where: string;
  readonly href: string;
}

/** Every heading and code of the documentation, and every error code, as a list that a script filters. */
export function renderSearchPage(contents: readonly DocsContent[], files: DocsFiles): string {
  const entries: readonly Entry[] = [
    ...Object.keys({ ...refusalKinds, ...presentationRules }).map((code) => ({
      text: code,
      where: "Errors",
      href: `${docsPath("errors")}#${code}`,
    })),
    ...contents.flatMap(({ page: { slug }, title, places }) =>
      places.map(({ id, text, level }) => ({
        text,
        where: title,
        href: level === 1 ? docsPath(slug) : `${docsPath(slug)}#${id}`,
      }))
    ),
  ];
  const content = html`
    <h1>Search</h1>
    <div data-search="" hidden="">
      <p><label for="find">Words of a heading, or a code: all must be in it</label></p>
      <p><input class="find" id="find" type="search" autocomplete="off" /></p>
      <p role="status"></p>
    </div>
    <ul class="results">
    ${entries.map(({ text, where, href }) =>
      html`
        <li data-entry=""><a href="${href}">${text}</a> ${where}</li>
      `
    )}</ul>
  `;
  return renderFrame({ title: "Search", slug: "search", content, searches: true }, files);
}
