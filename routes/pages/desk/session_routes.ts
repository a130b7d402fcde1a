import { z } from "zod";
import { logInByLink } from "../../../core/console/log_in_by_link.ts";
import { beginSandboxSession } from "../../../core/console/begin_sandbox_session.ts";
import type { TenantCaller } from "../../../core/access/schema.ts";
import { type DecidedCustomer, monitorDecided } from "../../../core/monitoring/monitor_decided.ts";
import type { Decisions } from "../../../core/screening/ports.ts";
import type { Unit } from "../../../base/unit.ts";
import { screenPinned } from "../../../core/screening/screen.ts";
import { inventedCustomers, screenedOnce } from "../../../sandbox/invented/customers.ts";
import { refuse } from "../../../base/result.ts";
import { chooseWords } from "../../html/languages/choose_words.ts";
import { sitePolicy } from "../../html/layout.ts";
import { isOwnPage } from "../../http/console_sessions.ts";
import type { Ports } from "../../http/ports.ts";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { staticFileRoute } from "../static_file.ts";
import { linkBelow } from "../below_base.ts";
import { personHeaders, tokenForm } from "../person_page.ts";
import { linkScript, pastedCharactersMax, renderLogin, renderSandboxLogin } from "./login_page.ts";
import { edge, IsTrue, type LoginSettings, NextPage, UiLocales } from "./login_settings.ts";
import { providerRoutes } from "./provider_routes.ts";

/** A token, or the link that ends with it. */
const PastedToken = z.string().max(pastedCharactersMax)
  .transform((pasted) => pasted.trim().replace(/^.*#/s, ""));

/** Headers that say which page has sent a form. */
const SendingPage = z.object({
  origin: z.string().optional(),
  "sec-fetch-site": z.string().optional(),
});

const foreign = { code: "bad_request", message: "Open this page, then press its button" } as const;

const linkOver = {
  code: "bad_request",
  message: "The link is unknown, was used before, or is too old. Ask an operator for another",
} as const;

/**
 * Getting and ending a session of the desk and the console: in a sandbox by a button, without a login;
 * in live by the identity provider, or by a link, once. A browser is sent on to a page of the desk or the
 * console alone.
 */
export function sessionRoutes(settings: LoginSettings): readonly Route[] {
  const { mode, basePath, origin, rules } = settings;
  const redirected = (next: string, secret: string, hours: number) =>
    reply(303, { location: `${basePath}${next}` }, {}, [
      { name: "aval_session", value: secret, maxAgeSeconds: hours * 3_600 },
    ]);
  const begun = {
    ...edge,
    method: "post",
    path: "/desk/login",
    auth: "none",
    access: { anonymous: "browser" },
    headers: SendingPage,
    answers: { 303: { redirect: true, description: "The page that was asked for" } },
    refuses: ["bad_request"],
  } as const;
  return [
    defineRoute({
      ...edge,
      method: "get",
      path: "/desk/login",
      summary: "Get a session of the desk and the console",
      auth: "none",
      access: { anonymous: "browser" },
      query: z.object({
        next: NextPage,
        fresh: IsTrue,
        loggedOut: IsTrue,
        ui_locales: UiLocales,
      }),
      answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
      run: async ({ personProvider }, { query, request: { acceptLanguage } }) => {
        const { next, fresh, loggedOut, ui_locales: locales } = query;
        const words = chooseWords(acceptLanguage, locales);
        const page = mode === "sandbox" ? renderSandboxLogin({ words, next, rules }) : renderLogin({
          ...{ words, next, rules },
          hasProvider: personProvider !== null,
          isFresh: fresh === "true",
          failure: null,
          isLoggedOut: loggedOut === "true",
          logoutUrl: loggedOut === "true" ? await personProvider?.logoutUrl() ?? null : null,
        });
        const headers = { ...personHeaders(sitePolicy), vary: "accept-language" };
        return reply(200, linkBelow(basePath, page), headers);
      },
    }),
    mode === "sandbox"
      ? defineRoute({
        ...begun,
        summary: "Begin a session of a sandbox's browser, with invented matches",
        limits: { bucket: "sandboxSessions" },
        form: { errors: "page", urlencoded: z.object({ next: NextPage }) },
        run: async (ports, { unit, body: { next }, headers }) => {
          if (!isOwnPage(headers, origin)) return refuse(foreign);
          const { secret, client } = beginSandboxSession(ports, unit);
          const caller = { kind: "sandbox", clientId: client, named: true } as const;
          await screenInvented(ports, unit, caller);
          return redirected(next, secret, rules.sandboxHours);
        },
      })
      : defineRoute({
        ...begun,
        summary: "Begin the session of the person whom a link names",
        form: { errors: "page", urlencoded: z.object({ next: NextPage, token: PastedToken }) },
        run: async (ports, { unit, body: { next, token }, headers }) => {
          if (!isOwnPage(headers, origin)) return refuse(foreign);
          const begun = await logInByLink(ports, { unit, token, next });
          if (!begun.ok) return refuse(linkOver);
          return redirected(begun.value.next, begun.value.secret, rules.sessionHours);
        },
      }),
    ...(mode === "sandbox" ? [] : [
      ...providerRoutes(settings),
      staticFileRoute(linkScript, "desk"),
    ]),
    logoutRoute("desk", settings),
    logoutRoute("console", settings),
  ];
}

/** Ends the session of a browser, from a page of the desk or of the console. */
const logoutRoute = (auth: "desk" | "console", { basePath }: Pick<LoginSettings, "basePath">) =>
  defineRoute({
    ...edge,
    method: "post",
    path: `/${auth}/logout`,
    summary: "End a session of the desk and the console",
    auth,
    cookies: z.object({ aval_session: z.string().optional() }),
    form: tokenForm,
    answers: { 303: { redirect: true, description: "Where another session is got" } },
    run: async ({ personSessions }, { unit, caller, cookies: { aval_session: secret } }) => {
      if (secret !== undefined) await personSessions.end(unit, secret);
      const query = caller.person.login === "provider" ? "?loggedOut=true" : "";
      return reply(303, { location: `${basePath}/desk/login${query}` }, {}, [
        { name: "aval_session", value: "", maxAgeSeconds: 0 },
      ]);
    },
  });

/** Gives a new client of the sandbox matches to review, and monitored customers. */
async function screenInvented(ports: Ports, unit: Unit, caller: TenantCaller): Promise<void> {
  const { decisions } = ports;
  // Without a check each, of which a commit has ten: their ids are new.
  const add: Decisions["add"] = (unit, decision, row) =>
    decisions.addMany(unit, [{ decision, row }]);
  const customers: DecidedCustomer[] = [];
  for (const request of inventedCustomers) {
    const { subjectRef, ...data } = request;
    const isMonitored = subjectRef !== undefined && !screenedOnce.has(subjectRef);
    const screened = await screenPinned({ ...ports, decisions: { ...decisions, add } }, {
      ...{ unit, client: caller.clientId, request, mode: "sandbox", sandboxOverride: false },
      ...(isMonitored ? { origin: "monitoring" } : {}),
    });
    if (!screened.ok) throw new Error("An invented customer cannot be screened");
    if (isMonitored) customers.push({ subjectRef, request: data, decided: screened.value });
  }
  await monitorDecided(ports, { unit, caller, mode: "sandbox", customers });
}
