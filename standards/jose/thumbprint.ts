import { calculateJwkThumbprint } from "jose";
import { createHash } from "node:crypto";
import type { EcJwk } from "./ec_jwk.ts";

/**
 * Returns the thumbprint of a public key (RFC 7638): SHA-256 over the members that define the key,
 * in base64url. Other members of a JWK and their order do not change it.
 */
export async function thumbprintOf({ kty, crv, x, y }: EcJwk): Promise<string> {
  return await calculateJwkThumbprint({ kty, crv, x, y }, "sha256");
}

/** Returns the thumbprint as bytes, synchronously. */
export function thumbprintBytes({ kty, crv, x, y }: EcJwk): Uint8Array {
  // Of a key that is one no member has what JSON escapes, and these stand in the order of RFC 7638 §3.
  return new Uint8Array(createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest());
}
