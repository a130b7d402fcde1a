/** An answer's status line and headers. */
interface Answered {
  readonly status: number;
  readonly headers: { get(name: string): string | null | undefined };
}

/**
 * 4xx statuses that do not depend on the request's content: the service's own credentials (401; 403
 * from the provider itself), a wrongly configured URL, method or media type, and load (408, 425,
 * 429).
 */
const ofEveryRequest: ReadonlySet<number> = new Set([
  ...[401, 403, 404, 405, 406, 407, 408, 410, 415, 421, 425, 426, 429],
]);

/**
 * Whether a status concerns only this request: it is too long (413, 414, 431), malformed (400, 422)
 * or blocked by a firewall (a 403 without JSON, which none of the called APIs returns). Such a
 * failure must not count towards a circuit breaker, or the input of one caller would block all
 * others.
 *
 * @see RFC 9110 §15.5; RFC 7662 §2.3; RFC 6750 §3.1
 */
export function concernsOneRequest({ status, headers }: Answered): boolean {
  if (status === 403) return !isJson(headers.get("content-type") ?? "");
  return status >= 400 && status < 500 && !ofEveryRequest.has(status);
}

function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}
