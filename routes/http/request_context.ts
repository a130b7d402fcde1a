import type { Mode } from "../../core/nouns.ts";
import type { BegunLook } from "../../core/idempotency/ports.ts";
import { resolveSource } from "../../core/access/source_address.ts";
import type { Networks } from "../../standards/ip_address/networks.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { uuidV7 } from "../../base/uuid.ts";

/** A connection, with the server's data about it. */
export interface Connection {
  /** Address of the peer; empty if the transport has none. */
  readonly peerAddress: string;
  /** Host and port that the runtime puts into the URL of a request without `Host`; null: none. */
  readonly fallbackHost?: string | null;
  /** Settles when the answer was received, or can no longer be. Default: once it is made. */
  readonly completed?: Promise<void>;
}

/** Settings of this deployment for resolving the source of a request. */
export interface EdgeSettings {
  readonly mode: Mode;
  readonly trustedProxies: Networks;
  /** Header with the country from a trusted proxy; null: none. */
  readonly countryHeader: string | null;
  /** Seconds for which browsers use only https for this deployment; null: it does not use https. */
  readonly strictTransportSeconds: number | null;
}

/** Context of a request, known before its body is read. */
export interface RequestContext {
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  readonly sourceAddress: string;
  readonly country: string | null;
  /** Host of `Origin`, or of `Referer` without an `Origin`. */
  readonly originHost: string | null;
  /** From its {@link Connection}; null: the answer counts as received once it is made. */
  readonly completed: Promise<void> | null;
  /** Writes that must precede the answer; they start with the first commit of the request. */
  readonly dueWrites: (() => Promise<void>)[];
  /** A running look-up of its idempotency key, parallel to its first wait; null: none. */
  begunLook: BegunLook | null;
  /** Headers that guards add to every answer, including faults and replays. Lower-case names. */
  readonly answerHeaders: Record<string, string>;
}

/** A request id that is safe to log and to send back. */
const saneRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` if it is well-formed, else a new one. */
export function resolveRequestId(
  ports: { readonly clock: Clock; readonly random: Random },
  { headers }: Request,
): string {
  const given = headers.get("x-request-id");
  return given !== null && saneRequestId.test(given) ? given : uuidV7(ports);
}

/**
 * Resolves the facts that every guard and log line of this request uses.
 *
 * @returns null when `Host` and the request target do not form a URL (RFC 9112 §3.2 and §3.3)
 */
export function resolveContext(
  settings: EdgeSettings,
  { request, requestId, connection, probePaths }: {
    readonly request: Request;
    readonly requestId: string;
    readonly connection: Connection;
    /** Paths of probes, which load balancers request without `Host`. */
    readonly probePaths: ReadonlySet<string>;
  },
): RequestContext | null {
  const { headers } = request;
  const url = targetOf(request, connection, probePaths);
  if (url === null) return null;
  const source = resolveSource({
    peer: connection.peerAddress,
    forwardedFor: headers.get("x-forwarded-for"),
    country: settings.countryHeader === null ? null : headers.get(settings.countryHeader),
  }, settings.trustedProxies);
  return {
    request,
    url,
    requestId,
    sourceAddress: source.address,
    country: source.country,
    originHost: hostOf(headers.get("origin") ?? headers.get("referer")),
    completed: connection.completed ?? null,
    dueWrites: [],
    begunLook: null,
    answerHeaders: {},
  };
}

/** A host name or address, and a port (RFC 9110 §7.2); a list of several contains a comma. */
const oneHost = /^(?:\[[\dA-Fa-f:.]+\]|[\w.~%!$&'()*+;=-]+)(?::\d*)?$/;

/**
 * Returns the target of a request. The runtime puts `Host` before the target, so that a delimiter
 * in it would move the path, and a default host if `Host` is missing or unreadable. HTTP/2 sends
 * `:authority` instead and need not send `Host`; the two versions are indistinguishable here, so
 * that an HTTP/2 request to the runtime's default host is refused too. Probes are accepted: load
 * balancers send them by HTTP/1.0 without `Host` (HAProxy's `option httpchk`), and a refusal would
 * take every server out of rotation.
 */
function targetOf(
  { headers, url }: Request,
  { fallbackHost }: Connection,
  probePaths: ReadonlySet<string>,
): URL | null {
  const host = headers.get("host");
  if (host !== null && !oneHost.test(host)) return null;
  if (!/^https?:\/\/[^/?#\\]/.test(url)) return null;
  const target = URL.parse(url);
  if (target === null || host !== null || target.host !== fallbackHost) return target;
  return probePaths.has(target.pathname) ? target : null;
}

/**
 * The host without port, since a domain permits all of its ports. An opaque origin (`null`) names
 * no host.
 */
function hostOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.hostname : null;
}
