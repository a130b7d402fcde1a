import type { Caller } from "../../../core/access/schema.ts";
import { isSameSecret } from "../../../base/constant_time.ts";
import { oldLogin } from "../../../core/console/fresh_login.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { memberOf, type RawBody } from "../read_body.ts";
import type { Refusal } from "../refusals.ts";
import type { Rendered } from "../render.ts";
import type { RequestContext } from "../request_context.ts";
import type { Route } from "../route.ts";

/** Header in which a script sends the token of its page's session beside a file. */
export const formTokenHeader = "x-aval-form-token";

/**
 * Holds what a person posts to the token of the session, which its page has and no other site does: in
 * the field `formToken`, or in a header beside a body that is no form.
 */
export function holdToSession(
  { method }: Pick<Route, "method">,
  caller: Caller,
  { request, body }: { readonly request: Request; readonly body: RawBody },
): Result<undefined, Refusal<"bad_request">> {
  if (method === "get" || (caller.kind !== "desk" && caller.kind !== "console")) {
    return ok(undefined);
  }
  const sent = body.kind === "raw"
    ? request.headers.get(formTokenHeader)
    : memberOf(body, "formToken");
  return typeof sent === "string" && isSameSecret(sent, caller.formToken)
    ? ok(undefined)
    : refuse({ code: "bad_request", message: "The form is of another session: open it again" });
}

/**
 * Sends a browser that opens a page without a session to where it gets one, and back afterwards.
 *
 * @returns null for anything else
 */
export function redirectToLogin(
  { auth, method }: Pick<Route, "auth" | "method">,
  { url }: Pick<RequestContext, "url">,
  { refusal, basePath }: { readonly refusal: Refusal; readonly basePath: string },
): Rendered | null {
  if (auth !== "desk" && auth !== "console") return null;
  if (method !== "get" || refusal.code !== "unauthorized") return null;
  const next = new URLSearchParams({ next: `${url.pathname}${url.search}` });
  return { status: 303, headers: { location: `${basePath}desk/login?${next}` }, body: null };
}

/** Leads a person from a refusal back to the first page, or to a login where that is not theirs. */
export function leadBack(
  { auth }: Pick<Route, "auth">,
  rendered: Rendered,
  basePath: string,
): Rendered {
  const { refused } = rendered;
  if (refused === undefined || (auth !== "desk" && auth !== "console")) return rendered;
  const home = rendered.status === 403
    ? { address: `${basePath}desk/login`, words: "Log in as another person" }
    : { address: `${basePath}${auth}`, words: `Back to the ${auth}` };
  return { ...rendered, refused: { ...refused, home } };
}

/**
 * Sends a browser whose act needs a fresh login to where it gets one, and back to the page of the act's
 * form. A script is refused instead: it would follow.
 *
 * @returns null for anything else
 */
export function redirectToFreshLogin(
  { auth }: Pick<Route, "auth">,
  { request: { headers }, url }: Pick<RequestContext, "request" | "url">,
  { refused, basePath }: {
    readonly refused: Rendered["refused"];
    readonly basePath: string;
  },
): Rendered | null {
  if (auth !== "desk" && auth !== "console") return null;
  if (refused?.message !== oldLogin.message || headers.get("sec-fetch-mode") !== "navigate") {
    return null;
  }
  const page = URL.parse(headers.get("referer") ?? "");
  // A refused form is shown at the address of its act, where no page is.
  const isAct = page?.pathname === url.pathname && page.search === url.search;
  const isBelow = !isAct && page?.pathname.startsWith(basePath) === true;
  const next = isBelow ? `/${page.pathname.slice(basePath.length)}${page.search}` : `/${auth}`;
  const query = new URLSearchParams({ fresh: "true", next });
  return { status: 303, headers: { location: `${basePath}desk/login?${query}` }, body: null };
}
