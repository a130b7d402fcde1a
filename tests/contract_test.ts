import assert from "node:assert/strict";
import type { z } from "zod";
import { isDeepStrictEqual } from "node:util";
import { defaultPolicy } from "../core/policy/policy.ts";
import { serviceRoutes } from "../routes/app.ts";
import { type Refusal, refusalKinds } from "../routes/http/refusals.ts";
import type { JsonOrPageAnswer, StreamedAnswer } from "../routes/http/route.ts";
import { renderRefusal } from "../routes/http/render.ts";
import { makeVerifier } from "./support/pem.ts";
import { serviceInMemory } from "./support/service.ts";

/**
 * The endpoint tables of the specification (Screening §4, Verification §4; decisions.md parts 2, 6
 * and 9), for the implemented operations.
 */
const operations = [
  { method: "get", path: "/health", statuses: [200, 503] },
  { method: "get", path: "/ready", statuses: [200, 500, 503] },
  { method: "get", path: "/v1/lists", statuses: [200, 401, 403, 500] },
  { method: "get", path: "/v1/lists/changes", statuses: [200, 304, 400, 401, 403, 429, 500] },
  {
    method: "get",
    path: "/v1/lists/{source}/entries/{listRef}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  { method: "post", path: "/v1/screen", statuses: [200, 400, 401, 403, 409, 429, 500] },
  { method: "get", path: "/v1/screen/{decisionId}", statuses: [200, 401, 403, 404, 500] },
  { method: "post", path: "/v1/screen/reviews", statuses: [200, 400, 401, 403, 409, 429, 500] },
  { method: "post", path: "/v1/screen/batches", statuses: [202, 400, 401, 403, 409, 429, 500] },
  {
    method: "get",
    path: "/v1/screen/batches/{batchId}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "delete",
    path: "/v1/screen/batches/{batchId}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "get",
    path: "/v1/screen/batches/{batchId}/results",
    statuses: [200, 400, 401, 403, 404, 429, 500],
  },
  { method: "get", path: "/v1/monitoring/subjects", statuses: [200, 400, 401, 403, 429, 500] },
  {
    method: "delete",
    path: "/v1/monitoring/subjects",
    statuses: [200, 400, 401, 403, 409, 429, 500],
  },
  {
    method: "put",
    path: "/v1/monitoring/subjects/{subjectRef}",
    statuses: [200, 201, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "get",
    path: "/v1/monitoring/subjects/{subjectRef}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "delete",
    path: "/v1/monitoring/subjects/{subjectRef}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "post",
    path: "/v1/monitoring/subjects/import",
    statuses: [200, 400, 401, 403, 409, 429, 500],
  },
  {
    method: "post",
    path: "/v1/monitoring/subjects/import/{generation}/finish",
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  { method: "get", path: "/v1/monitoring/runs", statuses: [200, 400, 401, 403, 429, 500] },
  {
    method: "post",
    path: "/v1/monitoring/runs",
    statuses: [202, 400, 401, 403, 404, 409, 429, 500],
  },
  { method: "get", path: "/v1/events", statuses: [200, 400, 401, 403, 429, 500] },
  { method: "post", path: "/v1/events/endpoints", statuses: [201, 400, 401, 403, 409, 429, 500] },
  { method: "get", path: "/v1/events/endpoints", statuses: [200, 401, 403, 429, 500] },
  {
    method: "get",
    path: "/v1/events/endpoints/{endpointId}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "put",
    path: "/v1/events/endpoints/{endpointId}",
    statuses: [200, 400, 401, 403, 404, 429, 500],
  },
  {
    method: "delete",
    path: "/v1/events/endpoints/{endpointId}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "post",
    path: "/v1/events/endpoints/{endpointId}/rotate",
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "post",
    path: "/v1/events/endpoints/{endpointId}/test",
    statuses: [202, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "get",
    path: "/v1/events/endpoints/{endpointId}/deliveries",
    statuses: [200, 400, 401, 403, 404, 429, 500],
  },
  {
    method: "post",
    path: "/v1/events/endpoints/{endpointId}/deliveries/{deliveryId}/resend",
    statuses: [202, 400, 401, 403, 404, 409, 429, 500],
  },
  { method: "get", path: "/.well-known/aval-events-keys", statuses: [200, 429, 500] },
  { method: "get", path: "/v1/screen/decisions", statuses: [200, 400, 401, 403, 429, 500] },
  { method: "get", path: "/v1/screen/cleared-pairs", statuses: [200, 400, 401, 403, 429, 500] },
  {
    method: "delete",
    path: "/v1/screen/cleared-pairs/{pairId}",
    statuses: [200, 401, 403, 404, 429, 500],
  },
  {
    method: "put",
    path: "/v1/screen/decisions/{decisionId}/assignee",
    statuses: [200, 400, 401, 403, 404, 429, 500],
  },
  {
    method: "post",
    path: "/v1/screen/decisions/{decisionId}/dispositions",
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  { method: "get", path: "/v1/screen/usage", statuses: [200, 400, 401, 403, 500] },
  {
    method: "post",
    path: "/v1/screen/{decisionId}/review",
    statuses: [200, 400, 401, 403, 404, 409, 500],
  },
  {
    method: "post",
    path: "/v1/wallet-risk/score",
    statuses: [200, 400, 401, 403, 409, 429, 500],
  },
  {
    method: "post",
    path: "/v1/onboarding/kyb-applications",
    statuses: [200, 400, 409, 429, 500],
  },
  {
    method: "post",
    path: "/v1/kyb-applications/{applicationId}/review-drafts",
    statuses: [201, 401, 404, 409, 500],
  },
  {
    method: "get",
    path: "/v1/kyb-applications/{applicationId}/review-drafts/latest",
    statuses: [200, 401, 404, 500],
  },
  { method: "post", path: "/v1/seal", statuses: [200, 400, 401, 403, 409, 429, 500, 503] },
  { method: "post", path: "/v1/sign", statuses: [200, 400, 401, 403, 409, 429, 500, 503] },
  { method: "get", path: "/v1/screen/gdpr/export", statuses: [200, 401, 403, 500] },
  { method: "post", path: "/v1/screen/gdpr/erasure-requests", statuses: [200, 401, 403, 500] },
  { method: "get", path: "/v1/verify/sessions", statuses: [200, 400, 401, 403, 500] },
  {
    method: "post",
    path: "/v1/verify/sessions",
    statuses: [200, 400, 401, 403, 409, 429, 500],
  },
  {
    method: "get",
    path: "/v1/verify/sessions/{sessionId}",
    statuses: [200, 400, 401, 403, 404, 500],
  },
  {
    method: "post",
    path: "/v1/verify/sessions/{sessionId}/responses",
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  { method: "get", path: "/v1/verify/gdpr/export", statuses: [200, 401, 403, 500] },
  { method: "post", path: "/v1/verify/gdpr/erasure-requests", statuses: [200, 401, 403, 500] },
  { method: "get", path: "/v1/verify/usage", statuses: [200, 400, 401, 403, 500] },
  {
    method: "get",
    path: "/v1/credentials/verify/sessions",
    statuses: [200, 400, 401, 403, 429, 500],
  },
  {
    method: "post",
    path: "/v1/credentials/verify/sessions",
    statuses: [200, 400, 401, 403, 409, 429, 500],
  },
  {
    method: "get",
    path: "/v1/credentials/verify/sessions/{sessionId}",
    statuses: [200, 400, 401, 403, 404, 429, 500],
  },
  {
    method: "post",
    path: "/v1/credentials/verify/sessions/{sessionId}/responses",
    statuses: [200, 400, 404, 409, 429, 500],
  },
  { method: "get", path: "/v1/login/.well-known/openid-configuration", statuses: [200, 304, 500] },
  {
    method: "get",
    path: "/.well-known/oauth-authorization-server/v1/login",
    statuses: [200, 304, 500],
  },
  { method: "get", path: "/v1/login/.well-known/jwks.json", statuses: [200, 304, 500] },
  { method: "get", path: "/v1/login/authorize", statuses: [200, 302, 400, 429, 500] },
  {
    method: "get",
    path: "/v1/login/authorize/{authorizationRequestId}/status",
    statuses: [200, 302, 400, 404, 429, 500],
  },
  { method: "post", path: "/v1/login/token", statuses: [200, 400, 401, 429, 500] },
] as const;

const issuing = "/v1/credentials/issue";
/** The tables of Credentials §4 and decisions.md part 11, in both modes. */
const credentialOperations = [
  { method: "get", path: `${issuing}/templates`, statuses: [200, 400, 401, 403, 404, 429, 500] },
  { method: "post", path: `${issuing}/templates`, statuses: [201, 400, 401, 403, 404, 429, 500] },
  {
    method: "post",
    path: `${issuing}/templates/{id}/submit`,
    statuses: [200, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "post",
    path: `${issuing}/templates/{id}/review`,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "post",
    path: `${issuing}/batches`,
    statuses: [201, 400, 401, 403, 404, 409, 429, 500],
  },
  { method: "get", path: `${issuing}/batches/{id}`, statuses: [200, 401, 403, 404, 429, 500] },
  {
    method: "post",
    path: `${issuing}/batches/{id}/approve`,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "post",
    path: `${issuing}/batches/{id}/items/{itemId}/recheck`,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "post",
    path: `${issuing}/batches/{id}/items/{itemId}/offer`,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "post",
    path: `${issuing}/batches/{id}/items/{itemId}/revoke`,
    statuses: [200, 400, 401, 403, 404, 409, 429, 500],
  },
  {
    method: "get",
    path: "/v1/credentials/status-lists/{listId}",
    statuses: [200, 304, 404, 500],
  },
  ...[
    "/v1/credentials/.well-known/openid-credential-issuer",
    "/.well-known/openid-credential-issuer/v1/credentials",
    "/v1/credentials/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/v1/credentials",
  ].map((path) => ({ method: "get", path, statuses: [200, 304, 500] })),
  { method: "get", path: "/v1/credentials/offers/{offerId}", statuses: [200, 404, 429, 500] },
  { method: "post", path: "/v1/credentials/token", statuses: [200, 400, 429, 500] },
  { method: "post", path: "/v1/credentials/nonce", statuses: [200, 429, 500] },
  { method: "post", path: "/v1/credentials", statuses: [200, 400, 401, 429, 500] },
] as const;

/** Operations that exist only in a sandbox. */
const sandboxOperations = [
  { method: "get", path: "/v1/credentials/sandbox/demo-offer", statuses: [200, 400, 429, 500] },
  { method: "post", path: "/v1/credentials/sandbox/demo-offer", statuses: [200, 429, 500] },
  { method: "post", path: "/v1/sandbox/lists/advance", statuses: [200, 401, 403, 429, 500] },
] as const;

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: unknown;
}

type Content = Readonly<
  Record<
    string,
    { readonly example?: unknown; readonly examples?: Readonly<Record<string, Example>> }
  >
>;
interface Example {
  readonly value: unknown;
}

/** Paths at which wallets fetch requests of a verifier that signs them. */
const requestObjects = ["/v1/verify", "/v1/credentials/verify"].map((below) => ({
  method: "get",
  path: `${below}/sessions/{sessionId}/requests/{requestId}`,
  statuses: [200, 404, 500],
}));

const deployments = [
  {
    name: "sandbox",
    mode: "sandbox",
    specified: [...operations, ...credentialOperations, ...sandboxOperations],
  },
  {
    name: "live",
    mode: "live",
    // It has no tag packs.
    specified: [...operations, ...credentialOperations].filter(({ path }) =>
      path !== "/v1/wallet-risk/score"
    ),
  },
  {
    name: "a sandbox that signs its requests",
    mode: "sandbox",
    specified: [...operations, ...credentialOperations, ...sandboxOperations, ...requestObjects],
    env: (await makeVerifier()).env,
  },
] as const;

for (const { name, specified, ...options } of deployments) {
  Deno.test(`GET /openapi.json in ${name} describes exactly the specified operations`, async () => {
    await using service = await serviceInMemory(options);
    const answer = await service.fetch("/openapi.json");
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    const document: Document = await answer.json();
    assert.deepEqual([document.openapi, document.info.version], ["3.1.0", "0.1.0"]);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        method,
        path,
        statuses: Object.keys(responses).map(Number).toSorted((a, b) => a - b),
      }))
    );
    const nameOf = ({ path, method }: { path: string; method: string }) => `${path} ${method}`;
    const byName = (a: { path: string; method: string }, b: { path: string; method: string }) =>
      nameOf(a) < nameOf(b) ? -1 : 1;
    assert.deepEqual(described.toSorted(byName), specified.toSorted(byName));
  });

  Deno.test(`GET /openapi.json in ${name} resolves every reference within itself`, async () => {
    await using service = await serviceInMemory(options);
    const text = await (await service.fetch("/openapi.json")).text();
    const document = JSON.parse(text);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? "");
    assert(references.length > 10);
    for (const reference of references) {
      const found = reference.split("/").reduce((node, part) => node?.[part], document);
      assert.notEqual(found, undefined, reference);
    }
  });
}

Deno.test("null satisfies what is described as nullable", async () => {
  await using service = await serviceInMemory();
  const text = await (await service.fetch("/openapi.json")).text();
  const isNull = (schema: unknown) => isDeepStrictEqual(schema, { type: "null" });
  let nullable = 0;
  JSON.parse(text, (_, node) => {
    if (node?.anyOf?.some(isNull)) nullable += 1;
    // A reference beside anything else holds of both at once, and no named schema has null.
    const isBoth = node?.allOf?.some((part: object) => "$ref" in part) &&
      JSON.stringify(node.allOf).includes('"null"');
    assert(!isBoth, JSON.stringify(node));
    return node;
  });
  assert(nullable > 0);
});

Deno.test("usage says what the end of its window is by default", async () => {
  await using service = await serviceInMemory();
  const { paths } = await (await service.fetch("/openapi.json")).json();
  const ends = { screen: /default: today/, verify: /default: tomorrow/ };
  for (const [report, expected] of Object.entries(ends)) {
    const { parameters } = paths[`/v1/${report}/usage`].get;
    const [to] = parameters.filter(({ name }: { name: string }) => name === "to");
    assert.match(to.description ?? to.schema.description, expected);
  }
});

Deno.test("security schemes are declared where a token is needed, and nowhere else", async () => {
  await using sandbox = await serviceInMemory();
  await using live = await serviceInMemory({ mode: "live" });
  const inSandbox: Document = await (await sandbox.fetch("/openapi.json")).json();
  const inLive: Document = await (await live.fetch("/openapi.json")).json();
  // A relying party has its secret everywhere, and a wallet its token.
  const schemesOf = ({ components }: Document) => Object.keys(components["securitySchemes"] ?? {});
  assert.deepEqual(schemesOf(inSandbox), ["client_secret_basic", "wallet_token"]);
  assert.deepEqual(schemesOf(inLive), [
    "client_secret_basic",
    "wallet_token",
    "bearer",
    "session_token",
  ]);
  for (const { paths } of [inSandbox, inLive]) {
    const { security } = paths["/v1/login/token"]?.["post"] ?? {};
    assert.deepEqual(security, [{ client_secret_basic: [] }, {}]);
    assert.deepEqual(paths["/v1/credentials"]?.["post"]?.security, [{ wallet_token: [] }]);
  }
  const read = "/v1/verify/sessions/{sessionId}";
  assert.deepEqual(inLive.paths[read]?.["get"]?.security, [{ bearer: [] }, { session_token: [] }]);
  // A wallet has no token; whoever sends one all the same is held to it.
  assert.deepEqual(inLive.paths[`${read}/responses`]?.["post"]?.security, [{}, { bearer: [] }]);
  assert.deepEqual(inLive.paths["/v1/screen"]?.["post"]?.security, [{ bearer: [] }]);
  assert.equal(inLive.paths["/health"]?.["get"]?.security, undefined);
});

Deno.test("no parameter is described that OpenAPI ignores", async () => {
  await using service = await serviceInMemory();
  const { paths } = await (await service.fetch("/openapi.json")).json();
  let headers = 0;
  for (const [path, methods] of Object.entries(paths as Record<string, object>)) {
    for (const { parameters = [] } of Object.values(methods)) {
      for (const { name, in: place } of parameters) {
        if (place !== "header") continue;
        headers += 1;
        // OpenAPI 3.1 §4.8.12.2
        assert.doesNotMatch(name, /^(accept|authorization|content-type)$/i, path);
      }
    }
  }
  assert(headers > 0);
});

Deno.test("an error answer names the codes of its operation, and those of the edge are shared", async () => {
  await using service = await serviceInMemory();
  const document: Document = await (await service.fetch("/openapi.json")).json();
  const codesOf = (path: string, method: string, status: number) => {
    const { content } = document.paths[path]?.[method]?.responses[status] ?? {};
    return Object.keys(content?.["application/json"]?.examples ?? {});
  };
  assert.deepEqual(codesOf("/v1/screen/{decisionId}/review", "post", 409), [
    "idempotency_key_conflict",
    "idempotency_key_in_progress",
    "screening_decision_not_reviewable",
  ]);
  assert.deepEqual(codesOf("/v1/screen", "post", 409), [
    "idempotency_key_conflict",
    "idempotency_key_in_progress",
  ]);
  assert.deepEqual(codesOf("/v1/screen", "post", 403), [
    "account_inactive",
    "client_access_restricted",
    "insufficient_scope",
  ]);
  // A key of the agent scope may list sessions; a wallet answers from anywhere.
  assert.deepEqual(codesOf("/v1/verify/sessions", "get", 403), [
    "account_inactive",
    "client_access_restricted",
  ]);
  const answers = "/v1/verify/sessions/{sessionId}/responses";
  assert.deepEqual(codesOf(answers, "post", 400), ["bad_request", "invalid_presentation"]);
  assert.deepEqual(codesOf(answers, "post", 403), ["account_inactive", "insufficient_scope"]);
  assert.deepEqual(codesOf("/v1/seal", "post", 503), ["qseal_not_configured"]);
  const shared = JSON.stringify(document.components["responses"]);
  for (const code of Object.keys(refusalKinds)) assert(shared.includes(`\`${code}\``), code);
});

Deno.test("errors document every header of theirs", async () => {
  await using service = await serviceInMemory();
  const { components } = await (await service.fetch("/openapi.json")).json();
  const documented = (name: string) =>
    Object.keys(components.responses[name].headers ?? {}).map((header) => header.toLowerCase());
  const sent: readonly (readonly [string, Refusal, "oauth"?])[] = [
    ["BadRequest", { code: "bad_request" }],
    ["Unauthorized", { code: "unauthorized", challenge: "invalid_token" }],
    ["Forbidden", { code: "account_inactive" }],
    ["NotFound", { code: "not_found" }],
    ["MethodNotAllowed", { code: "method_not_allowed", allow: "POST" }],
    ["Conflict", { code: "idempotency_key_in_progress", retryAfterSeconds: 1 }],
    ["PayloadTooLarge", { code: "payload_too_large" }],
    ["TooManyRequests", { code: "rate_limit_exceeded", retryAfterSeconds: 1 }],
    ["InternalError", { code: "internal_error" }],
    ["UpstreamUnavailable", { code: "upstream_unavailable", retryAfterSeconds: 1 }],
    ["OAuthBadRequest", { code: "invalid_grant" }, "oauth"],
    ["OAuthUnauthorized", { code: "invalid_client" }, "oauth"],
    ["OAuthMethodNotAllowed", { code: "method_not_allowed", allow: "POST" }, "oauth"],
    ["OAuthPayloadTooLarge", { code: "payload_too_large" }, "oauth"],
    ["OAuthInternalError", { code: "internal_error" }, "oauth"],
    ["OAuthUnavailable", { code: "upstream_unavailable", retryAfterSeconds: 1 }, "oauth"],
  ];
  assert.deepEqual(
    sent.map(([name]) => name).toSorted(),
    Object.keys(components.responses).toSorted(),
  );
  for (const [name, refusal, form] of sent) {
    const headers = Object.keys(renderRefusal(refusal, form).headers).filter((header) =>
      header !== "content-type"
    );
    for (const header of headers) assert(documented(name).includes(header), `${name}: ${header}`);
  }
});

const routes = serviceRoutes(
  {
    policy: defaultPolicy,
    exampleDecisionId: null,
    signsRequests: true,
    encryptsAnswers: false,
    scoresWallets: true,
  },
  "sandbox",
);

Deno.test("every operation has a name of its own that is a function's in any language", async () => {
  const names = routes.map(({ documentation }) => documentation?.operationId ?? "");
  for (const name of names) assert.match(name, /^[a-z][a-zA-Z]+$/);
  assert.equal(new Set(names).size, names.length);
  await using service = await serviceInMemory();
  const { info } = await (await service.fetch("/openapi.json")).json();
  assert.match(info.contact.url, /^http/);
});

Deno.test("every body and every answer that is no error has examples, which hold", async (t) => {
  await using service = await serviceInMemory({ env: (await makeVerifier()).env });
  const { paths }: Document = await (await service.fetch("/openapi.json")).json();
  for (const { documentation, path, method, body, form, answers } of routes) {
    const operation = paths[path]?.[method];
    assert(operation !== undefined);
    await t.step(documentation?.operationId ?? "", () => {
      for (
        const [type, { examples = {} }] of Object.entries(operation.requestBody?.content ?? {})
      ) {
        assert(Object.keys(examples).length > 0, type);
        const schema = type === "application/json" ? body : form?.urlencoded;
        for (const { value } of Object.values(examples)) schema?.parse(value);
      }
      for (const [status, answer] of Object.entries(answers)) {
        const [content]: readonly Content[string][] = Object.values(
          operation.responses[status]?.content ?? {},
        );
        const examples: readonly Example[] = Object.values(content?.examples ?? {});
        if ("redirect" in answer) continue;
        assert(examples.length > 0, status);
        if ("contentType" in answer) continue;
        const schema = schemaOf(answer);
        for (const { value } of examples) assert.deepEqual(schema.parse(value), value);
      }
    });
  }
});

function schemaOf(answer: z.ZodType | StreamedAnswer | JsonOrPageAnswer): z.ZodType {
  if ("streamed" in answer) return answer.streamed;
  return "page" in answer ? answer.json : answer;
}

Deno.test("in live the screenings of the sandbox run in the sandbox", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const { paths }: Document = await (await service.fetch("/openapi.json")).json();
  const content = paths["/v1/screen"]?.["post"]?.requestBody?.content ?? {};
  const examples = Object.values(content["application/json"]?.examples ?? {});
  assert(examples.length > 20);
  for (const { value } of examples) {
    assert.equal((value as { readonly mode: string }).mode, "sandbox");
  }
});
