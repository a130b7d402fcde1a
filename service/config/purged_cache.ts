import type { PurgedCache } from "../../gateways/http_cache/purge_cache.ts";
import { ok, type Result } from "../../base/result.ts";
import { readConfidentialUrl, type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** The cache if its URL is set, else null. */
export function purgedCacheOf(
  { url, token }: { readonly [Name in keyof PurgedCache]: PurgedCache[Name] | null },
): PurgedCache | null {
  return url === null ? null : { url, token };
}

/** One line if the token has no effect. */
export function problemsOfPurgedCache(environment: Environment): readonly string[] {
  const has = (name: string) => environment[name] !== undefined;
  return has("AVAL_CACHE_PURGE_TOKEN") && !has("AVAL_CACHE_PURGE_URL")
    ? ["AVAL_CACHE_PURGE_TOKEN: has no effect without AVAL_CACHE_PURGE_URL"]
    : [];
}

/** Parses the URL of the purge: https, because the token is sent to it. */
export function readPurgeUrl(text: string): Result<string, ValueRefusal> {
  return readConfidentialUrl(text, "the token is");
}

/** Parses a bearer token (RFC 6750 §2.1). */
export function readPurgeToken(text: string): Result<string, ValueRefusal> {
  return /^[\x21-\x7e]{1,4096}$/.test(text)
    ? ok(text)
    : wrong("expected a token of printable ASCII characters");
}
