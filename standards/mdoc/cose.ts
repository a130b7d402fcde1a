import { curves, isOnItsCurve } from "../jose/curve.ts";
import type { EcJwk } from "../jose/ec_jwk.ts";
import { type Algorithm, algorithmOf, importPublicKey } from "../jose/jws.ts";
import { curveOf, verifyEcdsa } from "../jose/verify_ecdsa.ts";
import { type Cbor, decodeCbor, encodeCbor, isBytes, isList, isMap } from "./cbor.ts";

/** A COSE_Sign1 (RFC 9052 §4.2) whose signature is not verified yet. */
export interface Sign1 {
  readonly algorithm: Algorithm;
  /** The issuer's certificates, the signer's first; empty when there are none (RFC 9360 §2). */
  readonly certificates: readonly Uint8Array[];
  /** Null when both sides know the signed content and it is not sent. */
  readonly payload: Uint8Array | null;
  readonly protectedHeader: Uint8Array;
  /** The type of the payload, if the protected header states it (RFC 9596). */
  readonly type: Cbor | undefined;
  readonly signature: Uint8Array;
}

/** The reason why a value is not a COSE_Sign1 with an accepted algorithm. */
export type Sign1Fault = "malformed" | "algorithm_unsupported";

/** ES256 and ESP256, ES384 and ESP384, ES512 and ESP512 (RFC 9053 §2.1, RFC 9864 §2.2). */
const algorithms: ReadonlyMap<Cbor | undefined, Algorithm> = new Map<Cbor, Algorithm>([
  [-7, "ES256"],
  [-9, "ES256"],
  [-35, "ES384"],
  [-51, "ES384"],
  [-36, "ES512"],
  [-52, "ES512"],
]);

const labels = { algorithm: 1, critical: 2, type: 16, x5chain: 33 } as const;

/** Removes tag 18 of a COSE_Sign1, and tag 61 of a CWT before it. */
export function withoutTags(bytes: Uint8Array): Uint8Array {
  const isCwt = bytes[0] === 0xd8 && bytes[1] === 61;
  const inner = isCwt ? bytes.subarray(2) : bytes;
  return inner[0] === 0xd2 ? inner.subarray(1) : inner;
}

/** Reads a COSE_Sign1. */
export function readSign1(value: Cbor | undefined): Sign1 | Sign1Fault {
  if (!isList(value) || value.length !== 4) return "malformed";
  const [protectedHeader, unprotected, payload = null, signature] = value;
  if (!isBytes(protectedHeader) || !isMap(unprotected) || !isBytes(signature)) return "malformed";
  if (payload !== null && !isBytes(payload)) return "malformed";
  const header = decodeCbor(protectedHeader);
  if (!isMap(header) || header.has(labels.critical)) return "malformed";
  const algorithm = algorithms.get(header.get(labels.algorithm));
  if (algorithm === undefined) return "algorithm_unsupported";
  const chain = unprotected.get(labels.x5chain) ?? header.get(labels.x5chain) ?? [];
  const certificates = isBytes(chain) ? [chain] : chain;
  if (!isList(certificates) || !certificates.every(isBytes)) return "malformed";
  const type = header.get(labels.type);
  return { algorithm, certificates, payload, protectedHeader, type, signature };
}

/**
 * Whether a key signed a payload, by the algorithm of the key's curve and without additional data.
 */
export async function verifySign1(
  { algorithm, protectedHeader, signature }: Sign1,
  payload: Uint8Array,
  key: CryptoKey,
): Promise<boolean> {
  const curve = curveOf(key);
  if (curve === null || algorithmOf[curve] !== algorithm) return false;
  const toBeSigned = encodeCbor(["Signature1", protectedHeader, new Uint8Array(), payload]);
  return await verifyEcdsa(key, signature, toBeSigned);
}

/** Curves of COSE (RFC 9053 §7.1). */
const curveNames: ReadonlyMap<Cbor | undefined, EcJwk["crv"]> = new Map([
  [1, "P-256"],
  [2, "P-384"],
  [3, "P-521"],
]);

/** A public key of COSE, for the one algorithm of its curve. */
export interface CoseKey {
  readonly key: CryptoKey;
  readonly jwk: EcJwk;
  readonly algorithm: Algorithm;
}

/**
 * Reads an elliptic-curve key (RFC 9053 §7.1.1).
 * @returns null when the value is not a public key, or its point is not on the curve
 */
export async function readCoseKey(value: Cbor | undefined): Promise<CoseKey | null> {
  if (!isMap(value) || value.get(1) !== 2 || value.has(-4)) return null;
  const crv = curveNames.get(value.get(-1));
  const [x, y] = [value.get(-2), value.get(-3)];
  if (crv === undefined || !isBytes(x) || !isBytes(y)) return null;
  const { bytes } = curves[crv];
  if (x.length !== bytes || y.length !== bytes) return null;
  const jwk = { kty: "EC", crv, x: encoded(x), y: encoded(y) } as const;
  if (!isOnItsCurve(jwk)) return null;
  return { key: await importPublicKey(jwk), jwk, algorithm: algorithmOf[crv] };
}

function encoded(coordinate: Uint8Array): string {
  return coordinate.toBase64({ alphabet: "base64url", omitPadding: true });
}
