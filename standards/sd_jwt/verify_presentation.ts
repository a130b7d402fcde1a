import { isArray, type JsonObject } from "../../base/json.ts";
import { type Algorithm, type JwsHeader, openJws, verifyJws } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { parseSdJwt } from "./compact.ts";
import { disclose } from "./disclose.ts";
import { type Disclosure, parseDisclosure, readSdHash, type SdHash } from "./disclosure.ts";
import { type HolderKey, readHolderKey } from "./holder_key.ts";
import type { SdJwtRefusal } from "./refusal.ts";
import { type KeyBinding, verifyKeyBinding } from "./verify_key_binding.ts";

/** A trusted issuer's key; the finder may add members about the issuer for the result. */
export interface IssuerKey {
  readonly key: CryptoKey;
}

/** The demands on a presentation. */
export interface SdJwtDemands<
  Issuer extends IssuerKey = IssuerKey,
  Fault extends string = string,
> {
  readonly binding: KeyBinding;
  /** Whether a credential of this `vct` satisfies the request. */
  readonly accepts: (vct: string) => boolean;
  /**
   * Finds the key of the issuer in a protected header if its certificates lead to a trust anchor
   * for this `vct`; else returns the fault. The `vct` is not verified yet.
   */
  readonly issuerKey: (
    header: JwsHeader,
    algorithm: Algorithm,
  ) => Promise<Result<Issuer, { readonly code: Fault }>>;
  /** Seconds by which the issuer's clock may differ. */
  readonly skewSeconds: number;
}

/** A verified presentation, except for revocation. */
export interface VerifiedSdJwt<Issuer extends IssuerKey = IssuerKey> {
  /** All disclosed claims, and the claims that were never hidden. */
  readonly claims: JsonObject;
  /** Only the claims that were never hidden. */
  readonly clear: JsonObject;
  /** Whether every digest of a claim has its disclosure; false for a credential with decoys. */
  readonly showsAll: boolean;
  readonly vct: string;
  readonly holder: HolderKey;
  readonly issuer: Issuer;
}

const faults = {
  malformed: "sd_jwt_malformed",
  type_unsupported: "sd_jwt_type_unsupported",
  algorithm_unsupported: "sd_jwt_algorithm_unsupported",
  signature_invalid: "issuer_signature_invalid",
} as const;

/**
 * Verifies an SD-JWT VC with key binding: signature and issuer, disclosures, validity, type, holder
 * (RFC 9901 §7.1 and §7.3; SD-JWT VC). Does not check revocation.
 *
 * Built directly on JOSE, since the libraries of this format accept a forged key binding,
 * unreferenced disclosures and other verifiers' audiences.
 */
export async function verifySdJwtPresentation<Issuer extends IssuerKey, Fault extends string>(
  text: string,
  { binding, accepts, issuerKey, skewSeconds }: SdJwtDemands<Issuer, Fault>,
): Promise<Result<VerifiedSdJwt<Issuer>, SdJwtRefusal | { readonly code: Fault }>> {
  const parts = parseSdJwt(text);
  if (!parts.ok) return parts;
  const issued = openJws(parts.value.issuerJwt, "dc+sd-jwt");
  if (!issued.ok) return refuse({ code: faults[issued.refusal.code] });
  const found = await issuerKey(issued.value.header, issued.value.algorithm);
  if (!found.ok) return found;
  const issuer = found.value;
  const payload = await verifyJws(issued.value, issuer.key);
  if (!payload.ok) return refuse({ code: faults[payload.refusal.code] });
  const hash = readSdHash(payload.value["_sd_alg"]);
  if (hash === null) return refuse({ code: "hash_algorithm_unsupported" });
  const disclosures = parseDisclosures(parts.value.disclosures, hash);
  if (!disclosures.ok) return disclosures;
  const disclosed = disclose(payload.value, disclosures.value);
  if (!disclosed.ok) return disclosed;
  const claims = disclosed.value;
  const clear = disclose(payload.value, []);
  if (!clear.ok) return clear;
  const current = checkValidity(claims, binding.now, skewSeconds);
  if (!current.ok) return current;
  const { vct } = claims;
  if (typeof vct !== "string") return refuse({ code: "claim_malformed" });
  if (!accepts(vct)) return refuse({ code: "credential_type_unaccepted" });
  const holder = await readHolderKey(claims);
  if (!holder.ok) return holder;
  const bound = await verifyKeyBinding({ ...parts.value, hash }, holder.value, binding);
  if (!bound.ok) return bound;
  const showsAll = hasNoOther(payload.value, disclosures.value);
  return ok({ claims, clear: clear.value, showsAll, vct, holder: holder.value, issuer });
}

/** Whether each top-level digest has its disclosure. */
function hasNoOther({ _sd: digests }: JsonObject, disclosures: readonly Disclosure[]): boolean {
  const disclosed = new Set<unknown>(disclosures.map(({ digest }) => digest));
  return !isArray(digests) || digests.every((digest) => disclosed.has(digest));
}

function parseDisclosures(
  texts: readonly string[],
  hash: SdHash,
): Result<readonly Disclosure[], SdJwtRefusal> {
  const disclosures: Disclosure[] = [];
  for (const text of texts) {
    const parsed = parseDisclosure(text, hash);
    if (!parsed.ok) return parsed;
    disclosures.push(parsed.value);
  }
  return ok(disclosures);
}

/** Checks `exp`, `nbf` and `iat` (RFC 7519 §4.1) against the clock; seconds. */
function checkValidity(
  { exp, nbf, iat }: JsonObject,
  now: number,
  skew: number,
): Result<null, SdJwtRefusal> {
  // A number that is too large for JSON's readers is read as infinity, and would never end.
  const isTime = (time: unknown) => time === undefined || Number.isFinite(time);
  if (![exp, nbf, iat].every(isTime)) return refuse({ code: "claim_malformed" });
  if (typeof exp === "number" && now >= exp + skew) return refuse({ code: "credential_expired" });
  const starts = Math.max(Number(nbf ?? -Infinity), Number(iat ?? -Infinity));
  return now < starts - skew ? refuse({ code: "credential_not_yet_valid" }) : ok(null);
}
