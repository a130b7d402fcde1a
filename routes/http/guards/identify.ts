import type { Caller } from "../../../core/access/schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import type { Introspector } from "../../../core/access/ports.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { ConsoleSessions } from "../console_sessions.ts";
import { memberOf, type RawBody } from "../read_body.ts";
import type { Refusal } from "../refusals.ts";
import type { Route } from "../route.ts";
import { sessionTokenHeader } from "../session_token.ts";
import { authenticateBearer, identifySandboxCaller } from "./authenticate.ts";

/** The parts of a request that identify its caller. */
export interface Identify {
  readonly request: Request;
  /** Network of the request, in the form of rate limit buckets. */
  readonly source: string;
  readonly body: RawBody;
  readonly query: URLSearchParams;
}

/** Identifies the caller by the proof that the route requires. */
export async function identify(
  { mode, introspector, consoleSessions }: {
    readonly mode: Mode;
    readonly introspector: Introspector;
    readonly consoleSessions: ConsoleSessions | null;
  },
  route: Pick<Route, "auth" | "access">,
  { request, source, body, query }: Identify,
): Promise<Result<Caller, Refusal>> {
  const authenticate = () =>
    authenticateBearer(introspector, request, { fresh: route.access?.freshToken === true, source });
  const identifyBearer = async () =>
    mode === "live"
      ? await authenticate()
      : identifySandboxCaller(request, namedClient(route, body, query));
  const anonymous = ok({ kind: route.access?.anonymous ?? "browser" } as const);
  switch (route.auth) {
    case "bearer":
      return await identifyBearer();
    case "none":
      return anonymous;
    case "console":
      return await identifyPerson(consoleSessions, route, request);
    case "desk":
      return await identifyReviewer(consoleSessions, route, request);
    case "optional_bearer":
      // One that is shown all the same is validated, in a sandbox too (Verification §4, rule 7).
      return request.headers.has("authorization") ? await authenticate() : anonymous;
    case "session_token": {
      const token = request.headers.get(sessionTokenHeader);
      // With a bearer beside it the narrower one counts (decisions.md part 9).
      return token === null ? await identifyBearer() : ok({ kind: "session_token", token });
    }
    default:
      return route.auth satisfies never;
  }
}

/** Identifies the person of a console session, who must have the role of the route. */
async function identifyPerson(
  sessions: ConsoleSessions | null,
  { access: { consoleRole = "aval-operator", freshLogin } = {} }: Pick<Route, "access">,
  request: Request,
): Promise<Result<Caller, Refusal>> {
  if (sessions === null) return refuse({ code: "not_found" });
  const found = await sessions.identify(request, { freshLogin: freshLogin === true });
  if (!found.ok) return found;
  return found.value.roles.includes(consoleRole) ? found : refuse({ code: "insufficient_role" });
}

/** Identifies the reviewer of a desk session. */
async function identifyReviewer(
  sessions: ConsoleSessions | null,
  { access: { freshLogin } = {} }: Pick<Route, "access">,
  request: Request,
): Promise<Result<Caller, Refusal>> {
  return sessions === null
    ? refuse({ code: "not_found" })
    : await sessions.identifyReviewer(request, { freshLogin: freshLogin === true });
}

function namedClient(
  { access: { namesClient } = {} }: Pick<Route, "access">,
  body: RawBody,
  query: URLSearchParams,
): unknown {
  if (namesClient === undefined) return undefined;
  return namesClient === "body" ? memberOf(body, "clientId") : query.get("clientId");
}
