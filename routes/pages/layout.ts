import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

/** Markup in which every text is escaped. */
export type Html = ReturnType<typeof html>;

/** A page, and the policy that it is sent with. */
export interface RenderedPage {
  readonly html: string;
  /** Value of `Content-Security-Policy`. It lets the page do what it does, and nothing else. */
  readonly contentSecurityPolicy: string;
}

/** What a page is made of. */
interface PageParts {
  readonly title: string;
  /** Content of `body`. */
  readonly body: Html;
}

/** A page as it is sent: its parts, and what its head has besides. */
export interface DocumentParts extends PageParts {
  /** Style, and scripts that do not stand in the body. */
  readonly head: Html | readonly Html[];
  /** Whether search engines may list it. Default: they may not. */
  readonly isIndexed?: boolean;
  /** Path that a proxy takes off the addresses which the page calls; absent: it calls none. */
  readonly basePath?: string;
}

/** Look of every page of ours: no motion, no picture, nothing that is loaded. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #fafaf7; --ink: #14213d; --accent: #0b6e4f; --link: #0b6e4f; --line: #8a91a0; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c2022; --ink: #e4e6e6; --accent: #14835f; --link: #6fd6b0; --line: #8d9496; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; overflow-wrap: anywhere; }
main { max-width: 40rem; margin: 0 auto; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1rem 0; }
h2 { font-size: 1.25rem; margin: 0 0 .5rem; }
p { margin: 0 0 1rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
[hidden] { display: none !important; }
[role=status] { font-weight: bold; }
.warning { border-inline-start: 4px solid var(--line); padding-inline-start: 1rem; }
.ways { display: flex; flex-direction: column; gap: 1.5rem; margin-bottom: 1.5rem; }
.ways > * { min-width: 0; }
.button { display: inline-block; padding: .75rem 1.25rem; border-radius: .5rem; background: var(--accent); color: #fff; font-weight: bold; }
.qr { max-width: max-content; overflow: auto; }
pre { max-height: 6.5rem; margin: 0 0 1rem; overflow: auto; white-space: pre-wrap; border: 1px solid var(--line); padding: .5rem; }
.qr svg { display: block; max-width: 100%; min-width: 18rem; height: auto; forced-color-adjust: none; }
@media (max-width: 34rem) { .qr { margin-inline: -1rem; } }
@media (min-width: 34rem) { .ways > :first-child { order: 1; } }
`;

/** Hash of the style (CSP level 3 §8.4): a page that has no nonce is allowed it by its bytes. */
const styleHash = createHash("sha256").update(pageStyle).digest("base64");

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
export function renderStaticPage({ title, body }: PageParts): RenderedPage {
  const style = html`<style>${raw(pageStyle)}</style>`;
  return {
    html: renderDocument({ title, body, head: style }),
    contentSecurityPolicy: staticPolicy,
  };
}

/**
 * Renders a page with one script, which may call this origin alone.
 *
 * @param nonce random for each answer, base64url, at least 128 bits (CSP level 3 §7.1)
 */
export function renderScriptedPage(
  { title, body, script, nonce }: PageParts & { readonly script: string; readonly nonce: string },
): RenderedPage {
  if (!/^[\w-]{22,}$/.test(nonce)) throw new Error("The nonce of a page is not base64url");
  const style = html`<style nonce="${nonce}">${raw(pageStyle)}</style>`;
  const withScript = html`${body}<script nonce="${nonce}">${raw(script)}</script>`;
  return {
    html: renderDocument({ title, body: withScript, head: style }),
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

/** Loads what a page of several shares: a style and a script of this origin. */
export function loads(style: string, script: string | null): Html {
  return html`
    <link rel="stylesheet" href="${style}" />
    ${script === null ? "" : html`<script defer src="${script}"></script>`}
  `;
}

/** Navigation in front of the content, which a keyboard can skip. @param links text by address */
export function topBar(links: Readonly<Record<string, string>>): Html {
  return html`
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      ${Object.entries(links).map(([href, text]) =>
        html`
          <a href="${href}">${text}</a>
        `
      )}
    </header>
  `;
}

/**
 * Renders a page. Every text in it is escaped by its template.
 *
 * A template of texts and templates is a text: only one that holds a promise is a promise.
 */
export function renderDocument(
  { title, body, head, isIndexed = false, basePath }: DocumentParts,
): string {
  return String(html`
    <!DOCTYPE html>
    <html lang="en">
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
