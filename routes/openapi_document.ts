import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { ClientId, type Mode } from "../core/access/caller.ts";
import { sessionTokenHeader } from "./cors.ts";
import { type RefusalCode, refusalKind, refusalKinds } from "./refusals.ts";
import type { Answer, Auth, Route } from "./route.ts";

/** Error body of every route that does not speak OAuth (decisions.md part 2). */
const ErrorBody = z.object({
  error: z.string().meta({ description: "Stable code", examples: ["bad_request"] }),
  message: z.string().meta({ description: "For a person: names the thing and the remedy" }),
}).meta({ id: "Error" });

/** The one error body that says more: of every 429, OAuth's routes too. */
const RateLimitError = ErrorBody.extend({
  retryAfterSeconds: z.int().min(1).meta({ description: "Seconds; as `Retry-After`" }),
}).meta({ id: "RateLimitError" });

/** Headers of every answer of a route that has a token bucket. */
const rateLimitHeaders = {
  "RateLimit-Policy": {
    description:
      "Name of the token bucket, `q` requests that it holds, `w` seconds in which it fills (draft-ietf-httpapi-ratelimit-headers)",
    example: '"screening";q=60;w=6',
  },
  "RateLimit": {
    description: "Its state: `r` requests are left; there is one more in `t` seconds",
    example: '"screening";r=59;t=1',
  },
} as const;

/** Status -> name of the shared answer that stands for it in every operation. */
const sharedAnswers: Readonly<Record<number, { readonly name: string; readonly text: string }>> = {
  400: { name: "BadRequest", text: "The request does not have the documented form" },
  401: { name: "Unauthorized", text: "Missing, malformed, expired, revoked or inactive token" },
  403: { name: "Forbidden", text: "A valid token that may not do this" },
  404: { name: "NotFound", text: "Unknown, or another client's: the same answer" },
  405: { name: "MethodNotAllowed", text: "The resource does not answer to that method" },
  409: { name: "Conflict", text: "The request contradicts what is on record" },
  413: { name: "PayloadTooLarge", text: "The body is larger than the route accepts" },
  429: { name: "TooManyRequests", text: "The token bucket of the route is empty" },
  500: { name: "InternalError", text: "The service failed; quote the X-Request-Id header" },
  503: {
    name: "UpstreamUnavailable",
    text: "A service that this one depends on is down, or none is configured",
  },
};

/** What the edge itself may answer on any route, declared once: `components.responses` only. */
const edgeCodes: ReadonlySet<RefusalCode> = new Set([
  "method_not_allowed",
  "payload_too_large",
  "upstream_unavailable",
]);

/**
 * Prints the OpenAPI 3.1.0 description from the route records: one schema gives type, validation
 * and description. Security schemes are declared where a token is needed, that is, in live.
 */
export function describe(
  routes: readonly Route[],
  { mode, baseUrl }: { readonly mode: Mode; readonly baseUrl: string },
): Record<string, unknown> {
  const printer = new OpenAPIHono();
  const registry = printer.openAPIRegistry;
  registry.register("Error", ErrorBody);
  registry.register("RateLimitError", RateLimitError);
  for (const [name, { description, example }] of Object.entries(rateLimitHeaders)) {
    registry.registerComponent("headers", name, {
      description,
      schema: { type: "string", examples: [example] },
    });
  }
  for (const [status, shared] of Object.entries(sharedAnswers)) {
    registry.registerComponent("responses", shared.name, sharedResponse(Number(status)));
  }
  if (mode === "live") {
    registry.registerComponent("securitySchemes", "bearer", {
      type: "http",
      scheme: "bearer",
      description:
        "Access token of the client-credentials grant (RFC 6749 §4.4, RFC 6750), looked up with its issuer (RFC 7662). A revoked one may work for some seconds more, an expired one never. While the issuer cannot be asked, requests answer 503 `upstream_unavailable` with `Retry-After`, never 401.",
    });
    registry.registerComponent("securitySchemes", "session_token", sessionTokenScheme);
  }
  for (const route of routes) {
    if (route.documented !== false) registry.registerPath(operation(route, mode));
  }
  const document = printer.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "aval",
      version: "0.1.0",
      description: description(mode),
    },
    // Where the description was read from comes first: the reference page may only call its origin.
    servers: [{ url: "/" }, { url: baseUrl }],
    tags: [
      { name: "screening", description: "People, companies and wallets against sanctions lists" },
      { name: "verification", description: "What digital identity wallets prove (OpenID4VP 1.0)" },
      { name: "edge", description: "The service itself" },
    ],
  });
  return document as unknown as Record<string, unknown>;
}

function description(mode: Mode): string {
  return [
    "Errors are `{error, message}`. Every answer carries `X-Request-Id` (yours, if it is a sane token) and `X-Aval-Mode`.",
    "Unknown body properties are ignored. Any route may answer 405, 413 or 503 `upstream_unavailable`.",
    "An `idempotency-key` holds for 24 hours: the same key with the same request gives the same bytes and `Idempotent-Replayed: true`; with another request, 409.",
    mode === "sandbox"
      ? "This is a sandbox: no token is needed and all data is invented. `X-Aval-Sandbox-Client` names the calling client."
      : "A screening whose body says `mode: sandbox` runs against invented data.",
  ].join("\n\n");
}

const sessionTokenScheme = {
  type: "apiKey",
  in: "header",
  name: sessionTokenHeader,
  description:
    "`sessionToken` of one verification session: reads that session alone, never its evidence pack, and may stand in a page",
} as const;

/** Which proofs of who calls an operation takes; in a sandbox nobody needs any. */
function securityOf({ auth }: Route, mode: Mode) {
  if (mode === "sandbox") return {};
  const bearer = { bearer: [] };
  switch (auth) {
    case "bearer":
      return { security: [bearer] };
    case "session_token":
      return { security: [bearer, { session_token: [] }] };
    case "optional_bearer":
      // The empty one says that none will do (OpenAPI 3.1 §4.8.10).
      return { security: [{}, bearer] };
    case "client_secret":
    case "access_token":
    case "none":
      return {};
    default:
      return auth satisfies never;
  }
}

type Headers = Record<
  string,
  { $ref: string } | {
    schema: { type: "string" | "integer"; format?: string; minimum?: number };
    description?: string;
  }
>;

const rateLimitReferences: Headers = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const retryAfter = { schema: { type: "integer", minimum: 1 }, description: "Seconds" } as const;

/** Headers of a shared answer, by status; 409 and 503 have theirs where trying again helps. */
const sharedHeaders: Readonly<Record<number, Headers>> = {
  401: { "WWW-Authenticate": { schema: { type: "string" } } },
  405: { "Allow": { schema: { type: "string" }, description: "Methods that it does answer to" } },
  409: { "Retry-After": retryAfter },
  429: { "Retry-After": retryAfter, ...rateLimitReferences },
  503: { "Retry-After": retryAfter },
};

function sharedResponse(status: number) {
  const codes = Object.entries(refusalKinds).filter(([, kind]) => kind.status === status);
  const headers = sharedHeaders[status];
  const limited = status === 429;
  return {
    description: `${sharedAnswers[status]?.text}: ${
      codes.map(([code]) => `\`${code}\``).join(", ")
    }`,
    ...(headers === undefined ? {} : { headers }),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${limited ? "RateLimitError" : "Error"}` },
        examples: Object.fromEntries(
          codes.map(([error, { message }]) => [error, {
            value: { error, message, ...(limited ? { retryAfterSeconds: 1 } : {}) },
          }]),
        ),
      },
    },
  };
}

type Operation = Parameters<OpenAPIHono["openAPIRegistry"]["registerPath"]>[0];

function operation(route: Route, mode: Mode): Operation {
  const { method, path, summary, service } = route;
  const bodies = {
    ...(route.body === undefined ? {} : { "application/json": { schema: route.body } }),
    ...(route.form === undefined
      ? {}
      : { "application/x-www-form-urlencoded": { schema: route.form } }),
  };
  const headers = [
    ...(route.idempotent === undefined ? [] : [idempotencyHeader]),
    ...(isNamedByHeader(route, mode) ? [sandboxClientHeader] : []),
    // In live it is a proof of who calls, and told as one.
    ...(route.auth === "session_token" && mode === "sandbox" ? [sessionTokenParameter] : []),
  ];
  const request = {
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { query: route.query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(Object.keys(bodies).length === 0 ? {} : { body: { required: true, content: bodies } }),
  };
  return {
    method,
    path,
    summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    operationId: operationId(route),
    tags: [service],
    ...securityOf(route, mode),
    request: request as never,
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [
          status,
          response(answer, route.rateLimit === undefined ? {} : rateLimitReferences),
        ]),
      ),
      ...Object.fromEntries(
        refusalStatuses(route, mode).map((status) => [
          status,
          { $ref: `#/components/responses/${sharedAnswers[status]?.name}` },
        ]),
      ),
    } as never,
  };
}

const idempotencyHeader = z.string().regex(/^[\x21-\x7e]{1,255}$/).optional().meta({
  param: { name: "idempotency-key", in: "header" },
  description: "1 to 255 visible ASCII characters; holds for 24 hours",
});

const sandboxClientHeader = ClientId.optional().meta({
  param: { name: "X-Aval-Sandbox-Client", in: "header" },
  description: "The calling client, in a sandbox",
  examples: ["acme"],
});

/** Whether a header alone says who calls, in a sandbox. */
function isNamedByHeader({ auth, namesClient }: Route, mode: Mode): boolean {
  return mode === "sandbox" && (auth === "bearer" || auth === "session_token") &&
    namesClient === undefined;
}

const sessionTokenParameter = z.string().optional().meta({
  param: { name: sessionTokenScheme.name, in: sessionTokenScheme.in },
  description: sessionTokenScheme.description,
});

/** `POST /v1/screen/{decisionId}/review` -> `post_v1_screen_decisionId_review`. */
function operationId({ method, path }: Route): string {
  return [method, ...path.split(/[^A-Za-z0-9]+/).filter((part) => part !== "")].join("_");
}

function response(answer: Answer, guarded: Headers): Record<string, unknown> {
  const headers = Object.keys(guarded).length === 0 ? {} : { headers: guarded };
  if ("redirect" in answer) {
    return {
      description: answer.description,
      headers: { ...guarded, Location: { schema: { type: "string", format: "uri" } } },
    };
  }
  if ("streamed" in answer) {
    return {
      description: answer.description,
      ...headers,
      content: { "application/json": { schema: answer.streamed } },
    };
  }
  if ("contentType" in answer) {
    return {
      description: answer.description,
      ...headers,
      content: { [answer.contentType]: { schema: { type: "string" } } },
    };
  }
  return {
    description: answer.description ?? "The answer",
    ...headers,
    content: { "application/json": { schema: answer } },
  };
}

/** Where a bearer token is read, and its client held to what it may do. */
const isForClients: ReadonlySet<Auth> = new Set(["bearer", "session_token", "optional_bearer"]);

/** Every refusal status that a route's guards and operation can reach, the edge's own left out. */
function refusalStatuses(route: Route, mode: Mode): readonly number[] {
  const codes: RefusalCode[] = [...(route.refuses ?? []), "internal_error"];
  const takesBody = route.body !== undefined || route.form !== undefined;
  if (takesBody || route.query !== undefined || isNamedByHeader(route, mode)) {
    codes.push("bad_request");
  }
  if (route.params !== undefined) codes.push("not_found");
  if (isForClients.has(route.auth)) {
    codes.push("unauthorized", route.hidesForbidden === true ? "not_found" : "account_inactive");
  }
  if (route.rateLimit !== undefined) codes.push("rate_limit_exceeded");
  if (route.idempotent !== undefined) codes.push("idempotency_key_conflict");
  const own = codes.filter((code) => !edgeCodes.has(code));
  return [...new Set(own.map((code) => refusalKind(code).status))].toSorted();
}
