import { z } from "zod";
import { authorize, type KeptCookie } from "../../core/login/authorize.ts";
import type { LoginPage } from "../../core/login/login_page.ts";
import type { RepeatableQuery } from "../../core/login/parse_authorize.ts";
import { pollLogin } from "../../core/login/poll_login.ts";
import { LoginStatusReply } from "../../core/login/schema.ts";
import { refuse } from "../../base/result.ts";
import type { CookieName, SetCookie } from "../http/cookies.ts";
import type { Ports } from "../http/ports.ts";
import { defineRoute, reply, type RequestFacts, type Route } from "../http/route.ts";
import { chooseWords } from "../html/languages/choose_words.ts";
import { renderLoginPage } from "../pages/login_page.ts";

/** Browsers' routes of the login (Verification §4, rules 9 and 10). */
export function loginRoutes(): readonly Route[] {
  return [authorizeRoute, loginStatusRoute];
}

const page = {
  contentType: "text/html; charset=utf-8",
  description: "A page that waits for a wallet: QR code, link, state",
} as const;

/**
 * A parameter of an authentication request. Each is optional here, and may be repeated: the
 * operation reports errors, mostly to the relying party.
 */
const parameter = (description: string) =>
  z.union([z.string(), z.array(z.string()).readonly()]).optional().meta({
    description,
    type: "string",
  });
const ignored = parameter("Ignored");
const refused = parameter("Not supported: refused by a code of its own");

const AuthorizeQuery = z.object({
  response_type: parameter("`code`"),
  client_id: parameter("The relying party"),
  redirect_uri: parameter("One of its registered URIs, the same by every code point"),
  scope: parameter("Contains `openid`; other values are ignored"),
  state: parameter("Returned unchanged; 2,048 characters at most"),
  nonce: parameter("Comes back in the id_token; 2,048 characters at most"),
  code_challenge: parameter("Base64url SHA-256 of the `code_verifier` (RFC 7636)"),
  code_challenge_method: parameter("`S256`"),
  response_mode: parameter("`query`"),
  prompt: parameter(
    "`none`: no page is shown. `login`, `consent`, `select_account`: the wallet must present again",
  ),
  max_age: parameter("Seconds since the wallet's proof, at most"),
  request: refused,
  request_uri: refused,
  registration: refused,
  acr_values: ignored,
  claims: ignored,
  claims_locales: ignored,
  display: ignored,
  id_token_hint: ignored,
  login_hint: ignored,
  ui_locales: parameter(
    "Languages of the page in the order of preference, before those of the browser",
  ),
});

/** GET /v1/login/authorize (Verification §4, rule 9). */
const authorizeRoute = defineRoute({
  method: "get",
  path: "/v1/login/authorize",
  summary: "Log a person in by a wallet (OpenID Connect authentication request)",
  documentation: {
    operationId: "authorizeLogin",
    description:
      "Answers a page with a QR code, or 302 with a code at once where the browser has logged in to the same relying party before. An unknown `client_id` or `redirect_uri` is an error page; every other fault is a 302 to `redirect_uri` with `error`, `error_description`, `state` and `iss`. Unknown parameters are ignored. GET alone is taken.",
    tag: "login",
  },
  service: "edge",
  kind: "login",
  auth: "none",
  access: { anonymous: "browser" },
  limits: { bucket: "loginAuthorize" },
  query: AuthorizeQuery,
  cookies: z.object({ aval_login: z.string().optional(), aval_login_sso: z.string().optional() }),
  form: { errors: "page", writesOnGet: true, repeats: true },
  answers: {
    200: page,
    302: { redirect: true, description: "Back to the relying party, with a code or an error" },
  },
  refuses: ["bad_request"],
  run: async (ports, { unit, query, cookies, request: { mode, writes, acceptLanguage } }) => {
    const authorized = await authorize(ports, {
      unit,
      mode,
      query: givenIn(query),
      browser: cookies.aval_login ?? null,
      singleSignOn: cookies.aval_login_sso ?? null,
      writes,
    });
    if (!authorized.ok) {
      return refuse({ ...authorized.refusal, cause: "unknown_relying_party" as const });
    }
    const { value } = authorized;
    switch (value.kind) {
      case "redirect":
        return reply(302, { location: value.location });
      case "page": {
        const { html, headers } = renderPage(ports, { mode, acceptLanguage }, value.page);
        return reply(200, html, headers, cookiesOf("aval_login", value.browser));
      }
      case "unwritten":
        return reply(200, unwritten());
      default:
        return value satisfies never;
    }
  },
});

/** GET /v1/login/authorize/{authorizationRequestId}/status (Verification §4, rule 10). */
const loginStatusRoute = defineRoute({
  method: "get",
  path: "/v1/login/authorize/{authorizationRequestId}/status",
  summary: "Read how far a login is",
  documentation: {
    operationId: "readLoginStatus",
    description:
      "The unguessable id authorizes it, from the browser that began: without its cookie it is 404, as an unknown id is. The first poll that sees that the wallet has answered gets `redirectTo`, with the code; later ones get the same until the code is used or over. The page polls about every 2 seconds. Where `Accept` prefers `text/html` to JSON it answers 302 to `redirectTo`, or the page.",
    tag: "login",
  },
  service: "edge",
  kind: "login_status",
  auth: "none",
  access: { anonymous: "browser" },
  limits: { bucket: "loginStatus" },
  params: z.object({ authorizationRequestId: z.string() }),
  cookies: z.object({ aval_login: z.string().optional() }),
  form: { errors: "either", writesOnGet: true },
  answers: {
    200: { json: LoginStatusReply, page },
    302: { redirect: true, description: "To `redirectTo`, for a browser without script" },
  },
  refuses: ["not_found"],
  run: async (
    ports,
    { unit, params, cookies, request: { mode, writes, wantsPage, acceptLanguage } },
  ) => {
    const polled = await pollLogin(ports, {
      unit,
      mode,
      authorizationRequestId: params.authorizationRequestId,
      browser: cookies.aval_login ?? null,
      writes,
      wantsPage,
    });
    if (!polled.ok) return polled;
    const { reply: status, singleSignOn, page } = polled.value;
    const set = cookiesOf("aval_login_sso", singleSignOn);
    if (wantsPage && status.redirectTo !== undefined) {
      return reply(302, { location: status.redirectTo }, {}, set);
    }
    if (page === null) return reply(200, { json: status }, {}, set);
    const { html, headers: pageHeaders } = renderPage(ports, { mode, acceptLanguage }, page);
    return reply(200, { page: html }, pageHeaders, set);
  },
});

/** The parameters in a query. */
function givenIn(query: z.infer<typeof AuthorizeQuery>): RepeatableQuery {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}

function renderPage(
  { random }: Pick<Ports, "random">,
  { mode, acceptLanguage }: Pick<RequestFacts, "mode" | "acceptLanguage">,
  shown: LoginPage,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } {
  const nonce = random.bytes(16).toBase64({ alphabet: "base64url", omitPadding: true });
  const asked = new URL(shown.restartUrl).searchParams.get("ui_locales") ?? "";
  const { html, contentSecurityPolicy } = renderLoginPage({
    ...shown,
    words: chooseWords(acceptLanguage, asked),
    isSandbox: mode === "sandbox",
    nonce,
  });
  return {
    html,
    headers: {
      "content-security-policy": contentSecurityPolicy,
      "x-frame-options": "DENY",
      vary: "accept-language",
    },
  };
}

/** The body for HEAD, which begins nothing: the length of GET's page is unknown. */
function unwritten(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

function cookiesOf(name: CookieName, kept: KeptCookie | null): readonly SetCookie[] {
  return kept === null ? [] : [{ name, ...kept }];
}
