import { decodeBase64Url, isObject, type Json } from "../../base/json.ts";
import { curves } from "./curve.ts";

/** A public key on the curve of an accepted signature algorithm (RFC 7518 §6.2.1). */
export interface EcJwk {
  readonly kty: "EC";
  readonly crv: "P-256" | "P-384" | "P-521";
  readonly x: string;
  readonly y: string;
}

/**
 * Reads a public key by the members that define it and ignores others, since some wallets send only
 * these. A key with a private member is refused. Does not check that the point lies on its curve.
 *
 * @returns null when the JWK is not a public key on an accepted curve
 */
export function readEcJwk(jwk: Json | undefined): EcJwk | null {
  if (!isObject(jwk) || "d" in jwk || jwk["kty"] !== "EC") return null;
  const { crv, x, y } = jwk;
  if (crv !== "P-256" && crv !== "P-384" && crv !== "P-521") return null;
  const { bytes } = curves[crv];
  if (!isCoordinate(x, bytes) || !isCoordinate(y, bytes)) return null;
  return { kty: "EC", crv, x, y };
}

/**
 * Whether a text is a coordinate in canonical form (RFC 7518 §6.2.1.2), which the platform does not
 * check.
 */
function isCoordinate(text: Json | undefined, bytes: number): text is string {
  return typeof text === "string" && decodeBase64Url(text)?.length === bytes;
}
