import { compactDecrypt, importJWK } from "jose";
import { isObject, parseJson } from "../../base/json.ts";
import type { PlaygroundPorts } from "./ports.ts";
import type { ActedOut, PackRequest } from "./schema.ts";

/**
 * Opens an evidence pack as its client would (JWE, RFC 7516), by the key that a sandbox publishes
 * for clients without a registered key.
 */
export async function openPack(
  { evidenceKey }: Pick<PlaygroundPorts, "evidenceKey">,
  { evidencePackCiphertext }: PackRequest,
): Promise<ActedOut> {
  const stopped = "The pack cannot be opened by the sandbox's published key";
  try {
    const key = await importJWK(evidenceKey, "ECDH-ES+A256KW");
    const { plaintext } = await compactDecrypt(evidencePackCiphertext, key, {
      keyManagementAlgorithms: ["ECDH-ES+A256KW"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    const pack = parseJson(new TextDecoder().decode(plaintext));
    return isObject(pack)
      ? { exchanges: [], stopped: null, result: pack }
      : { exchanges: [], stopped, result: null };
  } catch {
    return { exchanges: [], stopped, result: null };
  }
}
