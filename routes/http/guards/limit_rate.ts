import { type Caller, tenantOf } from "../../../core/access/schema.ts";
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

/** A route, and the counted part of its request's context. */
interface LimitedRequest {
  readonly route: Pick<Route, "limits" | "service">;
  readonly context: Pick<RequestContext, "answerHeaders" | "dueWrites" | "sourceAddress">;
}

/** The caller to count. */
export interface RateSubject {
  /** The deployment's mode: a sandbox counts only sources, since it accepts any client id. */
  readonly deployed: Mode;
  readonly caller: Caller;
  readonly allowance: Allowance;
}

type RateRefusal = Refusal<"rate_limit_exceeded">;
/** The refusal of many tokens at once, which also covers more tokens than the bucket can have. */
type TokensRefusal = RateRefusal | Refusal<"bad_request">;

/**
 * Takes one token from the bucket of a route that counts sources, before the caller and the body of
 * the request are read (Verification §4, rules 9 to 11).
 *
 * @returns 429 with the whole seconds until there is a token
 */
export async function limitSource(
  rules: RateRules,
  { route, context }: LimitedRequest,
): Promise<Result<undefined, RateRefusal>> {
  const name = route.limits?.bucket;
  if (name === undefined || countsClients(name)) return ok(undefined);
  const owner = sourceOf(context, rules);
  return await takeToken(rules, context, { name, owner, size: rules.sizes[name] });
}

/**
 * Takes tokens from the bucket of a route that counts clients (decisions.md part 5), and adds the
 * state of the bucket to every answer. A replay takes a token too; a refusal writes nothing.
 *
 * @param tokens number to take, all or none
 * @returns 429 with the whole seconds until there are enough; 400 if the bucket can never have as
 *   many
 */
export async function limitRate(
  rules: RateRules,
  { route, context }: LimitedRequest,
  { deployed, caller, allowance }: RateSubject,
  tokens = 1,
): Promise<Result<undefined, TokensRefusal>> {
  const name = bucketOf(route, deployed, caller);
  if (name === undefined) return ok(undefined);
  const counted = deployed === "live" && countsClients(name);
  const owner = counted ? ownerOf(name, caller) : sourceOf(context, rules);
  const size = sizeFor(rules.sizes[name], allowance, rules.throttlePercent);
  if (tokens > size.capacity) {
    const message = `At most ${size.capacity} at once; send fewer`;
    return refuse({ code: "bad_request", message });
  }
  return await takeToken(rules, context, { name, owner, size, tokens });
}

/**
 * Takes one token of the person who posts at the desk or in the console, beside that of their source
 * (decisions-3.md part 22). A sandbox counts sources alone.
 *
 * @returns 429 with the whole seconds until there is a token
 */
export async function limitPerson(
  rules: RateRules,
  { route: { method }, context }: LimitedRequest & { readonly route: Pick<Route, "method"> },
  { deployed, caller }: Pick<RateSubject, "deployed" | "caller">,
): Promise<Result<undefined, RateRefusal>> {
  const isPerson = caller.kind === "desk" || caller.kind === "console";
  if (method === "get" || deployed !== "live" || !isPerson) return ok(undefined);
  const client = tenantOf(caller);
  const owner = {
    kind: "person",
    personId: caller.person.personId,
    clientId: "clientId" in client ? client.clientId : null,
  } as const;
  return await takeToken(rules, context, { name: "persons", owner, size: rules.sizes.persons });
}

async function takeToken(
  { limiter }: RateRules,
  { answerHeaders, dueWrites }: LimitedRequest["context"],
  { name, owner, size, tokens = 1 }: {
    readonly name: BucketName;
    readonly owner: BucketOwner;
    readonly size: BucketSize;
    readonly tokens?: number;
  },
): Promise<Result<undefined, RateRefusal>> {
  const take = await limiter.take({ name, owner }, size, tokens);
  Object.assign(answerHeaders, rateLimitHeaders(name, size, take));
  if (take.write !== null) dueWrites.push(take.write);
  if (take.allowed) return ok(undefined);
  return refuse({ code: "rate_limit_exceeded", retryAfterSeconds: take.retryAfterSeconds });
}

/**
 * The bucket of a request. In a sandbox a request without a bucket counts too, since a caller
 * chooses its name freely, and each name is stored.
 */
function bucketOf(
  { limits, service }: Pick<Route, "limits" | "service">,
  deployed: Mode,
  caller: Caller,
): BucketName | undefined {
  // One that counts sources was asked first.
  const bucket = limits?.bucket;
  if (bucket !== undefined) return countsClients(bucket) ? bucket : undefined;
  const isCounted = deployed === "sandbox" && caller.kind === "sandbox" && service !== "edge";
  return isCounted ? "sandboxReads" : undefined;
}

function sourceOf(
  { sourceAddress }: LimitedRequest["context"],
  { ipv6PrefixBits }: RateRules,
): BucketOwner {
  return { kind: "source", network: bucketAddress(sourceAddress, ipv6PrefixBits) };
}

function ownerOf(name: BucketName, caller: Caller): BucketOwner {
  if (caller.kind !== "client") throw new Error(`The bucket ${name} counts clients`);
  return { kind: "client", clientId: caller.clientId };
}

/**
 * The two fields of draft-ietf-httpapi-ratelimit-headers-11, lists of RFC 9651: `q` requests fill
 * the bucket within `w` seconds; `r` requests are left for the next `t` seconds, after which there
 * is one more. `t` therefore never exceeds `Retry-After` (§6 of the draft).
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
