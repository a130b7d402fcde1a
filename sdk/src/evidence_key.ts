/**
 * The curve of evidence pack keys.
 *
 * @internal
 */
export const curve = { name: "ECDH", namedCurve: "P-256" } as const;

/** A public key for evidence packs (RFC 7517, RFC 7518 §6.2.1). */
export interface EvidencePublicJwk {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** A new key for evidence packs. */
export interface EvidenceKey {
  /** For `openEvidencePack`. It opens every pack: store it in your secret store. */
  readonly privateKey: EvidencePublicJwk & { readonly d: string };
  /** For `evidenceEncryptionKey` of the client's record. */
  readonly publicKey: EvidencePublicJwk;
}

/** Makes a key for evidence packs by WebCrypto, and stores nothing. Servers only. */
export async function generateEvidenceKey(): Promise<EvidenceKey> {
  const pair = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
  const { x, y, d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const publicKey = { kty: "EC", crv: "P-256", x: x!, y: y! } as const;
  return { privateKey: { ...publicKey, d: d! }, publicKey };
}

/**
 * Imports a private key for evidence packs.
 *
 * @throws TypeError with the reason, without key material
 * @internal
 */
export async function importPrivateKey(key: JsonWebKey | CryptoKey): Promise<CryptoKey> {
  if (typeof key !== "object" || key === null) {
    refuse(`is ${key === null ? "null" : typeof key}, and no JWK or CryptoKey`);
  }
  if ("algorithm" in key) {
    const { name, namedCurve } = key.algorithm as Partial<typeof curve>;
    const isUsable = key.type === "private" && name === curve.name &&
      namedCurve === curve.namedCurve && key.usages.includes("deriveBits");
    return isUsable ? key : refuse("is not a private CryptoKey of ECDH and P-256 for deriveBits");
  }
  const { kty, crv, x, y, d } = key as JsonWebKey;
  if (kty !== "EC" || crv !== "P-256") refuse('is no JWK of kty "EC" and crv "P-256"');
  if (d === undefined) refuse("is a public key: it has no d");
  // RFC 7518 §6.2: 32 bytes each. Some platforms import any.
  const isWhole = [x, y, d].every((part) => /^[\w-]{43}$/.test(String(part)));
  const jwk = { kty, crv, x, y, d } as JsonWebKey;
  const imported = isWhole
    ? await crypto.subtle.importKey("jwk", jwk, curve, false, ["deriveBits"]).catch(() => null)
    : null;
  return imported ?? refuse("has an x, y or d that is not of P-256");
}

function refuse(reason: string): never {
  throw new TypeError(`privateKey ${reason}`);
}
