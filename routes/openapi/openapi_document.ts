import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { readsAccessToken } from "../http/bearer_token.ts";
import { keptAs } from "../http/caching.ts";
import { cacheHeaders, ifNoneMatchHeader, notModified } from "./cached_answers.ts";
import { type Headers, rateLimitReferences, registerErrors } from "./error_answers.ts";
import { errorsOf } from "./openapi_errors.ts";
import { answerExamples, formExamples, rawExamples, requestExamples } from "./examples.ts";
import type { Examples } from "./named_examples.ts";
import { cookieParameters, headerParameters, readsAuthorization } from "./parameters.ts";
import type { Answer, Route } from "../http/route.ts";
import { sessionTokenHeader } from "../http/session_token.ts";

/**
 * Prints the OpenAPI 3.1.0 description from the route records: one schema gives type, validation
 * and description. Schemes of bearer tokens are declared where one is needed, that is, in live.
 */
export function describe(
  routes: readonly Route[],
  { mode, baseUrl }: { readonly mode: Mode; readonly baseUrl: string },
): Record<string, unknown> {
  const printer = new OpenAPIHono();
  const registry = printer.openAPIRegistry;
  registerErrors(registry);
  registry.registerComponent("securitySchemes", "client_secret_basic", clientSecretScheme);
  if (routes.some(readsAccessToken)) {
    registry.registerComponent("securitySchemes", "wallet_token", walletTokenScheme);
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
    registry.registerPath(operation(route, { mode, baseUrl }));
  }
  const document = printer.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "aval",
      version: "0.1.0",
      description: description(mode),
      contact: { name: "The operator of this service", url: baseUrl },
    },
    // Where the description was read from comes first.
    servers: [{ url: "/" }, { url: baseUrl }],
    tags: [
      { name: "screening", description: "People, companies and wallets against sanctions lists" },
      {
        name: "desk",
        description: "Books of customers, the queue of matches, reviews of many, cleared pairs",
      },
      { name: "events", description: "What has happened, delivered to you or read in order" },
      { name: "verification", description: "What digital identity wallets prove (OpenID4VP 1.0)" },
      {
        name: "credentials",
        description: "Academic credentials: issued to wallets, shown to employers",
      },
      { name: "login", description: "Log in with your wallet (OpenID Connect)" },
      { name: "edge", description: "The service itself" },
    ],
  });
  return document as unknown as Record<string, unknown>;
}

function description(mode: Mode): string {
  return [
    "Errors are `{error, message}`, of routes that speak OAuth `{error, error_description}`, of pages HTML; a 429 is `{error, message, retryAfterSeconds}` everywhere. Any path but `/health` and `/ready` may answer 429 while too many requests of your address are open (answers that you do not read count), and 503 while the service has too many. Every answer carries `X-Request-Id` (yours, if it is a sane token) and `X-Aval-Mode`.",
    "Unknown body properties are ignored. Any route may answer 405, 413 or 503 `upstream_unavailable`.",
    "An `idempotency-key` holds for 24 hours: the same key with the same request gives the same bytes and `Idempotent-Replayed: true`; with another request, 409.",
    mode === "sandbox"
      ? "This is a sandbox: no token is needed and all data is invented. `X-Aval-Sandbox-Client` names the calling client. Routes without their own limit answer 429 to a source that sends more than 10 requests a second for long."
      : "A screening with `mode: sandbox` in its body runs against invented data.",
  ].join("\n\n");
}

const clientSecretScheme = {
  type: "http",
  scheme: "basic",
  description:
    "A relying party's id and secret, each form-encoded (RFC 6749 §2.3.1); or `client_id` and `client_secret` in the form",
} as const;

const walletTokenScheme = {
  type: "http",
  scheme: "bearer",
  description:
    "A wallet's access token of a pre-authorized code (OpenID4VCI 1.0 §6), in both modes; in the header `Authorization` alone",
} as const;

const sessionTokenScheme = {
  type: "apiKey",
  in: "header",
  name: sessionTokenHeader,
  description:
    "`sessionToken` of one verification session: reads only that session, never its evidence pack, and may be used in a page",
} as const;

/** The accepted authentication schemes of an operation. In a sandbox no caller needs a token. */
function securityOf(route: Route, mode: Mode) {
  const { auth } = route;
  if (readsAccessToken(route)) return { security: [{ wallet_token: [] }] };
  if (readsAuthorization(route)) return { security: [{ client_secret_basic: [] }, {}] };
  if (mode === "sandbox") return {};
  const bearers = rolesOf(route).map((roles) => ({ bearer: roles }));
  switch (auth) {
    case "bearer":
      return { security: bearers };
    case "session_token":
      return { security: [...bearers, { session_token: [] }] };
    case "optional_bearer":
      // The empty one says that none will do (OpenAPI 3.1 §4.8.10).
      return { security: [{}, ...bearers] };
    case "console":
    case "desk":
    case "none":
      return {};
    default:
      return auth satisfies never;
  }
}

/** The sets of roles any of which will do; a scheme lists those that are needed together (OpenAPI 3.1 §4.8.30). */
function rolesOf({ access: { roles, rolesAll = [] } = {} }: Route): string[][] {
  return roles === undefined ? [[...rolesAll]] : roles.map((role) => [...rolesAll, role]);
}

type Operation = Parameters<OpenAPIHono["openAPIRegistry"]["registerPath"]>[0];

function operation(
  route: Route,
  { mode, baseUrl }: { readonly mode: Mode; readonly baseUrl: string },
): Operation {
  const { method, path, summary, documentation, service, form, limits } = route;
  if (documentation === undefined) throw new Error(`${method} ${path}: no documentation`);
  const { operationId, description, tag = service } = documentation;
  const bodies: Record<string, { readonly schema: z.ZodType; readonly examples?: Examples }> = {
    ...(route.body === undefined ? {} : {
      "application/json": {
        schema: route.body,
        ...exampleMember(requestExamples(operationId, mode)),
      },
    }),
    ...(form?.urlencoded === undefined ? {} : {
      "application/x-www-form-urlencoded": {
        schema: form.urlencoded,
        ...exampleMember(formExamples(operationId)),
      },
    }),
  };
  for (const type of form?.raw?.types ?? []) {
    bodies[type] = { schema: z.string(), ...exampleMember(rawExamples(operationId, type)) };
  }
  const named = headerParameters(route);
  const cookies = cookieParameters(route, baseUrl);
  const headers = [
    ...(route.idempotency === undefined ? [] : [idempotencyHeader]),
    ...(keptAs(route) === null ? [] : [ifNoneMatchHeader]),
    ...(isNamedByHeader(route, mode) ? [sandboxClientHeader] : []),
    // In live it proves who calls, and is described as a security scheme.
    ...(route.auth === "session_token" && mode === "sandbox" ? [sessionTokenParameter] : []),
    ...(named === undefined ? [] : [named]),
  ];
  const request = {
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { query: route.query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(cookies === undefined ? {} : { cookies }),
    ...(Object.keys(bodies).length === 0 ? {} : { body: { required: true, content: bodies } }),
  };
  return {
    method,
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    operationId,
    tags: [tag],
    ...securityOf(route, mode),
    request: request as never,
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [
          status,
          response(answer, {
            headers: {
              ...(limits?.bucket === undefined ? {} : rateLimitReferences),
              ...(status === "200" ? cacheHeaders(route) : {}),
            },
            examples: answerExamples(operationId, Number(status)),
          }),
        ]),
      ),
      ...notModified(route),
      ...errorsOf(route),
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

/** Whether a header alone identifies the caller, as in a sandbox. */
function isNamedByHeader({ auth, access }: Route, mode: Mode): boolean {
  return mode === "sandbox" && (auth === "bearer" || auth === "session_token") &&
    access?.namesClient === undefined;
}

const sessionTokenParameter = z.string().optional().meta({
  param: { name: sessionTokenScheme.name, in: sessionTokenScheme.in },
  description: sessionTokenScheme.description,
});

function response(
  answer: Answer,
  { headers: guarded, examples }: { readonly headers: Headers; readonly examples: Examples },
): Record<string, unknown> {
  const headers = Object.keys(guarded).length === 0 ? {} : { headers: guarded };
  if ("redirect" in answer) {
    return {
      description: answer.description,
      headers: { ...guarded, Location: { schema: { type: "string", format: "uri" } } },
    };
  }
  if ("page" in answer) {
    const { contentType, description } = answer.page;
    const lines = answer.lines === undefined
      ? {}
      : { [answer.lines.contentType]: { schema: { type: "string" } } };
    return {
      description: answer.json.description ?? description,
      ...headers,
      content: {
        "application/json": { schema: answer.json, ...exampleMember(examples) },
        [contentType]: { schema: { type: "string" } },
        ...lines,
      },
    };
  }
  if ("contentType" in answer) {
    return {
      description: answer.description,
      ...headers,
      content: {
        [answer.contentType]: { schema: { type: "string" }, ...exampleMember(examples) },
      },
    };
  }
  const schema = "streamed" in answer ? answer.streamed : answer;
  return {
    description: answer.description ?? "The answer",
    ...headers,
    content: { "application/json": { schema, ...exampleMember(examples) } },
  };
}

function exampleMember(examples: Examples): { readonly examples?: Examples } {
  return Object.keys(examples).length === 0 ? {} : { examples };
}
