import type { Operation, Repeat } from "../src/operation.ts";
import type { Route } from "../../routes/http/route.ts";
import {
  answerOf,
  type ClientOperation,
  type Content,
  type OpenApiDocument,
  schemaNamed,
} from "./documents.ts";

const methods = { get: "GET", post: "POST", put: "PUT", delete: "DELETE" } as const;

/** The data about an operation that the client needs. */
export function clientOperation(
  document: OpenApiDocument,
  { name, route, described }: ClientOperation,
): Operation {
  const body = bodyKind(described.requestBody?.content);
  const answer = answerKind(document, name, answerOf(described));
  return {
    method: methods[route.method],
    path: route.path,
    repeat: repeatOf(route),
    ...(body === undefined ? {} : { body }),
    ...(described.parameters?.some((one) => one.in === "query") ? { query: true } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(route.auth === "none" || route.auth === "optional_bearer" ? { open: true } : {}),
  };
}

function repeatOf({ method, idempotency, perform }: Route): Repeat {
  if (method !== "post") return "read";
  if (idempotency === undefined) return "never";
  return perform === undefined ? "keyed" : "outside";
}

function bodyKind(content: Content = {}): Operation["body"] {
  if ("application/json" in content) return "json";
  return Object.keys(content).length === 0 ? undefined : "form";
}

function answerKind(
  document: OpenApiDocument,
  name: string,
  content: Content,
): Operation["answer"] | undefined {
  const json = content["application/json"];
  if (json === undefined) return "text";
  if (name.startsWith("export")) return "stream";
  const { schema } = schemaNamed(document, json.schema);
  const members = schema["properties"] as
    | Readonly<Record<string, { readonly type?: unknown }>>
    | undefined;
  if (members === undefined || !("nextCursor" in members)) return undefined;
  const [list, ...others] = Object.entries(members).filter(([, { type }]) => type === "array");
  if (list === undefined || others.length > 0) throw new Error(`${name}: a page has one array`);
  return { list: list[0] };
}

/** Prints `operations.ts` and `session_operations.ts`. */
export function printOperations(
  document: OpenApiDocument,
  operations: readonly ClientOperation[],
): { readonly all: string; readonly session: string } {
  const rows = (areForSessions: boolean) =>
    operations.filter(({ route }) => (route.auth === "session_token") === areForSessions)
      .map((one) => `  ${one.name}: ${JSON.stringify(clientOperation(document, one))},\n`)
      .join("").replaceAll(/"(\w+)":/g, "$1: ");
  const type = 'import type { Operation } from "../operation.ts";\n';
  return {
    all: `${type}import { sessionOperations } from "./session_operations.ts";

/** Every operation that a client has a method for. */
export const operations: Readonly<Record<string, Operation>> = {
  ...sessionOperations,
${rows(false)}};
`,
    session: `${type}
/** Operations that a session token may call. */
export const sessionOperations: Readonly<Record<string, Operation>> = {
${rows(true)}};
`,
  };
}
