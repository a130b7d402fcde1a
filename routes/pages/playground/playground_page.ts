import { html } from "hono/html";
import type { Html } from "../layout.ts";
import type { PlaygroundFiles } from "./playground_files.ts";
import { stories } from "./stories.ts";
import type { Field, Story, Turn } from "./story.ts";

/** Only what a page loads from this origin and asks of it. */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The address of a page of the playground. */
export function playgroundPath(slug: string): string {
  return `/playground/${slug}`;
}

/** The start: every story, and what a prospect should know. */
export function renderPlayground(files: PlaygroundFiles): string {
  const content = html`
    <h1>Playground</h1>
    <p>
      Eight stories on this sandbox. Each shows its requests, the answers and the entries in the audit
      log, with a line for your terminal and one for the TypeScript client. All people, companies and
      addresses are invented.
    </p>
    <ul class="stories">
      ${stories.map(({ slug, title, summary }) =>
        html`
          <li><a href="${playgroundPath(slug)}">${title}</a><br />${summary}</li>
        `
      )}
    </ul>
  `;
  return renderFrame({ title: "Playground", content }, files);
}

/** One story. */
export function renderStory(
  story: Story,
  { files, basePath }: {
    readonly files: PlaygroundFiles;
    /** What a proxy takes off the paths that the page calls. */
    readonly basePath: string;
  },
): string {
  const { title, about, turns, after } = story;
  const content = html`
    <h1>${title}</h1>
    ${about}
    <noscript>
      <p class="note">
        Your browser runs no scripts here, so this page cannot send anything. What it would send stands
        below: ${turns.flatMap(({ acts }) => acts).map(({ method, path }) =>
          html`
            <code>${method} ${path}</code>
          `
        )}
      </p>
    </noscript>
    ${turns.map(renderTurn)}
    <p role="status"></p>
    <section data-came="" hidden="">
      <h2>What came of it</h2>
      <dl></dl>
    </section>
    <section data-wire="" hidden="">
      <h2>On the wire</h2>
    </section>
    ${after ?? ""}
  `;
  return renderFrame({ title, content, basePath }, files);
}

function renderTurn({ label, fields = [], acts, needs }: Turn): Html {
  return html`
    <form data-acts="${JSON.stringify(acts)}" data-needs="${needs ?? ""}" hidden="">
      ${fields.map(renderField)}
      <button>${label}</button>
    </form>
  `;
}

function renderField({ name, label, value, options, hint }: Field): Html {
  const id = `field-${name}`;
  const described = hint === undefined ? "" : html`aria-describedby="${id}-hint"`;
  const input = options === undefined
    ? html`
      <input id="${id}" name="${name}" value="${value}" maxlength="4000" autocomplete="off"
        spellcheck="false" ${described} />
    `
    : html`
      <select id="${id}" name="${name}" ${described}>
        ${Object.entries(options).map(([each, words]) =>
          html`<option value="${each}" ${each === value ? html`selected=""` : ""}>${words}</option>`
        )}
      </select>
    `;
  return html`
    <p>
      <label for="${id}">${label}</label>
      ${input} ${hint === undefined ? "" : html`<small id="${id}-hint">${hint}</small>`}
    </p>
  `;
}

/** A page within head and navigation. A template of texts and templates is a text. */
function renderFrame(
  { title, content, basePath }: {
    readonly title: string;
    readonly content: Html;
    /** Of a page with the script alone. */
    readonly basePath?: string;
  },
  { style, script }: PlaygroundFiles,
): string {
  return String(html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title} - aval playground</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${style.path}" />
    ${basePath === undefined ? "" : html`<script defer src="${script.path}"></script>`}
      </head>
      <body data-base="${basePath ?? ""}">
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a href="/playground">aval playground</a>
          <a href="/docs">Documentation</a>
          <a href="/">API reference</a>
        </header>
        <main id="content">
    ${content}
        </main>
      </body>
    </html>
  `).trimStart();
}
