import type { Caller } from "../../core/access/schema.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { refuseTokenInQuery } from "./bearer_token.ts";
import type { CookieScope } from "./cookies.ts";
import { validate } from "./guards/validate.ts";
import type { RawBody } from "./read_body.ts";
import { readHeaders, takesNoCookies, type ValidHeaders } from "./read_headers.ts";
import type { Refusal } from "./refusals.ts";
import type { RequestContext } from "./request_context.ts";
import type { Route } from "./route.ts";
import { sessionTokenRefusal } from "./session_token.ts";

/** The parts of a request for its operation, validated by the schemas of the route. */
export interface ValidInput extends ValidHeaders {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A request with an admitted caller. */
export interface AdmittedRequest {
  readonly context: RequestContext;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  /** Syntax was checked; the shape is validated here. */
  readonly body: RawBody;
}

/**
 * Asserts that a record names only readable parts.
 *
 * @throws Error otherwise, which fails the start
 */
export function assertReadable(route: Route): void {
  const { method, path, query, form } = route;
  if (!takesNoCookies(route)) {
    throw new Error(`${method} ${path}: it takes no request without cookies`);
  }
  if (form?.repeats === true && query === undefined) {
    throw new Error(`${method} ${path}: no query to read repetitions by`);
  }
}

/**
 * Validates the place of a token, parameters, cookies and headers, query and body, in this order.
 */
export function readInput(
  route: Route,
  scope: CookieScope,
  { context, caller, ...read }: AdmittedRequest,
): Result<ValidInput, Refusal> {
  const placed = refuseTokenInQuery(route, context);
  if (!placed.ok) return placed;
  const params = route.params?.safeParse(read.params);
  if (params !== undefined && !params.success) {
    // A token is answered alike whether or not there is what it is shown for.
    return refuse(caller.kind === "session_token" ? sessionTokenRefusal : { code: "not_found" });
  }
  const named = readHeaders(route, scope, context.request);
  if (!named.ok) return named;
  const query = validateQuery(route, context.url.searchParams);
  if (!query.ok) return query;
  const body = validateBody(route, read.body, query.value);
  if (!body.ok) return body;
  return ok({ params: params?.data, ...named.value, query: query.value, body: body.value });
}

/**
 * Validates the query. A repeated parameter is refused, since no standard gives it a meaning. A
 * route without a query schema has no 400 for it and ignores the query; a route that handles
 * repetitions reads them itself.
 */
function validateQuery(
  { query, form }: Route,
  parameters: URLSearchParams,
): Result<unknown, Refusal<"bad_request">> {
  if (query === undefined) return ok(undefined);
  if (form?.repeats === true) {
    return validate(query, withRepetitions(parameters), "Query parameter");
  }
  const single = Object.fromEntries(parameters);
  return Object.keys(single).length === parameters.size
    ? validate(query, single, "Query parameter")
    : refuse({ code: "bad_request", message: "A query parameter is given more than once" });
}

function withRepetitions(parameters: URLSearchParams): Readonly<Record<string, unknown>> {
  const byName = Map.groupBy(parameters, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => {
      const [first, ...others] = pairs.map(([, text]) => text);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

function validateBody(
  route: Route,
  body: RawBody,
  query: unknown,
): Result<unknown, Refusal<"bad_request">> {
  if (body.kind === "none") return ok(undefined);
  if (body.kind === "raw") return ok(route.form?.raw?.body(body.value, query));
  return validate(body.kind === "json" ? route.body : route.form?.urlencoded, body.value, "Field");
}
