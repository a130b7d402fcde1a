import type { ConsolePart } from "../../core/console/schema.ts";
import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { faceStyle } from "./face.ts";

/** Markup in which every text is escaped. */
export type Html = ReturnType<typeof html>;

/** A page, and the policy that it is sent with. */
export interface RenderedPage {
  readonly html: string;
  /** Value of `Content-Security-Policy`, which permits only what the page needs. */
  readonly contentSecurityPolicy: string;
}

/** The parts of a page. */
interface PageParts {
  readonly title: string;
  /** Language of the texts (BCP 47); `en` by default. */
  readonly language?: string;
  /** Content of `body`. */
  readonly body: Html;
}

/** A page as sent: its parts, and further content of its head. */
export interface DocumentParts extends PageParts {
  /** Styles, and scripts outside the body. */
  readonly head: Html | readonly Html[];
  /** Whether search engines may list it. Default: they may not. */
  readonly isIndexed?: boolean;
  /** The path that a proxy removes, for addresses that the page calls; absent if it calls none. */
  readonly basePath?: string;
}

/** Hash of the style (CSP level 3 §8.4): a page that has no nonce is allowed it by its bytes. */
const styleHash = createHash("sha256").update(faceStyle).digest("base64");

/** Policy of a page without a script. */
const staticPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Renders a page that has no script. */
export function renderStaticPage(parts: PageParts): RenderedPage {
  const style = html`<style>${raw(faceStyle)}</style>`;
  return {
    html: renderDocument({ ...parts, head: style }),
    contentSecurityPolicy: staticPolicy,
  };
}

/**
 * Renders a page with one script, which may call this origin alone.
 *
 * @param nonce random for each answer, base64url, at least 128 bits (CSP level 3 §7.1)
 */
export function renderScriptedPage(
  { script, nonce, ...parts }: PageParts & { readonly script: string; readonly nonce: string },
): RenderedPage {
  if (!/^[\w-]{22,}$/.test(nonce)) throw new Error("The nonce of a page is not base64url");
  const style = html`<style nonce="${nonce}">${raw(faceStyle)}</style>`;
  const body = html`${parts.body}<script nonce="${nonce}">${raw(script)}</script>`;
  return {
    html: renderDocument({ ...parts, body, head: style }),
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

/** Policy of a page that loads its style and scripts, and sends its search, to this origin alone. */
export const sitePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Policy of a page whose script may also call this origin. */
export const callingPolicy = sitePolicy.replace("img-src", "connect-src 'self'; img-src");

/** Loads files shared by several pages: a style and a script of this origin. */
export function loads(style: string, script: string | null): Html {
  return html`
    <link rel="stylesheet" href="${style}" />
    ${script === null ? "" : html`<script defer src="${script}"></script>`}
  `;
}

/** The deployment's pages for people, besides its home page. */
export interface Site {
  readonly hasPlayground: boolean;
  readonly hasDocs: boolean;
  /** The pages that persons log in to. */
  readonly consoleParts: readonly ConsolePart[];
}

/** Links of the header in their order, and where the search of the documentation is. */
export function topBar(
  { hasPlayground, hasDocs }: Pick<Site, "hasPlayground" | "hasDocs">,
  current: string,
): Html {
  const links = [
    ...(hasPlayground ? [["/playground", "Playground"]] : []),
    ...(hasDocs ? [["/docs", "Docs"]] : []),
    ["/reference", "API reference"],
  ] as const;
  return html`
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="brand" href="/">aval</a>
      ${links.map(([href, text]) =>
        html`<a href="${href}" ${href === current ? raw(`aria-current="true"`) : ""}>${text}</a>`
      )} ${hasDocs
        ? html`
          <form role="search" action="/docs/search">
            <input type="search" name="q" placeholder="Search the docs"
              aria-label="Search the documentation" maxlength="200" autocomplete="off" />
          </form>
        `
        : ""}
    </header>
  `;
}

/**
 * Renders a page. Every text in it is escaped by its template.
 *
 * A template of texts and templates is a text: only one that holds a promise is a promise.
 */
export function renderDocument(
  { title, language = "en", body, head, isIndexed = false, basePath }: DocumentParts,
): string {
  return String(html`
    <!DOCTYPE html>
    <html lang="${language}">
      <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${isIndexed ? "" : html`<meta name="robots" content="noindex" />`}
    <title>${title}</title>
    <link rel="icon" href="data:," />
    ${head}
      </head>
      <body ${basePath === undefined ? "" : html`data-base="${basePath}"`}>
    ${body}
      </body>
    </html>
  `).trimStart();
}
