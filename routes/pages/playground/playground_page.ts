import { html } from "hono/html";
import { type Html, loads, renderDocument, type Site, topBar } from "../../html/layout.ts";
import { styleFile } from "../look.ts";
import type { Field, Turn } from "./acts.ts";
import { scriptFile } from "./playground_files.ts";
import { stories } from "./stories.ts";
import type { Story } from "./story.ts";

/** The address of a page of the playground. */
export function playgroundPath(slug: string): string {
  return `/playground/${slug}`;
}

/** Renders the start page: every story, and advice for a prospect. */
export function renderPlayground(site: Site): string {
  const ownWallet = playgroundPath("own-wallet");
  const content = html`
    <h1>Playground</h1>
    <p class="lead">
      Nine stories on this sandbox, and a seal that is refused. Each shows its requests, the answers
      and the entries in the audit log, with a line for your terminal and one for the TypeScript client.
      All people, companies and addresses are invented.
    </p>
    <ul class="stories cards">
      ${stories.map(({ slug, title, summary }) =>
        html`
          <li class="card">
            <h2><a href="${playgroundPath(slug)}">${title}</a></h2>
            <p>${summary}</p>
          </li>
        `
      )}
    </ul>
    <p>
      No story: <a href="${ownWallet}">start any check and answer it with a wallet of your own</a>.
    </p>
  `;
  return renderFrame({ title: "Playground", content }, site);
}

/** Renders one story. */
export function renderStory(
  story: Story,
  { site, basePath, gates }: {
    readonly site: Site;
    /** Score from which a match is possible, and score from which it is confirmed. */
    readonly gates: readonly [number, number];
    /** The path that a proxy removes, for the paths that the page calls. */
    readonly basePath: string;
  },
): string {
  const { title, about, turns, after, hasWallet = false, stores = [] } = story;
  const content = html`
    <h1>${title}</h1>
    ${about}
    <noscript>
      <p class="notice">
        Your browser runs no scripts here, so this page cannot send anything. What it would send stands
        below: ${turns.flatMap(({ acts }) => acts).map(({ method, path }) =>
          html`
            <code>${method} ${path}</code>
          `
        )}
      </p>
    </noscript>
    <div class="stage">
      <div class="forms">
        ${turns.map(renderTurn)}
        <p role="status"></p>
        <p><button type="button" class="quiet" data-stop="" hidden="">Stop</button></p>
      </div>
      ${hasWallet
        ? html`<div class="phone" data-phone="" role="group" aria-label="Wallet" hidden=""></div>`
        : ""}
    </div>
    <section data-picture="" data-gates="${gates.join(" ")}" hidden=""></section>
    <section data-came="" hidden="">
      <h2>What came of it</h2>
      <dl></dl>
    </section>
    <section data-wire="" hidden="">
      <h2>On the wire</h2>
      <p class="small">Each request as it went. Open one to read its bytes.</p>
    </section>
    ${stores.length === 0 ? "" : html`
      <section data-stores="${stores.join(" ")}" hidden="">
        <h2>What you would store</h2>
        <p>This and nothing else: aval has the rest on file, with the rules and lists that it used.</p>
        <pre tabindex="0" role="region" aria-label="What you would store"></pre>
      </section>
    `}
    ${after ?? ""}
  `;
  return renderFrame({ title, content, basePath }, site);
}

function renderTurn({ label, fields = [], acts, needs }: Turn): Html {
  return html`
    <form data-acts="${JSON.stringify(acts)}" data-needs="${needs ?? ""}" hidden="">
      ${fields.map(renderField)}
      <button>${label}</button>
    </form>
  `;
}

function renderField({ name, label, value, options, hint, isRequired = false }: Field): Html {
  const id = `field-${name}`;
  const described = hint === undefined ? "" : html`aria-describedby="${id}-hint"`;
  const input = options === undefined
    ? html`
      <input id="${id}" name="${name}" value="${value}" maxlength="4000" autocomplete="off"
        spellcheck="false" ${isRequired ? html`required=""` : ""} ${described} />
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

/** Renders a page with its head and navigation. @param basePath for a page with the script only */
function renderFrame(
  { title, content, basePath }: {
    readonly title: string;
    readonly content: Html;
    readonly basePath?: string;
  },
  site: Site,
): string {
  return renderDocument({
    title: `${title} - aval playground`,
    head: loads(styleFile.path, basePath === undefined ? null : scriptFile.path),
    ...(basePath === undefined ? {} : { basePath }),
    body: html`
        ${topBar(site, "/playground")}
        <main class="room" id="content">
      ${content}
        </main>
    `,
  });
}
