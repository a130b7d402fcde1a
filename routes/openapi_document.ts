import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Mode } from "../core/access/caller.ts";
import { type RefusalCode, refusalKind, refusalKinds } from "./refusals.ts";
import type { Answer, Route } from "./route.ts";

/** Error body of every route that does not speak OAuth (decisions.md part 2). */
const ErrorBody = z.object({
  error: z.string().meta({ description: "Stable code", examples: ["bad_request"] }),
  message: z.string().meta({ description: "For a person: names the thing and the remedy" }),
}).meta({ id: "Error" });

/** Status -> name of the shared answer that stands for it in every operation. */
const sharedAnswers: Readonly<Record<number, { readonly name: string; readonly text: string }>> = {
  400: { name: "BadRequest", text: "The request does not have the documented form" },
  401: { name: "Unauthorized", text: "Missing, malformed, expired, revoked or inactive token" },
  403: { name: "Forbidden", text: "A valid token that may not do this" },
  404: { name: "NotFound", text: "Unknown, or another client's: the same answer" },
  405: { name: "MethodNotAllowed", text: "The resource does not answer to that method" },
  409: { name: "Conflict", text: "The request contradicts what is on record" },
  413: { name: "PayloadTooLarge", text: "The body is larger than the route accepts" },
  500: { name: "InternalError", text: "The service failed; quote the X-Request-Id header" },
  503: { name: "UpstreamUnavailable", text: "A service that this one depends on is down" },
};

/** Statuses that the edge itself may answer, declared once: `components.responses` only. */
const edgeStatuses = new Set([405, 413, 503]);

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
      : "A body with `mode: sandbox` runs against invented data.",
  ].join("\n\n");
}

function sharedResponse(status: number) {
  const codes = Object.entries(refusalKinds).filter(([, kind]) => kind.status === status);
  return {
    description: `${sharedAnswers[status]?.text}: ${
      codes.map(([code]) => `\`${code}\``).join(", ")
    }`,
    ...(status === 401
      ? { headers: { "WWW-Authenticate": { schema: { type: "string" as const } } } }
      : {}),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(
          codes.map(([error, { message }]) => [error, { value: { error, message } }]),
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
  const request = {
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { query: route.query }),
    ...(route.idempotent === undefined ? {} : { headers: [idempotencyHeader] }),
    ...(Object.keys(bodies).length === 0 ? {} : { body: { required: true, content: bodies } }),
  };
  return {
    method,
    path,
    summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    operationId: operationId(route),
    tags: [service],
    ...(mode === "live" && route.auth === "bearer" ? { security: [{ bearer: [] }] } : {}),
    request: request as never,
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, response(answer)]),
      ),
      ...Object.fromEntries(
        refusalStatuses(route).map((status) => [
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

/** `POST /v1/screen/{decisionId}/review` -> `post_v1_screen_decisionId_review`. */
function operationId({ method, path }: Route): string {
  return [method, ...path.split(/[^A-Za-z0-9]+/).filter((part) => part !== "")].join("_");
}

function response(answer: Answer): Record<string, unknown> {
  if ("redirect" in answer) {
    return {
      description: answer.description,
      headers: { Location: { schema: { type: "string", format: "uri" } } },
    };
  }
  if ("contentType" in answer) {
    return {
      description: answer.description,
      content: { [answer.contentType]: { schema: { type: "string" } } },
    };
  }
  return {
    description: answer.description ?? "The answer",
    content: { "application/json": { schema: answer } },
  };
}

/** Every refusal status that a route's guards and operation can reach, the edge's own left out. */
function refusalStatuses(route: Route): readonly number[] {
  const codes: RefusalCode[] = [...(route.refuses ?? []), "internal_error"];
  const takesBody = route.body !== undefined || route.form !== undefined;
  if (takesBody || route.query !== undefined) codes.push("bad_request");
  if (route.params !== undefined) codes.push("not_found");
  if (route.auth === "bearer") codes.push("unauthorized", "insufficient_scope");
  if (route.idempotent !== undefined) codes.push("idempotency_key_conflict");
  const statuses = new Set(codes.map((code) => refusalKind(code).status));
  return [...statuses].filter((status) => !edgeStatuses.has(status)).toSorted();
}
