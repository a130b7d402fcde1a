import type { Rendered } from "./render.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";
import { sessionTokenHeader } from "./session_token.ts";

/** Seconds for which a browser keeps what a preflight has answered: the longest that any takes. */
const preflightSeconds = 86_400;

/**
 * Lets pages of any origin read an answer, faults and refusals too, without credentials (Fetch
 * §3.2): where the route says so, and where it takes two kinds of proof, for the token alone.
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

/** The answer to a browser that asks before it sends (CORS preflight). */
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
