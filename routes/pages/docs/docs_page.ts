import { html, raw } from "hono/html";
import { type Html, loads, renderDocument, topBar } from "../layout.ts";
import type { DocsFiles } from "./docs_files.ts";
import type { DocsContent } from "./open_documentation.ts";
import { docsGroups, docsPath } from "./pages.ts";

/** Only what a page loads from this origin. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A page around its content. */
interface Frame {
  readonly title: string;
  /** Null for the contents themselves. */
  readonly slug: string | null;
  readonly content: Html;
  /** Whether it loads the script of the search. */
  readonly searches?: boolean;
}

/** A page of Markdown, with links to its sections. */
export function renderDocsPage(
  { page: { slug }, title, html: words, places }: DocsContent,
  files: DocsFiles,
): string {
  const sections = places.filter(({ kind, level }) => kind === "heading" && level === 2);
  const end = words.indexOf("</h1>") + "</h1>".length;
  const content = html`
    ${raw(words.slice(0, end))}
    ${sections.length < 3 ? "" : html`
      <nav aria-label="On this page">
        <ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
      </nav>
    `}
    ${raw(words.slice(end))}
  `;
  return renderFrame({ title, slug, content }, files);
}

/** The contents of the documentation. */
export function renderContents(files: DocsFiles): string {
  const content = html`
    <h1>Documentation</h1>
    <p>
      aval is one edge service for trust decisions: screening, verification by digital identity
      wallets, login and academic credentials. To call every operation from a browser, open the
      <a href="/">API reference</a>.
    </p>
    ${docsGroups.map(({ title, pages }) =>
      html`
        <h2>${title}</h2>
        <ul>
          ${pages.map(({ slug, summary }) =>
            html`
              <li><a href="${docsPath(slug)}">${slug}</a>: ${summary}</li>
            `
          )}
        </ul>
      `
    )}
  `;
  return renderFrame({ title: "Documentation", slug: null, content }, files);
}

/** A page within head and navigation. */
export function renderFrame(
  { title, slug, content, searches = false }: Frame,
  { style, script }: DocsFiles,
): string {
  return renderDocument({
    title: `${title} - aval`,
    isIndexed: true,
    head: loads(style.path, searches ? script.path : null),
    body: html`
      ${topBar({
        "/docs": "aval documentation",
        [docsPath("search")]: "Search",
        [docsPath("errors")]: "Errors",
        "/": "API reference",
      })}
      <div class="page">
        <nav class="side" aria-label="Pages">${navigation(slug)}</nav>
        <main id="content">
      ${content}
        </main>
      </div>
    `,
  });
}

function navigation(current: string | null): readonly Html[] {
  return docsGroups.map(({ title, pages }) =>
    html`
      <p class="group">${title}</p>
      <ul>
        ${pages.map(({ slug }) =>
          html`
            <li>
              <a href="${docsPath(slug)}" ${slug === current
                ? raw('aria-current="page"')
                : ""}>${slug}</a>
            </li>
          `
        )}
      </ul>
    `
  );
}
