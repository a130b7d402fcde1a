import { html, raw } from "hono/html";
import { z } from "zod";
import type { ConsoleCaller, DeskCaller } from "../../core/access/schema.ts";
import { type Html, loads, renderDocument } from "../html/layout.ts";
import { reply } from "../http/route.ts";
import { styleFile } from "./look.ts";
import type { StaticFile } from "./static_file.ts";

const htmlPage = { contentType: "text/html; charset=utf-8", description: "The page" } as const;

/** The common parts of all routes of the desk, or of the console. */
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
    /** An act, answered by a redirect to the page that shows its result. */
    act: {
      ...posted,
      answers: { 303: { redirect: true, description: "The page that shows what was done" } },
    },
    /** An act, answered by a page that has no address of its own. */
    shownAct: { ...posted, answers: { 200: htmlPage } },
  } as const;
}

/** Headers of every page for a person with a session. Forms send their origin. */
export function personHeaders(contentSecurityPolicy: string) {
  return {
    "content-security-policy": contentSecurityPolicy,
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    // Without a referrer a browser would send its forms from the origin `null`.
    "referrer-policy": "same-origin",
  };
}

/** Answers an act by a redirect to the page that shows its result. */
export function redirectTo(location: string) {
  return reply(303, { location });
}

/** The CSRF token of a session, as a form sends it; the mount compares it. */
export const FormToken = z.string().min(1).max(200);

/** A form that sends only its token. */
export const tokenForm = {
  errors: "page",
  urlencoded: z.object({ formToken: FormToken }),
} as const;

/** The hidden field with the session's CSRF token. */
export function formTokenField({ formToken }: { readonly formToken: string }): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

/** The content of a page for a person. */
export interface PersonPage<Caller extends DeskCaller | ConsoleCaller> {
  /** Title without a customer's name, because browsers store it in their history. */
  readonly title: string;
  /** The link in the header that is marked as current for this page. */
  readonly current: string;
  readonly caller: Caller;
  readonly body: Html;
}

/** The frame of every page of the desk, or of the console. */
export interface Around {
  readonly label: string;
  /** Links of the header, in order. */
  readonly links: readonly (readonly [path: string, name: string])[];
  /** The notice at the top of a sandbox's pages; null in live. */
  readonly notice: Html | null;
  readonly script: StaticFile | null;
}

/** Renders a page of the desk or of the console: header, logged-in person and content. */
export function renderPersonPage(
  { title, current, caller, body }: PersonPage<DeskCaller | ConsoleCaller>,
  { label, links, notice, script }: Around,
): string {
  return renderDocument({
    title: `${title} · aval`,
    head: loads(styleFile.path, script?.path ?? null),
    body: html`
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="/">aval</a>
        <nav class="across" aria-label="${label}">${links.map(([path, name]) =>
          html`
            <a href="${path}" ${path === current ? raw('aria-current="true"') : ""}>${name}</a>
          `
        )}</nav>
        ${renderPerson(caller)}
      </header>
      <main id="content" class="room">
        ${notice === null ? "" : html`<p class="notice">${notice}</p>`} ${body}
      </main>
    `,
  });
}

/** Renders the logged-in person, and the button to log out. */
function renderPerson(caller: DeskCaller | ConsoleCaller): Html {
  const { kind, person: { personId, login } } = caller;
  return html`
    <form method="post" action="/${kind}/logout">
      ${formTokenField(caller)}
      <small><bdi>${personId}</bdi>${login === "provider" ? "" : ` (${login})`}</small>
      <button class="quiet">Log out</button>
    </form>
  `;
}
