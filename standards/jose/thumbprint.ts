import { calculateJwkThumbprint } from "jose";
import type { EcJwk } from "./jws.ts";

/**
 * The thumbprint of a public key (RFC 7638): SHA-256 over the members that make the key, base64url.
 * Whatever else a JWK holds, and in which order, does not change it.
 */
export async function thumbprintOf({ kty, crv, x, y }: EcJwk): Promise<string> {
  return await calculateJwkThumbprint({ kty, crv, x, y }, "sha256");
}
