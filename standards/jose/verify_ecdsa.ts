import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import type { EcJwk } from "./ec_jwk.ts";
import { verifyP521 } from "./p521.ts";

/** The hash that each curve is used with (RFC 7518 §3.4, RFC 9053 §2.1). */
const hashes: Readonly<Record<EcJwk["crv"], string>> = {
  "P-256": "SHA-256",
  "P-384": "SHA-384",
  "P-521": "SHA-512",
};

/** The curve of a key; null for a key on a curve that is not accepted. */
export function curveOf({ algorithm }: CryptoKey): EcJwk["crv"] | null {
  const curve = "namedCurve" in algorithm ? algorithm.namedCurve : null;
  return curve === "P-256" || curve === "P-384" || curve === "P-521" ? curve : null;
}

/** Verifies ECDSA with the hash of the key's curve. @param signature `r` followed by `s` */
export async function verifyEcdsa(
  key: CryptoKey,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const curve = curveOf(key);
  if (curve === null) return false;
  const [signed, bytes] = [concatBytes([data]), concatBytes([signature])];
  try {
    return await crypto.subtle.verify({ name: "ECDSA", hash: hashes[curve] }, key, bytes, signed);
  } catch {
    // What the platform does not take for a signature at all, or a curve that it lacks.
    return curve === "P-521" && await verifyByLibrary(key, bytes, signed);
  }
}

async function verifyByLibrary(
  key: CryptoKey,
  bytes: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const point = Buffer.from(await crypto.subtle.exportKey("raw", key)).subarray(1);
  const [x, y] = [point.subarray(0, point.length / 2), point.subarray(point.length / 2)];
  const digest = createHash("sha512").update(data).digest();
  return verifyP521({ bytes, form: "compact" }, digest, {
    x: x.toString("base64url"),
    y: y.toString("base64url"),
  });
}
