import { type NoteSigner, parseVerifierKey, verifierKeyOf } from "../../standards/tlog/note.ts";
import { importSigningKey } from "../../kv/keys/signing_key.ts";

/** The first byte of an encoded Ed25519 key. */
const ed25519 = 1;

/**
 * Opens the key that signs manifests: `PRIVATE+KEY+<name>+<key id>+<base64 of algorithm and seed>`,
 * the form of signed notes.
 *
 * @returns null for another or a damaged text
 */
export async function openSignerKey(text: string): Promise<NoteSigner | null> {
  const [, name = "", keyId = "", encoded = ""] =
    /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})\n?$/.exec(text) ?? [];
  if (name === "") return null;
  const bytes = Uint8Array.fromBase64(encoded);
  if (bytes[0] !== ed25519) return null;
  const signer = await signerOf(name, bytes.slice(1));
  return parseVerifierKey(signer.verifierKey)?.keyId === keyId ? signer : null;
}

/** Writes a new key. @param name without space or plus @param seed 32 random bytes */
export async function writeSignerKey(
  name: string,
  seed: Uint8Array<ArrayBuffer>,
): Promise<{ readonly signerKey: string; readonly verifierKey: string }> {
  const { verifierKey } = await signerOf(name, seed);
  const keyId = parseVerifierKey(verifierKey)?.keyId;
  const encoded = Uint8Array.of(ed25519, ...seed).toBase64();
  return { signerKey: `PRIVATE+KEY+${name}+${keyId}+${encoded}\n`, verifierKey };
}

async function signerOf(name: string, seed: Uint8Array<ArrayBuffer>): Promise<NoteSigner> {
  const { cryptoKey, publicKey } = await importSigningKey(seed);
  if (publicKey === undefined) throw new Error("An Ed25519 key has a public half");
  return {
    verifierKey: verifierKeyOf(name, publicKey),
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", cryptoKey, bytes)),
  };
}
