import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { hasOAuthName, oauthCode, speaksOAuth } from "../http/oauth_errors.ts";
import { oauthDescription } from "../http/oauth_refusals.ts";
import { type RefusalCode, refusalKind, refusalKinds } from "../http/refusals.ts";
import {
  describeRows,
  type RefusedRow,
  RefusedRowBody,
  refusedRowsMax,
} from "../http/refused_rows.ts";
import type { ErrorForm } from "../http/route.ts";

/** Error body of every route that neither speaks OAuth nor is a page (decisions.md part 2). */
const ErrorBody = z.object({
  error: z.string().meta({ description: "Stable code", examples: ["bad_request"] }),
  message: z.string().meta({ description: "For a person: names the thing and the remedy" }),
}).meta({ id: "Error" });

/** Error body of the routes that speak OAuth, but for a 429. */
const OAuthErrorBody = z.object({
  error: z.string().meta({ description: "Registered code", examples: ["invalid_request"] }),
  error_description: z.string().meta({ description: "For a developer: names thing and remedy" }),
}).meta({ id: "OAuthError" });

/** The error body of every 429, also of OAuth's routes; it has further members. */
const RateLimitError = ErrorBody.extend({
  retryAfterSeconds: z.int().min(1).meta({ description: "Seconds; as `Retry-After`" }),
}).meta({ id: "RateLimitError" });

/** Error body of a 400 that may list rows of the request. */
const RowsError = ErrorBody.extend({
  rows: z.array(RefusedRowBody).max(refusedRowsMax).optional().meta({
    description: "Every row that is not valid, where the rest of the request is",
  }),
}).meta({ id: "RowsError" });

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

/** The name of the shared answer for each status. */
type SharedAnswers = Readonly<Record<number, { readonly name: string; readonly text: string }>>;

const sharedAnswers: SharedAnswers = {
  400: { name: "BadRequest", text: "The request does not have the documented form" },
  401: { name: "Unauthorized", text: "Missing, malformed, expired, revoked or inactive token" },
  403: { name: "Forbidden", text: "A valid token that may not do this" },
  404: { name: "NotFound", text: "Unknown, or another client's: the same answer" },
  405: { name: "MethodNotAllowed", text: "The resource does not answer to that method" },
  409: { name: "Conflict", text: "The request contradicts the recorded state" },
  413: { name: "PayloadTooLarge", text: "The body is larger than the route accepts" },
  429: {
    name: "TooManyRequests",
    text: "The token bucket of the route is empty, or too many requests of the address are open",
  },
  500: { name: "InternalError", text: "The service failed; quote the X-Request-Id header" },
  503: {
    name: "UpstreamUnavailable",
    text:
      "A service that this one depends on is down or not configured, or too many requests are open",
  },
};

/** Shared answers of OAuth routes. */
const oauthAnswers: SharedAnswers = {
  400: { name: "OAuthBadRequest", text: "The request, or the value that it redeems, is invalid" },
  401: { name: "OAuthUnauthorized", text: "The client or its access token is not authenticated" },
  405: { name: "OAuthMethodNotAllowed", text: "The resource does not answer to that method" },
  413: { name: "OAuthPayloadTooLarge", text: "The body is larger than the route accepts" },
  500: { name: "OAuthInternalError", text: "The service failed; quote the X-Request-Id header" },
  503: { name: "OAuthUnavailable", text: "A service that this one depends on is down" },
};

/** Headers of an answer, as OpenAPI describes them. */
export type Headers = Record<
  string,
  { $ref: string } | {
    schema: { type: "string" | "integer"; format?: string; minimum?: number };
    description?: string;
  }
>;

/** Headers of every answer of a route with a token bucket. */
export const rateLimitReferences: Headers = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const retryAfter = { schema: { type: "integer", minimum: 1 }, description: "Seconds" } as const;

/** Headers of a shared answer, by status; 409 and 503 have theirs where trying again helps. */
const sharedHeaders: Readonly<Record<number, Headers>> = {
  401: {
    "WWW-Authenticate": {
      schema: { type: "string" },
      description:
        "RFC 6750 §3. `error` is `invalid_token` where one was shown, and `insufficient_user_authentication` with `acr_values` and `max_age` where a person must log in again (RFC 9470 §3)",
    },
  },
  405: { "Allow": { schema: { type: "string" }, description: "Methods that it does answer to" } },
  409: { "Retry-After": retryAfter },
  429: { "Retry-After": retryAfter, ...rateLimitReferences },
  503: { "Retry-After": retryAfter },
};

function sharedResponse(status: number, form: "aval" | "oauth") {
  const codes = Object.keys(refusalKinds).filter((code): code is RefusalCode => {
    const kind = refusalKind(code as RefusalCode);
    const isOAuth = kind.form === "oauth" || hasOAuthName(code as RefusalCode);
    return kind.status === status && (form === "oauth" ? isOAuth : kind.form === undefined);
  });
  return errorAnswer(status, codes, form);
}

/** An error answer in the form of its route, and an example of each code that it may have. */
export function errorAnswer(status: number, codes: readonly RefusalCode[], form: ErrorForm) {
  const headers = sharedHeaders[status];
  const headed = headers === undefined ? {} : { headers };
  if (form === "page" && status !== 429) {
    const content = { "text/html": { schema: { type: "string" } } } as const;
    return { description: textOf(status, form), ...headed, content };
  }
  const schema = status === 429 ? "RateLimitError" : speaksOAuth(form) ? "OAuthError" : "Error";
  return {
    description: describedBy(status, codes, form),
    ...headed,
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: errorExamples(status, codes, form),
      },
    },
  };
}

function textOf(status: number, form: ErrorForm): string {
  const { text = "" } = (speaksOAuth(form) ? oauthAnswers[status] : undefined) ??
    sharedAnswers[status] ?? {};
  return text;
}

function describedBy(status: number, codes: readonly RefusalCode[], form: ErrorForm): string {
  const named = Object.keys(errorExamples(status, codes, form)).map((code) => `\`${code}\``);
  return `${textOf(status, form)}: ${named.join(", ")}`;
}

function errorExamples(status: number, codes: readonly RefusalCode[], form: ErrorForm) {
  const values = codes.map((code) => errorBody(status, code, form));
  return Object.fromEntries(values.map((value) => [value.error, { value }]));
}

function errorBody(status: number, code: RefusalCode, form: ErrorForm) {
  const { message } = refusalKind(code);
  if (status === 429) return { error: code, message, retryAfterSeconds: 1 };
  return speaksOAuth(form)
    ? { error: oauthCode(code, form), error_description: oauthDescription(message) }
    : { error: code, message };
}

const refusedRows: readonly RefusedRow[] = [
  { line: 2, property: "studentEmail", reason: "expected email" },
  { line: 5, property: "claim.credits", reason: "it is required" },
];

/** The 400 of a route that may list rows: as {@link errorAnswer}, in the normal form. */
export function rowsAnswer(codes: readonly RefusalCode[]) {
  const message = describeRows(refusedRows);
  return {
    description: describedBy(400, codes, "aval"),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/RowsError" },
        examples: {
          ...errorExamples(400, codes, "aval"),
          bad_request_rows: { value: { error: "bad_request", message, rows: refusedRows } },
        },
      },
    },
  };
}

/** Declares the bodies, headers and answers that operations refer to. */
export function registerErrors(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.register("Error", ErrorBody);
  registry.register("OAuthError", OAuthErrorBody);
  registry.register("RateLimitError", RateLimitError);
  registry.register("RowsError", RowsError);
  for (const [name, { description, example }] of Object.entries(rateLimitHeaders)) {
    registry.registerComponent("headers", name, {
      description,
      schema: { type: "string", examples: [example] },
    });
  }
  for (const [form, shared] of [["aval", sharedAnswers], ["oauth", oauthAnswers]] as const) {
    for (const [status, { name }] of Object.entries(shared)) {
      registry.registerComponent("responses", name, sharedResponse(Number(status), form));
    }
  }
}
