import { compactDecrypt, type CryptoKey, importJWK } from "jose";
import type { EvidenceEncryptionKey } from "../../core/access/evidence_encryption_key.ts";
import published from "../../fixtures/wallets/sandbox.json" with { type: "json" };

/** A client's evidence key in both parts, and a function that opens packs with it. */
export interface EvidenceKeys {
  readonly publicJwk: EvidenceEncryptionKey;
  readonly privateJwk: JsonWebKey;
  open(pack: string): Promise<OpenedPack>;
}

/** A pack that was opened. */
export interface OpenedPack {
  readonly header: Readonly<Record<string, unknown>>;
  // deno-lint-ignore no-explicit-any -- tests reach into it, and fail where it is another
  readonly document: any;
}

/** Makes a client's keys. */
export async function evidenceKeys(kid?: string): Promise<EvidenceKeys> {
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]);
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const publicJwk = { kty, crv, x, y, ...(kid === undefined ? {} : { kid }) };
  return {
    publicJwk: publicJwk as EvidenceEncryptionKey,
    privateJwk: await crypto.subtle.exportKey("jwk", pair.privateKey),
    open: (pack) => openPack(pack, pair.privateKey),
  };
}

/** Opens a pack of a sandbox with its published key. */
export async function openSandboxPack(pack: string): Promise<OpenedPack> {
  return await openPack(
    pack,
    await importJWK({ ...published.evidence.privateKey }, "ECDH-ES+A256KW") as CryptoKey,
  );
}

async function openPack(pack: string, key: CryptoKey): Promise<OpenedPack> {
  const { plaintext, protectedHeader } = await compactDecrypt(pack, key, {
    keyManagementAlgorithms: ["ECDH-ES+A256KW"],
    contentEncryptionAlgorithms: ["A256GCM"],
  });
  return {
    header: { ...protectedHeader },
    document: JSON.parse(new TextDecoder().decode(plaintext)),
  };
}
