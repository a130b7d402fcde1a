import type { Mode } from "../core/access/caller.ts";
import { type Networks, resolveSource } from "../core/access/source_address.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Random } from "../core/ports/random.ts";
import { uuidV7 } from "../core/uuid.ts";

/** How this deployment finds out where a request comes from. */
export interface EdgeSettings {
  readonly mode: Mode;
  readonly trustedProxies: Networks;
  /** Header that a trusted proxy puts the country in, or null. */
  readonly countryHeader: string | null;
}

/** What is known of a request before its body is read. */
export interface RequestContext {
  readonly request: Request;
  readonly url: URL;
  readonly requestId: string;
  readonly sourceAddress: string;
  readonly country: string | null;
  readonly originHost: string | null;
}

/** A request id that is safe to log and to send back. */
const saneRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** Resolves once what every guard and log line of this request uses. */
export function resolveContext(
  { settings, clock, random }: {
    readonly settings: EdgeSettings;
    readonly clock: Clock;
    readonly random: Random;
  },
  request: Request,
  peerAddress: string,
): RequestContext {
  const { headers } = request;
  const given = headers.get("x-request-id");
  const source = resolveSource({
    peer: peerAddress,
    forwardedFor: headers.get("x-forwarded-for"),
    country: settings.countryHeader === null ? null : headers.get(settings.countryHeader),
  }, settings.trustedProxies);
  return {
    request,
    url: new URL(request.url),
    requestId: given !== null && saneRequestId.test(given) ? given : uuidV7({ clock, random }),
    sourceAddress: source.address,
    country: source.country,
    originHost: hostOf(headers.get("origin")) ?? hostOf(headers.get("referer")),
  };
}

function hostOf(address: string | null): string | null {
  if (address === null) return null;
  return URL.parse(address)?.host ?? null;
}
