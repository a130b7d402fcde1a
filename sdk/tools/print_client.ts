import type { Operation } from "../src/operation.ts";
import { answerOf, type ClientOperation, type OpenApiDocument, schemaNamed } from "./documents.ts";
import { clientOperation } from "./print_operations.ts";

/** Prints `client.ts`: a documented method for each operation, and a name for each schema. */
export function printClient(
  document: OpenApiDocument,
  operations: readonly ClientOperation[],
  schemas: readonly string[],
): string {
  const methods = (areForSessions: boolean) =>
    operations.filter(({ route }) => (route.auth === "session_token") === areForSessions)
      .map((one) => printMethod(document, one)).join("\n");
  return `import type { ActOptions, CallOptions } from "../operation.ts";
import type { SessionOf } from "../session_of.ts";
import type { components, operations } from "./openapi.ts";

/** Operations that a session token may call. */
export interface SessionOperations {
${methods(true)}
}

/** A method for each operation of screening, verification and academic credentials. */
export interface AvalOperations extends SessionOperations {
${methods(false)}
}

type Schemas = components["schemas"];
type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;
type Body<Name extends keyof operations> = operations[Name] extends
  { requestBody: { content: infer Content } } ? Content[keyof Content] : never;
${schemas.map((name) => narrowed[name] ?? `export type ${name} = Schemas["${name}"];`).join("\n")}
`;
}

/** Schemas that the client's types describe more precisely than the OpenAPI description. */
const narrowed: Readonly<Record<string, string>> = {
  VerificationSession: `/** A session of any check; \`checkType\` narrows it. */
export type VerificationSession = SessionOf<Schemas["CheckType"]>;`,
  VerificationSessions: `/** A page of sessions. */
export type VerificationSessions = Omit<Schemas["VerificationSessions"], "sessions"> & {
  sessions: VerificationSession[];
};`,
};

function printMethod(document: OpenApiDocument, operation: ClientOperation): string {
  const { name, route: { method, path, summary, documentation, access } } = operation;
  const { roles, rolesAll = [] } = access ?? {};
  const client = clientOperation(document, operation);
  const needed = [...rolesAll, ...(roles === undefined ? [] : [roles.join(" or ")])];
  const lines = [
    `${summary}.`,
    ...(documentation?.description === undefined ? [] : [documentation.description]),
    ...(needed.length === 0 ? [] : [`Role in live: ${needed.join(", ")}.`]),
    `\`${method.toUpperCase()} ${path}\`; ${repeats[client.repeat]}.`,
  ];
  const given = argumentsOf(document, operation, client);
  return `  /**
${lines.map((line) => `   * ${line.replaceAll("*/", "*\\/")}`).join("\n   *\n")}
   */
  ${name}(${given.join(", ")}): ${resultOf(document, operation, client)};`;
}

const repeats = {
  read: "retried",
  keyed: "retried under its idempotency key",
  outside: "retried where nothing was begun",
  never: "never retried",
} as const satisfies Record<Operation["repeat"], string>;

/** Path parameters, then the body, then the query, then options. */
function argumentsOf(
  document: OpenApiDocument,
  { name, described }: ClientOperation,
  { path, method, repeat, body, query, answer }: Operation,
): readonly string[] {
  const content = described.requestBody?.content ?? {};
  const schema = (content["application/json"] ?? Object.values(content)[0])?.schema;
  const { parameters = [] } = described;
  const required = parameters.some((one) => one.in === "query" && one.required);
  // Lists go from page to page by the cursor.
  const type = `Query<"${name}">${typeof answer === "object" ? " & { cursor?: string }" : ""}`;
  const isAct = method === "POST" && repeat !== "never";
  const named = parameters.filter((one) =>
    one.in === "header" && !shared.has(one.name.toLowerCase())
  ).map((one) => `"${one.name}"${one.required ? "" : "?"}: string`);
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `${parameter}: string`),
    ...(body === undefined ? [] : [`body: ${typeOf(document, schema, `Body<"${name}">`)}`]),
    ...(query === undefined ? [] : [`query${required ? "" : "?"}: ${type}`]),
    `options?: ${isAct ? "ActOptions" : "CallOptions"}${
      named.length === 0 ? "" : ` & { headers?: { ${named.join("; ")} } }`
    }`,
  ];
}

/** Headers that the client sends itself, or has a separate option for. */
const shared: ReadonlySet<string> = new Set([
  "idempotency-key",
  "x-aval-sandbox-client",
  "x-aval-verify-session-token",
  "if-none-match",
]);

function resultOf(
  document: OpenApiDocument,
  { name, described }: ClientOperation,
  { answer }: Operation,
): string {
  if (answer === "text") return "Promise<string>";
  if (answer === "stream") return "Promise<ReadableStream<Uint8Array>>";
  const [status = ""] = Object.keys(described.responses).filter((one) => one < "300");
  const inline = `operations["${name}"]["responses"][${status}]["content"]["application/json"]`;
  const type = typeOf(document, answerOf(described)["application/json"]?.schema, inline);
  return typeof answer === "object"
    ? `AsyncIterable<${type}["${answer.list}"][number]>`
    : `Promise<${type}>`;
}

function typeOf(
  document: OpenApiDocument,
  schema: Parameters<typeof schemaNamed>[1],
  inline: string,
): string {
  return schemaNamed(document, schema).name ?? inline;
}
