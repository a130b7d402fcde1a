import { UNKNOWN_ID } from "./names.ts";
import type { Answer, ServiceClient, TestService } from "./service.ts";

/** A route that needs a token, with an id of nothing where its path has one. */
export interface BearerRoute {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  readonly path: string;
  /** The path as it is described, its parameters without names. */
  readonly template: string;
  /** Sets of roles any of which will do, as they are described; an empty one: no role is needed. */
  readonly roleSets: readonly (readonly string[])[];
  /** Whether it has no 403: to whoever may not call it there is nothing. */
  readonly hidesForbidden: boolean;
}

/** What an operation of a description says of proofs of who calls, any of which will do. */
export interface Secured {
  readonly security?: readonly object[];
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Whether an operation is answered to nobody without a token, which a client's will do for. */
export function needsToken({ security = [] }: Secured): boolean {
  const isSecured = security.every((proof) => Object.keys(proof).length > 0);
  return isSecured && security.some((proof) => "bearer" in proof);
}

/** Status and code of a refusal that is a 403 of every route but those that have none. */
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

/** Every route that a live service's own description says needs a token: none can be forgotten. */
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
