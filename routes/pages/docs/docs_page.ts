import { html, raw } from "hono/html";
import { type Html, loads, renderDocument, type Site, topBar } from "../../html/layout.ts";
import { styleFile } from "../look.ts";
import type { DocsContent, DocsTitles } from "./open_documentation.ts";
import { docsGroups, docsPath } from "./pages.ts";

/** Data for the frame of all pages. */
export interface DocsFrame {
  readonly titles: DocsTitles;
  readonly site: Site;
}

/** The content of a framed page. */
interface FramedPage {
  readonly title: string;
  /** Null for the table of contents, and for the answer to unknown pages. */
  readonly slug: string | null;
  readonly content: Html;
  /** Whether search engines may index it; true by default. */
  readonly isIndexed?: boolean;
}

/** Renders a page of Markdown, with links to its sections. */
export function renderDocsPage(
  { page: { slug, moved = {} }, title, html: words, places }: DocsContent,
  frame: DocsFrame,
): string {
  const sections = places.filter(({ kind, level }) => kind === "heading" && level === 2);
  const end = words.indexOf("</h1>") + "</h1>".length;
  const content = html`
    ${raw(words.slice(0, end))}
    ${sections.length < 3 ? "" : html`
      <nav class="here" aria-label="On this page">
        <ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
      </nav>
    `}
    ${raw(words.slice(end))} ${Object.keys(moved).length === 0 ? "" : html`
      <h2>Moved to other pages</h2>
      <ul>${Object.entries(moved).flatMap(([to, anchors]) =>
        anchors.map((anchor) =>
          html`
            <li id="${anchor}"><a href="${docsPath(to)}#${anchor}">${named(anchor)}</a></li>
          `
        )
      )}</ul>
    `}
  `;
  return renderFrame({ title, slug, content }, frame);
}

/** An anchor as words, similar to its heading. */
function named(anchor: string): string {
  return anchor.charAt(0).toUpperCase() + anchor.slice(1).replaceAll("-", " ");
}

/** Renders the table of contents of the documentation. */
export function renderContents(frame: DocsFrame): string {
  const content = html`
    <h1>Documentation</h1>
    <p class="lead">
      Choose what you want to do: each page is read and tried in six minutes at most. Every operation
      with its fields is in the <a href="/reference">API reference</a>.
    </p>
    ${listOfPages(frame)}
  `;
  return renderFrame({ title: "Documentation", slug: null, content }, frame);
}

/** Renders the answer for an address below `/docs/` without a page. */
export function renderNoPage(frame: DocsFrame): string {
  const content = html`
    <h1>No such page</h1>
    <p>
      The documentation has no page at this address. <a href="${docsPath("search")}">Search it</a>,
      or choose a page.
    </p>
    ${listOfPages(frame)}
  `;
  return renderFrame({ title: "No such page", slug: null, content, isIndexed: false }, frame);
}

function listOfPages({ titles }: DocsFrame): readonly Html[] {
  const [jobs, ...others] = docsGroups.map(({ title, pages }) => ({
    title,
    links: pages.map(({ slug, summary }) => ({
      link: html`<a href="${docsPath(slug)}">${titles.get(slug) ?? slug}</a>`,
      summary,
    })),
  }));
  return [
    html`
      <h2>${jobs?.title}</h2>
      <ul class="cards">
        ${jobs?.links.map(({ link, summary }) =>
          html`
            <li class="card">
              <h3>${link}</h3>
              <p>${summary}</p>
            </li>
          `
        )}
      </ul>
    `,
    ...others.map(({ title, links }) =>
      html`
        <h2>${title}</h2>
        <ul>${links.map(({ link, summary }) => html`<li>${link}: ${summary}</li>`)}</ul>
      `
    ),
  ];
}

/** Renders a page with its head and navigation. */
export function renderFrame(
  { title, slug, content, isIndexed = true }: FramedPage,
  { titles, site }: DocsFrame,
): string {
  return renderDocument({
    title: `${title} - aval`,
    isIndexed,
    head: loads(styleFile.path, null),
    body: html`
      ${topBar(site, "/docs")}
      <div class="page">
        <nav class="side" aria-label="Pages">${navigation(slug, titles)}</nav>
        <main id="content">
      ${content}
        </main>
      </div>
    `,
  });
}

function navigation(current: string | null, titles: DocsTitles): readonly Html[] {
  return docsGroups.map(({ title, pages }) =>
    html`
      <p class="group">${title}</p>
      <ul>
        ${pages.map(({ slug }) =>
          html`
            <li>
              <a href="${docsPath(slug)}" ${slug === current
                ? raw('aria-current="page"')
                : ""}>${titles.get(slug) ?? slug}</a>
            </li>
          `
        )}
      </ul>
    `
  );
}
