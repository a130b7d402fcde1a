import type { Caller } from "../../../core/access/schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import { bucketAddress } from "../../../core/access/source_address.ts";
import {
  type BucketName,
  countsClients,
  type RateLimits,
} from "../../../core/policy/rate_limits.ts";
import type { BucketOwner, RateLimiter } from "../../../core/rate_limit/ports.ts";
import { type Allowance, sizeFor } from "../../../core/rate_limit/bucket_size.ts";
import type { BucketSize, Take } from "../../../core/rate_limit/token_bucket.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../refusals.ts";
import type { RequestContext } from "../request_context.ts";
import type { Route } from "../route.ts";

/** Numbers of the token buckets, and the limiter that counts. */
export interface RateRules {
  readonly limiter: RateLimiter;
  readonly sizes: RateLimits;
  /** Share of its bucket that a throttled caller keeps. */
  readonly throttlePercent: number;
  /** Bits of an IPv6 source that count. */
  readonly ipv6PrefixBits: number;
}

/** The caller to count. */
export interface RateSubject {
  /** The deployment's mode: a sandbox counts sources alone, as it believes any client id. */
  readonly deployed: Mode;
  readonly caller: Caller;
  readonly allowance: Allowance;
}

/**
 * Takes one token from the bucket of a route (decisions.md part 5), and puts the state of the
 * bucket on whatever is answered. A replay takes one too; a refusal writes nothing.
 *
 * @returns 429 with the whole seconds until there is a token
 */
export async function limitRate(
  { limiter, sizes, throttlePercent, ipv6PrefixBits }: RateRules,
  { route, context: { answerHeaders, sourceAddress } }: {
    readonly route: Pick<Route, "rateLimit" | "service">;
    readonly context: Pick<RequestContext, "answerHeaders" | "sourceAddress">;
  },
  { deployed, caller, allowance }: RateSubject,
): Promise<Result<undefined, Refusal<"rate_limit_exceeded">>> {
  const name = bucketOf(route, deployed, caller);
  if (name === undefined) return ok(undefined);
  const source: BucketOwner = {
    kind: "source",
    network: bucketAddress(sourceAddress, ipv6PrefixBits),
  };
  const owner = deployed === "live" && countsClients(name) ? ownerOf(name, caller) : source;
  const size = sizeFor(sizes[name], allowance, throttlePercent);
  const take = await limiter.take({ name, owner }, size);
  Object.assign(answerHeaders, rateLimitHeaders(name, size, take));
  if (take.allowed) return ok(undefined);
  return refuse({ code: "rate_limit_exceeded", retryAfterSeconds: take.retryAfterSeconds });
}

/** In a sandbox what has no bucket counts too: a caller names itself as it likes, and each name is kept. */
function bucketOf(
  { rateLimit, service }: Pick<Route, "rateLimit" | "service">,
  deployed: Mode,
  caller: Caller,
): BucketName | undefined {
  if (rateLimit !== undefined) return rateLimit;
  const isCounted = deployed === "sandbox" && caller.kind === "sandbox" && service !== "edge";
  return isCounted ? "sandboxReads" : undefined;
}

function ownerOf(name: BucketName, caller: Caller): BucketOwner {
  if (caller.kind !== "client") throw new Error(`The bucket ${name} counts clients`);
  return { kind: "client", clientId: caller.clientId };
}

/**
 * The two fields of draft-ietf-httpapi-ratelimit-headers-11, lists of RFC 9651: `q` requests fill
 * the bucket within `w` seconds; `r` requests are left for the next `t` seconds, at the end of
 * which there is one more. So `t` never ends after `Retry-After` (§6 of the draft).
 */
export function rateLimitHeaders(
  name: BucketName,
  { capacity, refillPerSecond }: BucketSize,
  { remaining, resetSeconds }: Pick<Take, "remaining" | "resetSeconds">,
): Readonly<Record<"ratelimit-policy" | "ratelimit", string>> {
  const window = Math.max(1, Math.ceil(capacity / refillPerSecond - 1e-6));
  return {
    "ratelimit-policy": `"${name}";q=${capacity};w=${window}`,
    "ratelimit": `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}
