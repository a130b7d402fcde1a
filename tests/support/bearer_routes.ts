import { UNKNOWN_ID } from "./names.ts";
import type { Answer, ServiceClient, TestService } from "./service.ts";

/** A route that needs a token; path parameters have the id of something that does not exist. */
export interface BearerRoute {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  readonly path: string;
  /** The path in the OpenAPI description, with `{}` for each parameter. */
  readonly template: string;
  /** Sets of roles in the description, one of which is enough; an empty set requires no role. */
  readonly roleSets: readonly (readonly string[])[];
  /** Whether it never answers 403: a caller without permission gets a 404. */
  readonly hidesForbidden: boolean;
}

/**
 * The `security` of an operation in the OpenAPI description: alternatives, one of which is enough.
 */
export interface Secured {
  readonly security?: readonly object[];
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Whether an operation always needs a token, and a client's token is enough. */
export function needsToken({ security = [] }: Secured): boolean {
  const isSecured = security.every((proof) => Object.keys(proof).length > 0);
  return isSecured && security.some((proof) => "bearer" in proof);
}

/** Status and code with which a route refuses a caller without permission. */
export function forbiddenBy(
  { hidesForbidden }: Pick<BearerRoute, "hidesForbidden">,
  code: string,
): readonly [number, string] {
  return hidesForbidden ? [404, "not_found"] : [403, code];
}

/** Sends a client's request to a route. */
export function askRoute(
  client: ServiceClient,
  { method, path }: Pick<BearerRoute, "method" | "path">,
  body: unknown,
): Promise<Answer> {
  switch (method) {
    case "DELETE":
      return client.delete(path);
    case "GET":
      return client.get(path);
    case "POST":
      return client.post(path, body);
    case "PUT":
      return client.put(path, body);
    default:
      return method satisfies never;
  }
}

/**
 * Every route that needs a token by the live service's own OpenAPI description, so that no route is
 * forgotten.
 */
export async function bearerRoutesOf(
  service: Pick<TestService, "fetch">,
): Promise<readonly BearerRoute[]> {
  const { paths }: {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Secured>>>>;
  } = await (await service.fetch("/openapi.json")).json();
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => needsToken(operation))
      .map(([method, { security = [], responses = {} }]) => ({
        method: method.toUpperCase() as BearerRoute["method"],
        path: template.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID),
        template: template.replaceAll(/\{[^}]+\}/g, "{}"),
        hidesForbidden: !("403" in responses),
        roleSets: security.flatMap((proof) => "bearer" in proof ? [proof.bearer as string[]] : []),
      }))
  );
}
