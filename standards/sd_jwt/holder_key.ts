import { isObject, type JsonObject } from "../../base/json.ts";
import { type EcJwk, readEcJwk } from "../jose/ec_jwk.ts";
import { type Algorithm, algorithmOf, importPublicKey } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** The key that a credential is bound to. */
export interface HolderKey {
  readonly key: CryptoKey;
  /** The same key, with only the members that define it. */
  readonly jwk: EcJwk;
  readonly algorithm: Algorithm;
}

/**
 * Reads `cnf.jwk` (RFC 7800 §3.2) of a credential. Reads only the members that define the key,
 * since some wallets send no others. The platform may accept a point off the curve, but no
 * signature verifies under such a key.
 */
export async function readHolderKey(
  claims: JsonObject,
): Promise<Result<HolderKey, SdJwtRefusal>> {
  const unusable = refuse({ code: "holder_key_unusable" } as const);
  const { cnf } = claims;
  const jwk = readEcJwk(isObject(cnf) ? cnf["jwk"] : undefined);
  if (jwk === null) return unusable;
  try {
    return ok({ key: await importPublicKey(jwk), jwk, algorithm: algorithmOf[jwk.crv] });
  } catch {
    return unusable;
  }
}
