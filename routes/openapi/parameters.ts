import { z } from "zod";
import { cookieNames, cookieScope, wireName } from "../http/cookies.ts";
import type { Route } from "../http/route.ts";

/**
 * The cookies that a route reads, by the names that they have on the wire of this deployment.
 *
 * @throws Error for a cookie that the service has not
 */
export function cookieParameters(
  { path, cookies }: Pick<Route, "path" | "cookies">,
  baseUrl: string,
): z.ZodObject | undefined {
  if (cookies === undefined) return undefined;
  const scope = cookieScope(baseUrl);
  return renamed(membersOf(path, cookies), (member) => {
    const name = cookieNames.find((known) => known === member);
    if (name === undefined) throw new Error(`${path}: no cookie is named ${member}`);
    return wireName(scope, name);
  });
}

/** Headers that are described by the answers' content and by security schemes (OpenAPI 3.1 §4.8.12.2). */
const describedElsewhere: readonly string[] = ["accept", "authorization", "content-type"];

/**
 * The named headers that a route reads, as parameters.
 *
 * @throws Error for a name that is not in lower case, the form in which the mount passes it
 */
export function headerParameters(
  { path, headers }: Pick<Route, "path" | "headers">,
): z.ZodObject | undefined {
  if (headers === undefined) return undefined;
  const parameters = Object.entries(membersOf(path, headers)).filter(([name]) =>
    !describedElsewhere.includes(name)
  );
  if (parameters.length === 0) return undefined;
  return renamed(Object.fromEntries(parameters), (name) => {
    if (name !== name.toLowerCase()) throw new Error(`${path}: ${name} is not in lower case`);
    return name;
  });
}

/** Whether a route authenticates its caller itself, as an OAuth token endpoint does. */
export function readsAuthorization({ path, headers }: Pick<Route, "path" | "headers">): boolean {
  return headers !== undefined && "authorization" in membersOf(path, headers);
}

function membersOf(path: string, schema: z.ZodType): z.ZodObject["shape"] {
  const object = schema instanceof z.ZodReadonly ? schema.unwrap() : schema;
  if (!(object instanceof z.ZodObject)) throw new Error(`${path}: its schema is no object`);
  return object.shape;
}

function renamed(shape: z.ZodObject["shape"], nameOf: (member: string) => string): z.ZodObject {
  return z.object(Object.fromEntries(
    Object.entries(shape).map(([member, schema]) => [nameOf(member), described(schema)]),
  ));
}

/** The schema of a value without its fallback for invalid values, which is not described. */
function described(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodCatch ? schema.unwrap() : schema;
}
