import { html } from "hono/html";
import { z } from "zod";
import { beginSandboxSession } from "../../../core/console/begin_sandbox_session.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import type { Decisions, ScreeningPorts } from "../../../core/screening/ports.ts";
import type { Unit } from "../../../base/unit.ts";
import { screen } from "../../../core/screening/screen.ts";
import { inventedCustomers } from "../../../sandbox/invented/customers.ts";
import type { SessionRules } from "../../../core/policy/sessions.ts";
import { refuse } from "../../../base/result.ts";
import { loads, renderDocument, sitePolicy } from "../../html/layout.ts";
import { isOwnRequest } from "../../http/console_sessions.ts";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { linkBelow } from "../below_base.ts";
import { styleFile } from "../look.ts";
import { personHeaders } from "./desk_shell.ts";
import { FormToken } from "./forms.ts";

/** Characters of an address that a browser is sent back to. */
const nextCharactersMax = 1_000;

/** A page of the desk or the console, which alone a login goes on to. */
const NextPage = z.string().max(nextCharactersMax).regex(
  /^\/(?:desk|console)(?:[/?][\x21-\x7e]*)?$/,
)
  .catch("/desk");

const edge = {
  service: "edge",
  kind: "desk",
  limits: { bucket: "pages" },
  form: { errors: "page" },
} as const;

/** Where the login stands, and what it needs. */
export interface LoginSettings {
  /** What a proxy takes off the addresses of the service. */
  readonly basePath: string;
  /** Origin of the service's own pages. */
  readonly origin: string;
  readonly rules: SessionRules;
}

/**
 * Getting and ending a session of the desk and the console: in a sandbox by a button, without a login.
 * Only a page of the desk or the console is where a browser is sent on to.
 */
export function sessionRoutes({ basePath, origin, rules }: LoginSettings): readonly Route[] {
  return [
    defineRoute({
      ...edge,
      method: "get",
      path: "/desk/login",
      summary: "Get a session of the desk and the console",
      auth: "none",
      access: { anonymous: "browser" },
      query: z.object({ next: NextPage }),
      answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
      run: (_ports, { query: { next } }) =>
        reply(200, linkBelow(basePath, renderSandboxLogin(next, rules)), {
          ...personHeaders,
          "content-security-policy": sitePolicy,
        }),
    }),
    defineRoute({
      ...edge,
      method: "post",
      path: "/desk/login",
      summary: "Begin a session of a sandbox's browser, with invented matches",
      auth: "none",
      access: { anonymous: "browser" },
      form: { errors: "page", urlencoded: z.object({ next: NextPage }) },
      headers: z.object({
        origin: z.string().optional(),
        "sec-fetch-site": z.string().optional(),
      }),
      answers: { 303: { redirect: true, description: "The page that was asked for" } },
      refuses: ["bad_request"],
      run: async (ports, { unit, body: { next }, headers }) => {
        const named = Object.entries(headers).filter((pair) => pair[1] !== undefined);
        const request = { method: "POST", headers: new Headers(named as [string, string][]) };
        if (!isOwnRequest(request, origin)) {
          return refuse(
            { code: "bad_request", message: "Open this page, then press its button" } as const,
          );
        }
        const { secret, client } = beginSandboxSession(ports, unit);
        await screenInvented(ports, unit, client);
        return reply(303, { location: `${basePath}${next}` }, {}, [{
          name: "aval_session",
          value: secret,
          maxAgeSeconds: rules.sandboxHours * 3_600,
        }]);
      },
    }),
    defineRoute({
      ...edge,
      method: "post",
      path: "/desk/logout",
      summary: "End a session of the desk and the console",
      auth: "desk",
      cookies: z.object({ aval_session: z.string().optional() }),
      form: { errors: "page", urlencoded: z.object({ formToken: FormToken }) },
      answers: { 303: { redirect: true, description: "Where another session is got" } },
      run: async ({ personSessions }, { unit, cookies: { aval_session: secret } }) => {
        if (secret !== undefined) await personSessions.end(unit, secret);
        return reply(303, { location: `${basePath}/desk/login` }, {}, [
          { name: "aval_session", value: "", maxAgeSeconds: 0 },
        ]);
      },
    }),
  ];
}

/** Gives a new client of the sandbox matches to review. */
async function screenInvented(ports: ScreeningPorts, unit: Unit, client: ClientId): Promise<void> {
  const { decisions } = ports;
  // Without a check each, of which a commit has ten: their ids are new.
  const add: Decisions["add"] = (unit, decision, row) =>
    decisions.addMany(unit, [{ decision, row }]);
  for (const request of inventedCustomers) {
    const screened = await screen({ ...ports, decisions: { ...decisions, add } }, {
      ...{ unit, client, request, mode: "sandbox", sandboxOverride: false },
    });
    if (!screened.ok) throw new Error("An invented customer cannot be screened");
  }
}

function renderSandboxLogin(next: string, { sandboxHours }: SessionRules): string {
  return renderDocument({
    title: "Open the sandbox · aval",
    head: loads(styleFile.path, null),
    body: html`
      <main class="narrow" id="content">
        <h1>Desk and console of a sandbox</h1>
        <p class="lead">
          No login is needed. This browser becomes a client of its own, whose session ends after
          ${sandboxHours} hours. All lists and people are invented: type no real person's data.
        </p>
        <form method="post" action="/desk/login">
          <input type="hidden" name="next" value="${next}" />
          <button>Open</button>
        </form>
      </main>
    `,
  });
}
