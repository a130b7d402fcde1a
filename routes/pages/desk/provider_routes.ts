import { z } from "zod";
import { beginProviderLogin } from "../../../core/console/begin_provider_login.ts";
import { attemptMinutes } from "../../../core/console/schema.ts";
import { logInByProvider, type LogInRefusal } from "../../../core/console/log_in_by_provider.ts";
import type { SessionRules } from "../../../core/policy/sessions.ts";
import { refuse } from "../../../base/result.ts";
import { chooseWords } from "../../html/languages/choose_words.ts";
import { sitePolicy } from "../../html/layout.ts";
import { defineRoute, reply, type RequestFacts, type Route } from "../../http/route.ts";
import { linkBelow } from "../below_base.ts";
import { personHeaders } from "../person_page.ts";
import { type LoginFailure, renderLogin, type ShownLogin } from "./login_page.ts";
import { edge, IsTrue, NextPage, UiLocales } from "./login_settings.ts";

/** Characters of what the provider hands a browser: longer texts are none of its codes. */
const broughtCharactersMax = 4_000;

const Brought = z.string().max(broughtCharactersMax).optional();

const failurePage = { contentType: "text/html; charset=utf-8", description: "Why not" } as const;

/** What a login by the identity provider needs of the deployment. */
export interface ProviderRouteSettings {
  readonly basePath: string;
  readonly rules: SessionRules;
}

/**
 * Logging in by the identity provider: a browser is sent there, and comes back with a code. Both are
 * GETs, so that no form's policy stands in the way of the provider's redirects.
 */
export function providerRoutes({ basePath, rules }: ProviderRouteSettings): readonly Route[] {
  const failed = (
    failure: LoginFailure,
    { acceptLanguage }: Pick<RequestFacts, "acceptLanguage">,
    again: Pick<ShownLogin, "next" | "isFresh">,
  ) => {
    const words = chooseWords(acceptLanguage);
    const page = renderLogin({
      ...{ words, rules, failure, ...again },
      hasProvider: true,
      logoutUrl: null,
      isLoggedOut: false,
    });
    const headers = { ...personHeaders(sitePolicy), vary: "accept-language" };
    const shown = linkBelow(basePath, page);
    switch (failure) {
      case "failed":
        return reply(400, shown, headers);
      case "noRole":
        return reply(403, shown, headers);
      case "unavailable":
        return reply(503, shown, headers);
      default:
        return failure satisfies never;
    }
  };
  const common = {
    ...edge,
    method: "get",
    auth: "none",
    access: { anonymous: "browser" },
    form: { ...edge.form, writesOnGet: true },
  } as const;
  return [
    defineRoute({
      ...common,
      path: "/desk/login/provider",
      summary: "Log in by the identity provider",
      query: z.object({ next: NextPage, fresh: IsTrue, ui_locales: UiLocales }),
      cookies: z.object({ aval_person_login: z.string().optional() }),
      answers: {
        303: { redirect: true, description: "The provider's login" },
        400: failurePage,
        403: failurePage,
        503: failurePage,
      },
      refuses: ["not_found"],
      run: async (ports, { unit, query: { next, fresh, ui_locales }, cookies, request }) => {
        const isFresh = fresh === "true";
        const { language } = chooseWords(request.acceptLanguage, ui_locales);
        const browser = cookies.aval_person_login;
        const begun = await beginProviderLogin(ports, { unit, next, isFresh, browser, language });
        if (begun.ok) {
          return reply(303, { location: begun.value.location }, {}, [
            {
              name: "aval_person_login",
              value: begun.value.browser,
              maxAgeSeconds: attemptMinutes * 60,
            },
          ]);
        }
        const { code } = begun.refusal;
        return code === "not_found"
          ? refuse({ code })
          : failed("unavailable", request, { next, isFresh });
      },
    }),
    defineRoute({
      ...common,
      path: "/desk/login/return",
      summary: "Begin the session of the person whom the identity provider has authenticated",
      query: z.object({ code: Brought, state: Brought, iss: Brought, error: Brought }),
      cookies: z.object({
        aval_person_login: z.string().optional(),
        aval_session: z.string().optional(),
      }),
      answers: {
        303: { redirect: true, description: "The page that was asked for" },
        400: failurePage,
        403: failurePage,
        503: failurePage,
      },
      run: async (ports, { unit, once, query: brought, cookies, request }) => {
        const again = { next: "/desk", isFresh: false };
        if (!request.writes) return failed("failed", request, again);
        const loggedIn = await logInByProvider(ports, {
          ...{ unit, once, brought },
          browser: cookies.aval_person_login,
          session: cookies.aval_session,
        });
        if (!loggedIn.ok) return failed(failureOf(loggedIn.refusal), request, again);
        const { secret, next } = loggedIn.value;
        return reply(303, { location: `${basePath}${next}` }, {}, [
          { name: "aval_session", value: secret, maxAgeSeconds: rules.sessionHours * 3_600 },
        ]);
      },
    }),
  ];
}

function failureOf({ code }: LogInRefusal): LoginFailure {
  switch (code) {
    case "login_failed":
      return "failed";
    case "no_role":
      return "noRole";
    case "upstream_unavailable":
      return "unavailable";
    default:
      return code satisfies never;
  }
}
