import openapiTS, { astToString } from "openapi-typescript";
import {
  answerOf,
  type ClientOperation,
  type Content,
  type OpenApiDocument,
  type Schema,
} from "./documents.ts";

/** Prints `openapi.ts`: the schemas and operations of `/openapi.json` that the client has, as types. */
export async function printTypes(
  document: OpenApiDocument,
  operations: readonly ClientOperation[],
): Promise<string> {
  const tree = await openapiTS(withoutErrors(document, operations) as never, {
    defaultNonNullable: false,
    alphabetize: true,
  });
  const text = astToString(tree);
  // Operations are found by their names; paths repeat them.
  const paths = /export interface paths \{[\s\S]*?\n\}\n/;
  const unused = /export type (?:webhooks|\$defs) = Record<string, never>;\n/g;
  const headers = /^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm;
  // The type beside it says so.
  const enums = /^ +\/\*\* @enum \{[\w|]+\} \*\/\n|^ +\* @enum \{[\w|]+\}\n/gm;
  // Names of members say so, as `sessionId`; a date may be one or have a time.
  const formats = /^ +\/\*\* Format: (?:uuid|uri) \*\/\n|^ +\* Format: (?:uuid|uri)\n/gm;
  const alone = /\/\*\*\n +\* ([^\n]*)\n +\*\//g;
  const unnamed =
    /^ +(?:cookie|header|responses|parameters|requestBodies|headers|pathItems|path|requestBody)\??: never;\n/gm;
  const removed = [paths, unused, unnamed, enums, headers, formats, /@description /g];
  return removed.reduce((left, pattern) => left.replace(pattern, ""), text)
    .replaceAll(alone, "/** $1 */")
    .replaceAll('components["schemas"]', "Schemas")
    .replace(
      "export interface components",
      'type Schemas = components["schemas"];\n/** Schemas of the API. */\n$&',
    )
    .replace("export interface operations", "/** Operations of the API, by name. */\n$&");
}

/**
 * Types that the client's methods do not name themselves: schemas, queries, and unnamed bodies and
 * answers. Errors are a separate union, headers are options.
 */
function withoutErrors(
  document: OpenApiDocument,
  operations: readonly ClientOperation[],
): Schema {
  const paths: Record<string, Record<string, unknown>> = {};
  const used: unknown[] = [];
  for (const { route: { path, method }, described } of operations) {
    const { operationId, requestBody, parameters = [] } = described;
    const body = withoutExamples(requestBody?.content ?? {});
    const answer = withoutExamples(answerOf(described));
    used.push(body, answer);
    const query = parameters.filter((one) => one.in === "query");
    const isNamed = named(body) && named(answer);
    if (query.length === 0 && isNamed) continue;
    const [status = ""] = Object.keys(described.responses).filter((one) => one < "300");
    (paths[path] ??= {})[method] = {
      operationId,
      parameters: query,
      ...(named(body) ? {} : { requestBody: { required: true, content: body } }),
      responses: named(answer) ? {} : { [status]: { description: "", content: answer } },
    };
  }
  const schemas = reached(document, used);
  return { openapi: document.openapi, info: document.info, paths, components: { schemas } };
}

/** Whether every schema is a reference, or the content is not JSON. */
function named(content: Content): boolean {
  return Object.entries(content).every(([type, { schema }]) =>
    "$ref" in schema || !/json|form/.test(type)
  );
}

/** Removes examples, which only the reference shows. */
function withoutExamples<Value>(value: Value): Value {
  const isExamples = (name: string, of: unknown) => name === "examples" && Array.isArray(of);
  return JSON.parse(JSON.stringify(value, (name, of) => isExamples(name, of) ? undefined : of));
}

/** The schemas that operations refer to, directly or through other schemas. */
function reached({ components }: OpenApiDocument, paths: unknown): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  const follow = (value: unknown) => {
    for (
      const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    ) {
      const schema = components.schemas[name];
      if (name in found || schema === undefined) continue;
      found[name] = withoutExamples(schema);
      follow(schema);
    }
  };
  follow(paths);
  return found;
}
