import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Disclosure, readSdHash } from "./disclosure.ts";
import type { SdJwtFault, SdJwtRefusal } from "./refusal.ts";

/** Maximum nesting of claims. */
const depthMax = 32;

/**
 * Claims about a credential's validity and holder, which are never hidden from a verifier (SD-JWT
 * VC, "Registered JWT Claims"; `iat` and `sub` may be hidden).
 */
const inTheClear = new Set([
  "iss",
  "nbf",
  "exp",
  "cnf",
  "vct",
  "vct#integrity",
  "aka_vcts",
  "status",
]);

/**
 * Replaces digests by their disclosures and removes digests without a disclosure. Refuses the whole
 * credential for any reason in RFC 9901 §7.1: a disclosure without a digest, a repeated digest, a
 * reserved or repeated name.
 *
 * @param payload payload of the issuer's JWT, whose signature was verified
 * @param disclosures disclosures, with digests by the hash that the payload names
 * @returns the claims as if nothing had been hidden, without `_sd`, `_sd_alg` and `...`
 */
export function disclose(
  payload: JsonObject,
  disclosures: readonly Disclosure[],
): Result<JsonObject, SdJwtRefusal> {
  const { _sd_alg, ...hidden } = payload;
  if (readSdHash(_sd_alg) === null) return refuse({ code: "hash_algorithm_unsupported" });
  const byDigest = new Map(disclosures.map((disclosure) => [disclosure.digest, disclosure]));
  if (byDigest.size !== disclosures.length) return refuse({ code: "disclosure_repeated" });
  const places: Places = { byDigest, seen: new Set(), used: new Set() };
  try {
    const claims = object(hidden, places, 0);
    if (places.used.size !== disclosures.length) throw new Fault("disclosure_unreferenced");
    return ok(claims);
  } catch (fault) {
    if (fault instanceof Fault) return refuse({ code: fault.code });
    throw fault;
  }
}

interface Places {
  readonly byDigest: ReadonlyMap<string, Disclosure>;
  /** Digests met so far. */
  readonly seen: Set<string>;
  /** The digests that a disclosure has filled. */
  readonly used: Set<string>;
}

/** Leaves the recursion with the refusal that {@link disclose} gives. */
class Fault extends Error {
  constructor(readonly code: SdJwtFault) {
    super(code);
  }
}

function value(of: Json, places: Places, depth: number): Json {
  if (depth > depthMax) throw new Fault("sd_jwt_malformed");
  if (isArray(of)) return of.flatMap((element) => elements(element, places, depth + 1));
  return isObject(of) ? object(of, places, depth + 1) : of;
}

function object(of: JsonObject, places: Places, depth: number): JsonObject {
  const { _sd: digests = [], ...plain } = of;
  if (!isArray(digests)) throw new Fault("claim_name_reserved");
  const claims = new Map<string, Json>();
  for (const [name, claim] of Object.entries(plain)) {
    if (name === "...") throw new Fault("claim_name_reserved");
    claims.set(name, value(claim, places, depth));
  }
  for (const digest of digests) {
    const disclosure = take(digest, places);
    if (disclosure === null) continue;
    const { name } = disclosure;
    if (name === null) throw new Fault("disclosure_malformed");
    if (name === "_sd" || name === "...") throw new Fault("claim_name_reserved");
    // Beside a payload's own it would be a second one (RFC 9901 §4.1.1).
    if (depth === 0 && name === "_sd_alg") throw new Fault("claim_name_reserved");
    if (claims.has(name)) throw new Fault("claim_repeated");
    if (depth === 0 && inTheClear.has(name)) throw new Fault("claim_not_disclosable");
    claims.set(name, value(disclosure.value, places, depth));
  }
  return Object.fromEntries(claims);
}

/** Returns an element of an array; empty for a digest without a disclosure. */
function elements(element: Json, places: Places, depth: number): Json[] {
  if (!isObject(element) || !Object.hasOwn(element, "...")) return [value(element, places, depth)];
  if (Object.keys(element).length !== 1) throw new Fault("claim_name_reserved");
  const disclosure = take(element["..."], places);
  if (disclosure === null) return [];
  if (disclosure.name !== null) throw new Fault("disclosure_malformed");
  return [value(disclosure.value, places, depth)];
}

function take(digest: Json | undefined, { byDigest, seen, used }: Places): Disclosure | null {
  if (typeof digest !== "string") throw new Fault("claim_name_reserved");
  if (seen.has(digest)) throw new Fault("digest_repeated");
  seen.add(digest);
  const disclosure = byDigest.get(digest) ?? null;
  if (disclosure !== null) used.add(digest);
  return disclosure;
}
