import "../../base/temporal.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { serviceRoutes } from "../../routes/app.ts";
import type { Route } from "../../routes/http/route.ts";
import { describe } from "../../routes/openapi/openapi_document.ts";

/** A schema of the OpenAPI description. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter of the OpenAPI description. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly schema: Schema;
  readonly description?: string;
}

/** Bodies by content type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** An operation of the OpenAPI description. */
export interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The parts of `/openapi.json` that these tools read. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Schema;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation that the client has a method for. */
export interface ClientOperation {
  readonly name: string;
  readonly route: Route;
  readonly described: Described;
}

/**
 * Services whose operations the client has; operations for wallets and for the login's libraries
 * are not included.
 */
const services: readonly string[] = ["screening", "verification", "credentials"];

/** The routes of a deployment with all features, and its `/openapi.json`. */
export function readRoutes(): {
  readonly document: OpenApiDocument;
  readonly operations: readonly ClientOperation[];
} {
  const verification = { ...defaultPolicy.verification, requestUriMethod: "post" } as const;
  // Every operation of live is one of the sandbox, which has the demonstration besides.
  const mode = "sandbox";
  const routes = serviceRoutes({
    policy: { ...defaultPolicy, verification },
    exampleDecisionId: null,
    signsRequests: true,
    encryptsAnswers: true,
    scoresWallets: true,
  }, mode);
  const document = describe(routes, {
    mode,
    baseUrl: "https://aval.example",
  }) as unknown as OpenApiDocument;
  const operations = routes.filter(({ service }) => services.includes(service)).map((route) => {
    const described = document.paths[route.path]?.[route.method];
    if (described === undefined) throw new Error(`${route.path} is not described`);
    return { name: described.operationId, route, described };
  });
  return { document, operations };
}

/** The successful answer; if there are several statuses, they share one body. */
export function answerOf({ operationId, responses }: Described): Content {
  const [content, ...others] = Object.entries(responses)
    .flatMap(([status, answer]) => (status < "300" ? [answer.content ?? {}] : []));
  const schemaOf = (one: Content = {}) => JSON.stringify(one["application/json"]?.schema);
  const isOther = others.some((other) => schemaOf(other) !== schemaOf(content));
  if (content === undefined || isOther) throw new Error(`${operationId}: one answer`);
  return content;
}

/** Follows a reference to a schema. */
export function schemaNamed(
  { components }: OpenApiDocument,
  schema: Schema | undefined,
): { readonly name: string | null; readonly schema: Schema } {
  const reference = schema?.["$ref"];
  if (typeof reference !== "string") return { name: null, schema: schema ?? {} };
  const name = reference.slice("#/components/schemas/".length);
  return { name, schema: components.schemas[name] ?? {} };
}
