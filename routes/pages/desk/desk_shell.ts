import { html, raw } from "hono/html";
import type { ConsoleCaller, DeskCaller } from "../../../core/access/schema.ts";
import { callingPolicy, type Html, loads, renderDocument } from "../../html/layout.ts";
import { styleFile } from "../look.ts";
import { browserScript } from "../browser_script.ts";
import { staticFile } from "../static_file.ts";
import script from "./desk.js" with { type: "text" };
import { formTokenField } from "./forms.ts";

/** The script of every page of the desk. */
export const deskScript = staticFile("/desk/files", "desk.js", browserScript(script));

/** Links of the desk's header, in their order. */
const deskLinks = [["/desk", "Queue"]] as const;

/** Headers of every page that a person with a session gets: forms name their origin. */
export const personHeaders = {
  "content-security-policy": callingPolicy,
  "cache-control": "no-store",
  "x-frame-options": "DENY",
  // Without a referrer a browser would send its forms from the origin `null`.
  "referrer-policy": "same-origin",
};

/** What a page of the desk shows. */
export interface DeskPage {
  /** Without a customer's name: it stands in the browser's history. */
  readonly title: string;
  /** The link of the header that the page is below. */
  readonly current: string;
  readonly caller: DeskCaller;
  readonly body: Html;
}

/** Renders a page of the reviewers' desk: its header, who is logged in, and its content. */
export function renderDeskPage({ title, current, caller, body }: DeskPage): string {
  return renderDocument({
    title: `${title} · aval`,
    head: loads(styleFile.path, deskScript.path),
    body: html`
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="/">aval</a>
        <nav class="across" aria-label="Desk">${deskLinks.map(([path, name]) =>
          html`
            <a href="${path}" ${path === current ? raw('aria-current="true"') : ""}>${name}</a>
          `
        )}</nav>
        ${renderPerson(caller)}
      </header>
      <main id="content" class="room">
        ${caller.client.kind === "sandbox" ? sandboxNotice : ""} ${body}
      </main>
    `,
  });
}

/** Who is logged in, and the way out. */
export function renderPerson(caller: DeskCaller | ConsoleCaller): Html {
  const { kind, person: { personId, login } } = caller;
  return html`
    <form method="post" action="/${kind}/logout">
      ${formTokenField(caller)}
      <small><bdi>${personId}</bdi>${login === "provider" ? "" : ` (${login})`}</small>
      <button class="quiet">Log out</button>
    </form>
  `;
}

const sandboxNotice = html`
  <p class="notice">
    This is a sandbox, and this browser a client of its own in it. The session ends after a day; what
    you type stays as long as the sandbox keeps its data. Type no real person's data.
  </p>
`;
