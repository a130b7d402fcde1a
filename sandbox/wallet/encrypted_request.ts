import { Buffer } from "node:buffer";
import { decodeJson, isObject } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import {
  contentEncryptions,
  type DecryptionKey,
  decryptText,
  openJwe,
} from "../../standards/jose/decrypt_jwe.ts";
import { algorithms } from "../../standards/jose/jws.ts";
import { thumbprintBytes } from "../../standards/jose/thumbprint.ts";
import { requestRefused, type WalletRefusal } from "./refusal.ts";

/**
 * The wallet's metadata when it fetches a request (OpenID4VP 1.0 §5.10): its formats, and the key
 * to which the request may be encrypted.
 */
export function walletMetadata({ kty, crv, x, y }: DecryptionKey): string {
  const kid = kidOf({ kty, crv, x, y });
  return JSON.stringify({
    vp_formats_supported: {
      "dc+sd-jwt": { "sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"] },
      mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
    },
    client_id_prefixes_supported: ["x509_hash", "x509_san_dns"],
    request_object_signing_alg_values_supported: algorithms,
    request_object_encryption_alg_values_supported: ["ECDH-ES"],
    request_object_encryption_enc_values_supported: contentEncryptions,
    jwks: { keys: [{ kty, crv, x, y, kid, use: "enc", alg: "ECDH-ES" }] },
  });
}

/**
 * Reads the request object in the answer: encrypted or plain, since a verifier need not encrypt.
 */
export async function decryptRequest(
  text: string,
  key: DecryptionKey,
): Promise<Result<string, WalletRefusal>> {
  const isEncrypted = text.split(".").length === 5;
  if (!isEncrypted) return ok(text);
  const opened = openJwe(text);
  if (!opened.ok) return requestRefused(`The encrypted request is refused: ${opened.refusal.code}`);
  const header = decodeJson(text.split(".")[0] ?? "");
  if (opened.value.kid !== kidOf(key) || !isObject(header) || header["cty"] !== "JWT") {
    return requestRefused("The encrypted request is malformed, or for another wallet");
  }
  const decrypted = await decryptText(opened.value, key);
  return decrypted === null
    ? requestRefused("The encrypted request cannot be decrypted")
    : ok(decrypted);
}

function kidOf(key: Parameters<typeof thumbprintBytes>[0]): string {
  return Buffer.from(thumbprintBytes(key)).toString("base64url");
}
