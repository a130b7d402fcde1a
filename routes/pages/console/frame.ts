import type { ClientId, ConsoleCaller } from "../../../core/access/schema.ts";
import { OperatorId } from "../../../core/kyb/application_schema.ts";
import { z } from "zod";
import { html, raw } from "hono/html";
import { type Html, loads, renderDocument, sitePolicy } from "../../html/layout.ts";
import { reply } from "../../http/route.ts";
import { renderPerson } from "../desk/desk_shell.ts";
import { styleFile } from "../look.ts";

const htmlPage = { contentType: "text/html; charset=utf-8", description: "The page" } as const;

/** What every page of the console has in common. */
export const page = {
  method: "get",
  service: "edge",
  kind: "console",
  auth: "console",
  access: {},
  limits: { bucket: "pages" },
  form: { errors: "page" },
  answers: { 200: htmlPage },
} as const;

/** What every act has in common: it is posted, and leads to the page that shows what it did. */
export const act = {
  method: "post",
  service: "edge",
  kind: "console",
  auth: "console",
  access: {},
  limits: { bucket: "pages" },
  form: { errors: "page" },
  answers: { 303: { redirect: true, description: "The page that shows what was done" } },
} as const;

const headers = {
  "content-security-policy": sitePolicy,
  "cache-control": "no-store",
  "x-frame-options": "DENY",
  // Without a referrer a browser would send its forms from the origin `null`.
  "referrer-policy": "same-origin",
};

/** Pages of the header, in their order. */
const links = [
  ["/console", "Overview"],
  ["/console/kyb", "KYB"],
  ["/console/clients", "Clients"],
  ["/console/templates", "Templates"],
  ["/console/keys", "Keys"],
  ["/console/audit", "Audit log"],
] as const;

/** The token of a session, as a form sends it. */
export const FormToken = z.string().min(1).max(200);

/** The hidden field by which a form shows that it is of the session. */
export function formTokenField({ formToken }: ConsoleCaller): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

/** Answers with a page of the console. @param parts `current` is the page of the header that it is below */
export function pageOf(
  caller: ConsoleCaller,
  { title, current, body }: {
    readonly title: string;
    readonly current: string;
    readonly body: Html;
  },
) {
  const text = renderDocument({
    title: `${title} · aval`,
    head: loads(styleFile.path, null),
    body: html`
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="/">aval</a>
        <nav class="across" aria-label="Console">${links.map(([path, name]) =>
          html`
            <a href="${path}" ${path === current ? raw('aria-current="true"') : ""}>${name}</a>
          `
        )}</nav>
        ${renderPerson(caller)}
      </header>
      <main id="content" class="room">
        ${caller.sandboxClient === null
          ? ""
          : html`<p class="notice">This is a sandbox. You can change the client of your own browser
            alone. Its session ends after a day, and applications that you try out are deleted then;
            all else stays as long as the sandbox keeps its data. Type no real person's data.</p>`}
        ${body}
      </main>
    `,
  });
  return reply(200, text, headers);
}

/** Answers an act by the page that shows what it did. */
export function redirectTo(location: string) {
  return reply(303, { location });
}

/** The person who acts, as KYB and the audit log record them. */
export function operatorOf({ person: { personId } }: ConsoleCaller): OperatorId {
  return OperatorId.parse(personId);
}

/** The client that a browser in a sandbox acts on; null in live. */
export function sandboxClientOf({ sandboxClient }: ConsoleCaller): ClientId | null {
  return sandboxClient?.clientId ?? null;
}
