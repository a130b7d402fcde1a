import { html } from "hono/html";
import type { Health } from "../../../core/health/check_health.ts";
import type { ListsResponse } from "../../../core/wallet_risk/describe_published.ts";
import { type Html, loads, renderDocument, type Site, topBar } from "../../html/layout.ts";
import { fillText } from "../../html/languages/choose_words.ts";
import { type CardName, cardNames, type Words } from "../../html/languages/words.ts";
import { playgroundPath } from "../playground/playground_page.ts";
import { styleFile } from "../look.ts";
import { cards } from "./cards.ts";

/** The content of a home page. */
export interface Home {
  readonly site: Site;
  readonly words: Words;
  readonly version: string;
  readonly build: string | null;
  readonly lists: ListsResponse["lists"];
}

/** Renders the home page of a sandbox: the service, its answers, and the data in force. */
export function renderSandboxHome(home: Home): string {
  const { site, words } = home;
  const { home: text } = words;
  return renderHome(
    home,
    html`
      <div class="hero">
        <h1>${text.title}</h1>
        <p class="lead">${text.lead}</p>
        <p class="doors">${doorsOf(site, words)}</p>
      </div>
      <h2>${text.answers}</h2>
      <p>${text.answersLead}</p>
      <ul class="cards">${cardNames.map((name) => cardOf(name, home))}</ul>
      <h2>${text.inForce}</h2>
      <p class="state">${text.sandbox}</p>
      ${listsTable(home)}
      <p class="small">${versionOf(home)}</p>
    `,
  );
}

/** Renders the home page of a live deployment: its operator, and its health. */
export function renderLiveHome(
  home: Omit<Home, "lists" | "version" | "build">,
  { status, name, contact }: {
    readonly status: Health["status"];
    readonly name: string | null;
    readonly contact: string | null;
  },
): string {
  const { home: text } = home.words;
  const states = {
    ok: ["good", text.works],
    stale: ["warn", text.limited],
    store_read_only: ["warn", text.limited],
    draining: ["bad", text.stopped],
    matcher_stopped: ["bad", text.stopped],
  } as const;
  const [state, said] = states[status];
  return renderHome(
    home,
    html`
      <div class="hero">
        <h1>${name === null ? "aval" : html`<bdi>${name}</bdi>`}</h1>
        ${name === null ? html`<p>${text.noOperator}</p>` : ""}
        ${contact === null ? "" : html`<p>${text.contact}: <bdi>${contact}</bdi></p>`}
        <p>${text.status}: <span class="state ${state}">${said}</span></p>
        ${home.site.consoleParts.length === 0
          ? ""
          : html`<p class="doors">${personDoorsOf(home.site, home.words)}</p>`}
      </div>
    `,
  );
}

function renderHome({ site, words }: Pick<Home, "site" | "words">, content: Html): string {
  return renderDocument({
    title: `aval - ${words.home.title.replaceAll("\u00ad", "")}`,
    language: words.language,
    isIndexed: true,
    head: loads(styleFile.path, null),
    body: html`
      ${topBar(site, "/")}
      <main class="room" id="content">${content}</main>
    `,
  });
}

function doorsOf(
  { hasPlayground, hasDocs, consoleParts }: Site,
  { home }: Words,
): readonly Html[] {
  const { playground, docs, reference } = home;
  return [
    ...(hasPlayground ? [html`<a class="button" href="/playground">${playground}</a>`] : []),
    ...(hasDocs ? [html`<a class="button quiet" href="/docs">${docs}</a>`] : []),
    html`<a class="button quiet" href="/reference">${reference}</a>`,
    ...personDoorsOf({ consoleParts }, { home }),
  ];
}

/** Links to the desk and the console, for persons who log in. */
function personDoorsOf(
  { consoleParts }: Pick<Site, "consoleParts">,
  { home }: Pick<Words, "home">,
): readonly Html[] {
  return consoleParts.map((part) =>
    html`<a class="button quiet" href="/${part}">${home[part]}</a>`
  );
}

function cardOf(name: CardName, { words: { home: text } }: Home): Html {
  const { title, question, answer, reasons } = text.cards[name];
  const { code, state, story } = cards[name];
  return html`
    <li class="card service">
      <h3>${title}</h3>
      <p class="question">${question}</p>
      <details>
        <summary>${text.show}<span class="apart">: ${title}</span></summary>
        <p><span class="state ${state}">${answer}</span> <code>${code}</code></p>
        <ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
        <a href="${playgroundPath(story)}">${text.try}<span class="apart">: ${title}</span></a>
      </details>
    </li>
  `;
}

function listsTable({ lists, words: { home: text } }: Home): Html {
  return html`
    <table class="force">
      <thead>
        <tr>
          <th scope="col">${text.list}</th>
          <th scope="col">${text.date}</th>
          <th scope="col">${text.age}</th>
          <th scope="col" class="right">${text.entries}</th>
        </tr>
      </thead>
      <tbody>
        ${lists.map(({ title, asOf, ageHours, entities, stale }) => {
          const age = fillText(text.days, { days: String(Math.floor(ageHours / 24)) });
          return html`
            <tr>
              <th scope="row"><bdi>${title}</bdi></th>
              <td data-label="${text.date}"><time datetime="${asOf}">${asOf}</time></td>
              <td data-label="${text.age}">
                ${age} ${stale ? html`<span class="state warn">${text.stale}</span>` : ""}
              </td>
              <td data-label="${text.entries}" class="right">${entities}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

function versionOf({ version, build, words }: Home): string {
  return fillText(words.home.version, { version, build: build ?? "-" });
}

/** The text for a terminal that requests `/`: the same addresses. */
export function homeText(
  { hasPlayground, hasDocs, consoleParts }: Site,
  { baseUrl, isSandbox }: { readonly baseUrl: string; readonly isSandbox: boolean },
): string {
  const base = baseUrl.replace(/\/$/, "");
  const lines = [
    `aval: trust decisions, each with its reason.${
      isSandbox ? " This is a sandbox: invented data, no tokens." : ""
    }`,
    "",
    ...(hasPlayground ? [`Playground     ${base}/playground`] : []),
    ...(hasDocs ? [`Documentation  ${base}/docs`] : []),
    `API reference  ${base}/reference`,
    `OpenAPI        ${base}/openapi.json`,
    ...(consoleParts.includes("desk") ? [`Desk           ${base}/desk`] : []),
    ...(consoleParts.includes("console") ? [`Console        ${base}/console`] : []),
    ...(isSandbox
      ? [
        "",
        `Try            curl -s ${base}/v1/screen -H 'content-type: application/json' -d '{"name": "Victor Sandburgov"}'`,
      ]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}
