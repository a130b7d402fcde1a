import type { z } from "zod";
import { ok, type Result } from "../../base/result.ts";
import { type CookieScope, readCookies } from "./cookies.ts";
import { validate } from "./guards/validate.ts";
import type { Refusal } from "./refusals.ts";
import type { Route } from "./route.ts";

/** The headers that a route reads, validated by its schemas. */
export interface ValidHeaders {
  readonly cookies: unknown;
  readonly headers: unknown;
}

/** Validates the cookies and the named headers that a route reads. */
export function readHeaders(
  route: Pick<Route, "cookies" | "headers">,
  scope: CookieScope,
  { headers: sent }: Request,
): Result<ValidHeaders, Refusal<"bad_request">> {
  const cookies = validCookies(route.cookies, readCookies(scope, sent.get("cookie")));
  const headers = validate(route.headers, Object.fromEntries(sent), "Header");
  return headers.ok ? ok({ cookies, headers: headers.value }) : headers;
}

/**
 * Parses cookies; a malformed one counts as absent, since its browser cannot correct it.
 *
 * @throws Error for a schema for which {@link takesNoCookies} is false
 */
function validCookies(
  schema: z.ZodType | undefined,
  sent: Readonly<Record<string, string>>,
): unknown {
  const parsed = schema?.safeParse(sent);
  if (schema === undefined || parsed === undefined) return undefined;
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map(({ path: [name] }) => name));
  const right = Object.entries(sent).filter(([name]) => !wrong.has(name));
  const again = schema.safeParse(Object.fromEntries(right));
  return again.success ? again.data : schema.parse({});
}

/**
 * Whether a route accepts a request without cookies, which is required, since a browser may send
 * none.
 */
export function takesNoCookies({ cookies }: Pick<Route, "cookies">): boolean {
  return cookies === undefined || cookies.safeParse({}).success;
}
