import { parse, serialize } from "hono/utils/cookie";

/** Logical names of the service's cookies; {@link wireName} returns the name on the wire. */
export const cookieNames = ["aval_login", "aval_login_sso", "aval_session"] as const;

/** A cookie of the service. */
export type CookieName = typeof cookieNames[number];

/** A cookie that an answer sets. */
export interface SetCookie {
  readonly name: CookieName;
  /**
   * At most {@link cookieCharactersMax} unreserved characters (RFC 3986 §2.3), such as base64url.
   */
  readonly value: string;
  /** Whole seconds; 0 ends the cookie. */
  readonly maxAgeSeconds: number;
}

/** The scope in which a deployment's cookies are sent. */
export interface CookieScope {
  /** Whether the service uses https. */
  readonly secure: boolean;
  /**
   * Path below which a browser sends the login's cookies, including the path of the service's own
   * URLs.
   */
  readonly path: string;
  /** Path below which a browser sends the cookie of the desk and the console. */
  readonly sessionPath: string;
}

/** Longest value that is written or read. */
export const cookieCharactersMax = 512;

/**
 * Maximum characters of a header `Cookie`: a longer one contains cookies of other services on the
 * host.
 */
const headerCharactersMax = 16_384;

/** Characters without a meaning in a header, which percent-decoding does not change. */
const cookieValue = /^[A-Za-z0-9._~-]*$/;

/** Seconds of 400 days, the maximum of browsers (RFC 6265bis §5.5). */
const maxAgeSecondsMax = 34_560_000;

/**
 * Resolves the scope of cookies from the base of the service's own URLs.
 *
 * @throws Error for a path that would terminate the attribute `Path`
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

/**
 * Name of a cookie on the wire: browsers accept `__Secure-` only from https (RFC 6265bis §4.1.3.1).
 * `__Host-` would forbid the path.
 */
export function wireName({ secure }: CookieScope, name: CookieName): string {
  return secure ? `__Secure-${name}` : name;
}

/**
 * Makes the value of a header `Set-Cookie`. Scripts cannot read the cookie, and requests from other
 * sites contain it only when a person navigates to the service.
 *
 * @throws Error for a value or lifetime that no cookie of this service has
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
  const { path, sessionPath, secure } = scope;
  return serialize(wireName(scope, name), value, {
    maxAge: maxAgeSeconds,
    path: name === "aval_session" ? sessionPath : path,
    httpOnly: true,
    secure,
    sameSite: "Lax",
  });
}

/**
 * Reads the service's cookies by their logical names. Ignores cookies in another form than that of
 * {@link writeCookie}, and headers that are too long. Of a repeated name the first counts, which
 * has the longer path (RFC 6265 §5.4).
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
