import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { type RefusalCode, refusalKind, refusalKinds } from "../http/refusals.ts";
import type { Auth, Route } from "../http/route.ts";

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

/** Codes that the edge itself may answer on any route, declared once: `components.responses` only. */
const edgeCodes: ReadonlySet<RefusalCode> = new Set([
  "method_not_allowed",
  "payload_too_large",
  "upstream_unavailable",
]);

/** Headers of an answer, as OpenAPI describes them. */
export type Headers = Record<
  string,
  { $ref: string } | {
    schema: { type: "string" | "integer"; format?: string; minimum?: number };
    description?: string;
  }
>;

/** Those of every answer of a route that has a token bucket. */
export const rateLimitReferences: Headers = Object.fromEntries(
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
  const codes = Object.keys(refusalKinds).filter((code): code is RefusalCode =>
    refusalKind(code as RefusalCode).status === status
  );
  return errorAnswer(status, codes);
}

/** An error answer, and an example of each code that it may have. */
function errorAnswer(status: number, codes: readonly RefusalCode[]) {
  const headers = sharedHeaders[status];
  const limited = status === 429;
  return {
    description: `${sharedAnswers[status]?.text}: ${codes.map((code) => `\`${code}\``).join(", ")}`,
    ...(headers === undefined ? {} : { headers }),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${limited ? "RateLimitError" : "Error"}` },
        examples: Object.fromEntries(
          codes.map((error) => {
            const { message } = refusalKind(error);
            return [error, {
              value: { error, message, ...(limited ? { retryAfterSeconds: 1 } : {}) },
            }];
          }),
        ),
      },
    },
  };
}

/** Declares the bodies, headers and answers that operations refer to. */
export function registerErrors(registry: OpenAPIHono["openAPIRegistry"]): void {
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
}

/** The errors that an operation may answer, by status: each with the codes that it can have there. */
export function errorsOf(route: Route): Readonly<Record<string, unknown>> {
  const byStatus = Object.groupBy(refusalCodes(route), (code) => refusalKind(code).status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      errorAnswer(Number(status), codes ?? []),
    ]),
  );
}

/** Kinds of authentication that read a bearer token and authorize its client. */
const isForClients: ReadonlySet<Auth> = new Set(["bearer", "session_token", "optional_bearer"]);

/** Codes that a token of a client may be refused with. */
const admissionCodes: readonly RefusalCode[] = [
  "account_inactive",
  "client_access_restricted",
  "insufficient_scope",
];

/** Every refusal that a route's guards and operation can reach, the edge's own left out. */
function refusalCodes(route: Route): readonly RefusalCode[] {
  const codes: RefusalCode[] = [...(route.refuses ?? [])];
  const takesBody = route.body !== undefined || route.form !== undefined;
  const reads = takesBody || route.query !== undefined || route.headers !== undefined;
  if (reads) codes.push("bad_request");
  if (route.params !== undefined) codes.push("not_found");
  if (isForClients.has(route.auth)) codes.push("unauthorized", ...forbiddenCodes(route));
  if (route.rateLimit !== undefined) codes.push("rate_limit_exceeded");
  if (route.idempotent !== undefined) {
    codes.push("idempotency_key_conflict", "idempotency_key_in_progress");
  }
  if (route.neverFails !== true) codes.push("internal_error");
  const own = new Set(codes.filter((code) => !edgeCodes.has(code)));
  return Object.keys(refusalKinds).filter((code): code is RefusalCode =>
    own.has(code as RefusalCode)
  );
}

function forbiddenCodes({ auth, agents, roles, hidesForbidden }: Route): readonly RefusalCode[] {
  if (hidesForbidden === true) return ["not_found"];
  return [
    ...admissionCodes.filter((code) =>
      // Where anybody may call without a token, its source restricts nobody.
      (code !== "client_access_restricted" || auth !== "optional_bearer") &&
      (code !== "insufficient_scope" || agents !== true)
    ),
    ...(roles === undefined ? [] : ["insufficient_role"] as const),
  ];
}
