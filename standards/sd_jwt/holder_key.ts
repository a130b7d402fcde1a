import { decodeBase64Url, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { type Algorithm, type EcJwk, importPublicKey } from "../jose/jws.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SdJwtRefusal } from "./refusal.ts";

/** The key that a credential is bound to. */
export interface HolderKey {
  readonly key: CryptoKey;
  /** The same, by the members that make it and no others. */
  readonly jwk: EcJwk;
  readonly algorithm: Algorithm;
}

interface Curve {
  readonly crv: EcJwk["crv"];
  readonly algorithm: Algorithm;
  /** Bytes of a coordinate. */
  readonly bytes: number;
}

const curves: ReadonlyMap<Json | undefined, Curve> = new Map([
  ["P-256", { crv: "P-256", algorithm: "ES256", bytes: 32 }],
  ["P-384", { crv: "P-384", algorithm: "ES384", bytes: 48 }],
]);

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
  const jwk = isObject(cnf) ? cnf["jwk"] : undefined;
  if (!isObject(jwk) || "d" in jwk || jwk["kty"] !== "EC") return unusable;
  const { x, y } = jwk;
  const curve = curves.get(jwk["crv"]);
  if (curve === undefined) return unusable;
  if (!isCoordinate(x, curve) || !isCoordinate(y, curve)) return unusable;
  const { crv, algorithm } = curve;
  const made: EcJwk = { kty: "EC", crv, x, y };
  try {
    return ok({ key: await importPublicKey(made), jwk: made, algorithm });
  } catch {
    return unusable;
  }
}

/** Whether it is a coordinate in its one spelling (RFC 7518 §6.2.1.2), which the platform does not test. */
function isCoordinate(text: Json | undefined, { bytes }: Curve): text is string {
  return typeof text === "string" && decodeBase64Url(text)?.length === bytes;
}
