import {
  hasMoreValues,
  hasRepeatedMember,
  isArray,
  isObject,
  type Json,
  parseJson,
} from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { isOnItsCurve } from "../../standards/jose/curve.ts";
import { type ContentEncryption, contentEncryptions } from "../../standards/jose/decrypt_jwe.ts";
import { readEcJwk } from "../../standards/jose/ec_jwk.ts";
import type { EncryptionKey } from "../../standards/jose/jwe.ts";

/** The encryption of requests that a wallet requires. */
export interface WalletEncryption {
  readonly key: EncryptionKey;
  readonly enc: ContentEncryption;
}

/** The problem of a wallet's metadata. */
export interface WalletMetadataRefusal {
  readonly code: "invalid_wallet_metadata";
  /** A message without a full stop. */
  readonly message: string;
}

type Read = Result<WalletEncryption | null, WalletMetadataRefusal>;

/** Maximum values of a wallet's metadata: its formats, algorithms and a few keys. */
const valuesMax = 1_000;

const keyAlgorithm = "ECDH-ES";

/**
 * Reads from a wallet's metadata (OpenID4VP 1.0 §5.10) the encryption of requests: to a key in its
 * `jwks`, by the algorithms for requests (`request_object_encryption_*`, OpenID Connect Discovery
 * 1.0 §3), else by those for answers (`authorization_encryption_*`). Ignores everything else.
 *
 * @param text JSON
 * @returns null if the wallet sends no P-256 key, or supports none of the available algorithms
 */
export function walletEncryptionOf(text: string): Read {
  const metadata = hasMoreValues(text, valuesMax) ? undefined : parseJson(text);
  if (!isObject(metadata) || hasRepeatedMember(text, metadata)) {
    return wrong("expected a JSON object that names no member twice");
  }
  const jwks = metadata["jwks"] ?? null;
  if (jwks === null) return ok(null);
  const keys = isObject(jwks) ? jwks["keys"] : undefined;
  if (!isArray(keys)) return wrong("expected a JWK Set as jwks");
  const usable = keys.find(isForEncryption);
  if (usable === undefined) return ok(null);
  const key = readKey(usable);
  if (key === null) return wrong("expected a public key on P-256 in jwks");
  const named = (what: "alg" | "enc") =>
    metadata[`request_object_encryption_${what}_values_supported`] ??
      metadata[`authorization_encryption_${what}_values_supported`];
  const [algorithms = [keyAlgorithm], encryptions = ["A128GCM"]] = [named("alg"), named("enc")];
  if (!isArray(algorithms) || !isArray(encryptions)) {
    return wrong("expected arrays of encryption algorithms");
  }
  const enc = contentEncryptions.findLast((known) => encryptions.includes(known));
  return ok(enc !== undefined && algorithms.includes(keyAlgorithm) ? { key, enc } : null);
}

/** Whether a key may be used for encryption, as far as it states its use. */
function isForEncryption(jwk: Json): boolean {
  if (!isObject(jwk)) return false;
  const { kty, crv, use = "enc", alg = keyAlgorithm } = jwk;
  return kty === "EC" && crv === "P-256" && use === "enc" && alg === keyAlgorithm;
}

function readKey(jwk: Json): EncryptionKey | null {
  const key = readEcJwk(jwk);
  if (key === null || !isOnItsCurve(key)) return null;
  const kid = isObject(jwk) ? jwk["kid"] : undefined;
  if (kid === undefined) return key;
  return typeof kid === "string" && /^[\x20-\x7e]{1,255}$/.test(kid) ? { ...key, kid } : null;
}

function wrong(message: string): Read {
  return refuse({ code: "invalid_wallet_metadata", message });
}
