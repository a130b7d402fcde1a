import type { Rendered } from "./render.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";
import { sessionTokenHeader } from "./session_token.ts";

/** Seconds for which a browser caches the answer of a preflight, the maximum of browsers. */
const preflightSeconds = 86_400;

/**
 * Lets pages of any origin read an answer, including faults and refusals, without credentials
 * (Fetch §3.2), if the route permits it; on a route with two kinds of proof only for the token.
 */
export function allowAnyOrigin(
  { access, auth }: Pick<Route, "access" | "auth">,
  { request, answerHeaders }: Pick<RequestContext, "request" | "answerHeaders">,
): void {
  if (access?.cors !== true) return;
  if (auth === "session_token" && !request.headers.has(sessionTokenHeader)) return;
  answerHeaders["access-control-allow-origin"] = "*";
  answerHeaders["access-control-expose-headers"] = "retry-after, x-aval-mode, x-request-id";
}

/** The answer to a CORS preflight. */
export function preflight(methods: readonly string[]): Rendered {
  return {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": sessionTokenHeader,
      "access-control-max-age": String(preflightSeconds),
    },
    body: null,
  };
}
