import { parse, serialize } from "hono/utils/cookie";

/** Logical names of the service's cookies; on the wire each has the name that {@link wireName} gives. */
export const cookieNames = [
  "aval_login",
  "aval_login_sso",
  "aval_session",
  "aval_person_login",
] as const;

/** A cookie of the service. */
export type CookieName = typeof cookieNames[number];

/** A cookie that an answer sets. */
export interface SetCookie {
  readonly name: CookieName;
  /** {@link cookieCharactersMax} unreserved characters at most (RFC 3986 §2.3), such as base64url. */
  readonly value: string;
  /** Whole seconds; 0 ends the cookie. */
  readonly maxAgeSeconds: number;
}

/** Where the cookies of a deployment are sent. */
export interface CookieScope {
  /** Whether the service is reached by https. */
  readonly secure: boolean;
  /** Below it a browser sends the login's cookies; path of the service's own URLs included. */
  readonly path: string;
  /** Below it a browser sends the cookies of the desk and the console. */
  readonly sessionPath: string;
}

/** Longest value that is written or read. */
export const cookieCharactersMax = 512;

/** Longest header `Cookie` that is read: a host that sends more has cookies beside the service's. */
const headerCharactersMax = 16_384;

/** No character of it means anything in a header, and percent-decoding leaves it as it is. */
const cookieValue = /^[A-Za-z0-9._~-]*$/;

/** Seconds of 400 days: no browser keeps a cookie longer (RFC 6265bis §5.5). */
const maxAgeSecondsMax = 34_560_000;

/**
 * Resolves where cookies are sent, from the base of the service's own URLs.
 *
 * @throws Error for a path that would end the attribute `Path`
 */
export function cookieScope(baseUrl: string): CookieScope {
  const { protocol, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, "");
  if (basePath.includes(";")) throw new Error("The base URL's path may not contain a semicolon");
  return {
    secure: protocol === "https:",
    path: `${basePath}/v1/login`,
    sessionPath: `${basePath}/`,
  };
}

/** Below which path a browser sends a cookie. */
function pathOf({ path, sessionPath }: CookieScope, name: CookieName): string {
  return name === "aval_session" || name === "aval_person_login" ? sessionPath : path;
}

/**
 * Name of a cookie on the wire. Over https a browser takes `__Secure-` only from https, and `__Host-`,
 * which requires the path `/`, only from this host: no other host of the domain can set it (RFC 6265bis
 * §4.1.3).
 */
export function wireName(scope: CookieScope, name: CookieName): string {
  if (!scope.secure) return name;
  return pathOf(scope, name) === "/" ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * Value of a header `Set-Cookie`. No script reads the cookie, and a request from another site has it
 * only where a person goes to the service.
 *
 * @throws Error for a value or lifetime that a cookie of this service never has
 */
export function writeCookie(
  scope: CookieScope,
  { name, value, maxAgeSeconds }: SetCookie,
): string {
  if (!cookieNames.includes(name)) throw new Error("No cookie of this service has that name");
  if (!isCookieValue(value)) throw new Error(`The value of the cookie ${name} has not its form`);
  if (
    !Number.isInteger(maxAgeSeconds) || maxAgeSeconds < 0 || maxAgeSeconds > maxAgeSecondsMax
  ) throw new Error(`The cookie ${name} needs 0 to ${maxAgeSecondsMax} whole seconds`);
  return serialize(wireName(scope, name), value, {
    maxAge: maxAgeSeconds,
    path: pathOf(scope, name),
    httpOnly: true,
    secure: scope.secure,
    sameSite: "Lax",
  });
}

/**
 * Reads the service's cookies by their logical names. What is absent, has not the form of what
 * {@link writeCookie} writes, or stands in a header that is too long is left out. Of a name that is
 * given twice the first counts, which is the one of the longer path (RFC 6265 §5.4).
 */
export function readCookies(
  scope: CookieScope,
  header: string | null,
): Readonly<Partial<Record<CookieName, string>>> {
  if (header === null || header.length > headerCharactersMax) return {};
  const sent = parse(header);
  return Object.fromEntries(
    cookieNames.flatMap((name) => {
      const value = sent[wireName(scope, name)];
      return value !== undefined && isCookieValue(value) ? [[name, value]] : [];
    }),
  );
}

function isCookieValue(text: string): boolean {
  return text.length <= cookieCharactersMax && cookieValue.test(text);
}
