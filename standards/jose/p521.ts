import { p521 } from "@noble/curves/nist.js";
import { Buffer } from "node:buffer";
import type { EcJwk } from "./ec_jwk.ts";

/** Bytes of a coordinate, and of each half of a signature. */
const coordinateBytes = 66;

/** A signature on P-521 over a digest. */
export interface P521Signature {
  readonly bytes: Uint8Array;
  /** `r` and `s` one after the other (RFC 7518 §3.4), or `ECDSA-Sig-Value` (RFC 3279 §2.2.3). */
  readonly form: "compact" | "der";
}

/**
 * Verifies ECDSA on P-521 where the runtime cannot: Deno before 2.9 does not support such keys.
 *
 * @param digest digest of the signed bytes, by any hash
 */
export function verifyP521(
  { bytes, form }: P521Signature,
  digest: Uint8Array,
  { x, y }: Pick<EcJwk, "x" | "y">,
): boolean {
  const point = Buffer.concat([
    Uint8Array.of(4),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]);
  try {
    const options = { prehash: false, lowS: false, format: form };
    return p521.verify(
      Uint8Array.from(bytes),
      Uint8Array.from(digest),
      Uint8Array.from(point),
      options,
    );
  } catch {
    return false; // no signature, or no point of the curve
  }
}

/** `ecPublicKey` on `secp521r1` with an uncompressed point (RFC 5480 §2), before its coordinates. */
const spkiPrefix = Uint8Array.fromHex(
  "30819b301006072a8648ce3d020106052b8104002303818600" + "04",
);

/** Reads a public key on P-521. @param spki DER @returns null when the bytes are not a P-521 key */
export function readP521Key(spki: Uint8Array): EcJwk | null {
  const key = Buffer.from(spki);
  if (key.length !== spkiPrefix.length + 2 * coordinateBytes) return null;
  if (!key.subarray(0, spkiPrefix.length).equals(spkiPrefix)) return null;
  const point = key.subarray(spkiPrefix.length);
  const [x, y] = [point.subarray(0, coordinateBytes), point.subarray(coordinateBytes)];
  return { kty: "EC", crv: "P-521", x: x.toString("base64url"), y: y.toString("base64url") };
}
