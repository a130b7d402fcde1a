import { html, raw } from "hono/html";
import { z } from "zod";
import type { ConsoleCaller, DeskCaller } from "../../core/access/schema.ts";
import { type Html, loads, renderDocument } from "../html/layout.ts";
import { reply } from "../http/route.ts";
import { styleFile } from "./look.ts";
import type { StaticFile } from "./static_file.ts";

const htmlPage = { contentType: "text/html; charset=utf-8", description: "The page" } as const;

/** What the routes of the desk, or those of the console, have in common. */
export function routesOf<Part extends "desk" | "console">(part: Part) {
  const any = {
    service: "edge",
    kind: part,
    auth: part,
    access: {},
    limits: { bucket: "pages" },
    form: { errors: "page" },
  } as const;
  const posted = { ...any, method: "post" } as const;
  return {
    page: { ...any, method: "get", answers: { 200: htmlPage } },
    /** An act leads to the page that shows what it did. */
    act: {
      ...posted,
      answers: { 303: { redirect: true, description: "The page that shows what was done" } },
    },
    /** An act that shows a page which no address has. */
    shownAct: { ...posted, answers: { 200: htmlPage } },
  } as const;
}

/** Headers of every page that a person with a session gets: forms name their origin. */
export function personHeaders(contentSecurityPolicy: string) {
  return {
    "content-security-policy": contentSecurityPolicy,
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    // Without a referrer a browser would send its forms from the origin `null`.
    "referrer-policy": "same-origin",
  };
}

/** The part of a page that says that an act is done: shown where the address names it. */
const doneId = "done";

/** Answers an act by a page that shows what it did, or what it has begun. */
export function redirectTo(location: string) {
  return reply(303, { location });
}

/** Answers an act by the page that shows what it did, and that says that it is done. */
export function doneAt(location: string) {
  return redirectTo(`${location}#${doneId}`);
}

/** The token of a session, as a form sends it; the mount compares it. */
export const FormToken = z.string().min(1).max(200);

/** A form that sends its token alone. */
export const tokenForm = {
  errors: "page",
  urlencoded: z.object({ formToken: FormToken }),
} as const;

/** The hidden field by which a form shows that it is of the session. */
export function formTokenField({ formToken }: { readonly formToken: string }): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

/** What a page of a person shows. */
export interface PersonPage<Caller extends DeskCaller | ConsoleCaller> {
  /** Without a customer's name: it stands in the browser's history. */
  readonly title: string;
  /** The link of the header that the page is below. */
  readonly current: string;
  readonly caller: Caller;
  readonly body: Html;
}

/** What every page of the desk, or of the console, has around it. */
export interface Around {
  readonly label: string;
  /** Links of the header, in their order. */
  readonly links: readonly (readonly [path: string, name: string])[];
  /** What a sandbox says first; null: this is none. */
  readonly notice: Html | null;
  readonly script: StaticFile;
}

/** Renders a page of the desk or of the console: its header, who is logged in, and its content. */
export function renderPersonPage(
  { title, current, caller, body }: PersonPage<DeskCaller | ConsoleCaller>,
  { label, links, notice, script }: Around,
): string {
  return renderDocument({
    title: `${title} · aval`,
    head: loads(styleFile.path, script.path),
    body: html`
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top person">
        <a class="brand" href="/">aval</a>
        <nav class="across" aria-label="${label}">${links.map(([path, name]) =>
          html`
            <a href="${path}" ${path === current ? raw('aria-current="true"') : ""}>${name}</a>
          `
        )}</nav>
        ${renderPerson(caller)}
      </header>
      <main id="content" class="room">
        <p id="${doneId}" class="notice good" role="status">Done.</p>
        ${notice === null ? "" : html`<p class="notice">${notice}</p>`} ${body}
      </main>
    `,
  });
}

const partNames = { desk: "Desk", console: "Console" } as const;
const guides = { desk: "guide-reviewers", console: "guide-operators" } as const;

/** Who is logged in, the guide, the other part that the person may open, and the way out. */
function renderPerson(caller: DeskCaller | ConsoleCaller): Html {
  const { kind, person: { personId, login, homes } } = caller;
  const other = kind === "desk" ? "console" : "desk";
  return html`
    <nav class="across" aria-label="Elsewhere">
      ${homes[other] === undefined ? "" : html`<a href="${homes[other]}">${partNames[other]}</a>`}
      <a href="/docs/${guides[kind]}">Guide</a>
    </nav>
    <form method="post" action="/${kind}/logout">
      ${formTokenField(caller)}
      <small><bdi>${personId}</bdi>${login === "provider" ? "" : ` (${login})`}</small>
      <button class="quiet">Log out</button>
    </form>
  `;
}
