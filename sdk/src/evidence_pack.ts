import { AvalError } from "./errors.ts";
import { curve, importPrivateKey } from "./evidence_key.ts";
import type { components } from "./printed/openapi.ts";

/** A requested and disclosed claim. */
export interface EvidenceClaim {
  readonly path: readonly (string | number | null)[];
  readonly values: readonly unknown[];
}

/** A credential that was shown. */
export interface EvidenceCredential {
  readonly id: string;
  readonly format: string;
  readonly type: string;
  readonly issuerCertificateSha256: string;
  readonly presentationSha256: string;
  readonly claims: readonly EvidenceClaim[];
}

/** The content of an evidence pack. */
export interface EvidencePack {
  readonly sessionId: string;
  readonly checkType: components["schemas"]["CheckType"];
  readonly templateVersion: string;
  readonly verifiedAt: string;
  readonly decision: Readonly<Record<string, unknown>>;
  readonly credentials: readonly EvidenceCredential[];
}

/**
 * Opens `evidencePackCiphertext` of a session (JWE, RFC 7516: ECDH-ES+A256KW with P-256, A256GCM) by
 * the private key to the `evidenceEncryptionKey` of the client's record. Servers only: the key
 * opens every pack.
 *
 * @param privateKey as a JWK, or as a key of WebCrypto for `deriveBits`
 * @throws TypeError for a value that is not a P-256 private key, with the reason and without key
 *   material
 * @throws AvalError `evidence_pack_unreadable` for another key or a damaged pack, without a reason
 */
export async function openEvidencePack(
  pack: string,
  privateKey: JsonWebKey | CryptoKey,
): Promise<EvidencePack> {
  const key = await importPrivateKey(privateKey);
  try {
    return await decrypt(pack, key);
  } catch {
    throw new AvalError("openEvidencePack", "evidence_pack_unreadable");
  }
}

async function decrypt(pack: string, privateKey: CryptoKey): Promise<EvidencePack> {
  const parts = pack.split(".");
  const [encodedHeader = "", ...rest] = parts;
  const header = JSON.parse(new TextDecoder().decode(bytesOf(encodedHeader)));
  const { alg, enc, epk, apu = "", apv = "", crit, zip } = header;
  const isExpected = alg === "ECDH-ES+A256KW" && enc === "A256GCM" && crit === undefined &&
    zip === undefined && parts.length === 5;
  if (!isExpected) throw new Error("another JWE");
  const [wrapped, iv, text, tag] = rest.map(bytesOf) as Four;
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: await importPublic(epk) },
    privateKey,
    256,
  );
  const derived = await concatKdf(new Uint8Array(shared), bytesOf(apu), bytesOf(apv));
  const wrapping = await crypto.subtle.importKey("raw", derived, "AES-KW", false, ["unwrapKey"]);
  const content = await crypto.subtle.unwrapKey(
    "raw",
    wrapped,
    wrapping,
    "AES-KW",
    "AES-GCM",
    false,
    [
      "decrypt",
    ],
  );
  const plain = await crypto.subtle.decrypt(
    {
      name: "AES-GCM",
      iv,
      additionalData: new TextEncoder().encode(encodedHeader),
      tagLength: 128,
    },
    content,
    joined(text, tag),
  );
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
}

type Bytes = Uint8Array<ArrayBuffer>;
type Four = [Bytes, Bytes, Bytes, Bytes];

async function importPublic({ kty, crv, x, y }: JsonWebKey): Promise<CryptoKey> {
  const jwk = { kty, crv, x, y } as JsonWebKey;
  return await crypto.subtle.importKey("jwk", jwk, curve, false, []);
}

/** Derives the needed 256 bits, which take one round (RFC 7518 §4.6.2). */
async function concatKdf(secret: Bytes, apu: Bytes, apv: Bytes): Promise<Bytes> {
  const algorithm = new TextEncoder().encode("ECDH-ES+A256KW");
  const data = joined(
    number(1),
    secret,
    number(algorithm.length),
    algorithm,
    number(apu.length),
    apu,
    number(apv.length),
    apv,
    number(256),
  );
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

function number(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bytesOf(base64url: string): Bytes {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
