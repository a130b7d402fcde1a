import { isObject, type JsonObject } from "../../base/json.ts";
import { type EcJwk, readEcJwk } from "../jose/ec_jwk.ts";
import { type Algorithm, algorithmOf, importPublicKey } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** The key that a credential is bound to. */
export interface HolderKey {
  readonly key: CryptoKey;
  /** The same, by the members that make it and no others. */
  readonly jwk: EcJwk;
  readonly algorithm: Algorithm;
}

/**
 * Reads `cnf.jwk` (RFC 7800 §3.2) of a credential. Only the members that make the key are read, since
 * some wallets give no others. The platform may take a point off its curve; no signature verifies
 * under it.
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
