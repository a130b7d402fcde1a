import { createHash } from "node:crypto";

/**
 * Signed notes (C2SP signed-note): a text and lines of signatures, as Go's sumdb and transparency
 * logs read them.
 */

/** Signs texts under a name. */
export interface NoteSigner {
  /** The verifier key of the signature: {@link verifierKeyOf}. */
  readonly verifierKey: string;
  /** @returns Ed25519 signature (RFC 8032), 64 bytes */
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** The parts of a verifier key. */
export interface NoteVerifier {
  readonly name: string;
  /** First four bytes of SHA-256 over name, newline, algorithm and key, hex. */
  readonly keyId: string;
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** A note that one of the given keys signed. */
export interface OpenedNote {
  readonly text: string;
  readonly verifierKey: string;
}

/** The first byte of an encoded Ed25519 key. */
const ed25519 = 1;

/**
 * Formats a public key as signed notes do: `<name>+<key id>+<base64 of algorithm and key>`.
 *
 * @param name without space or plus
 */
export function verifierKeyOf(name: string, publicKey: Uint8Array): string {
  const key = Uint8Array.of(ed25519, ...publicKey);
  return `${name}+${keyIdOf(name, key)}+${key.toBase64()}`;
}

/**
 * Parses a verifier key.
 *
 * @returns null for another algorithm than Ed25519, or when the id does not match the key
 */
export function parseVerifierKey(text: string): NoteVerifier | null {
  const [, name = "", keyId = "", encoded = ""] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  if (name === "") return null;
  const key = Uint8Array.fromBase64(encoded);
  if (key[0] !== ed25519 || keyIdOf(name, key) !== keyId) return null;
  return { name, keyId, publicKey: key.slice(1) };
}

/** Signs a text, which ends with a newline. */
export async function signNote(text: string, { verifierKey, sign }: NoteSigner): Promise<string> {
  const { name, keyId } = known(verifierKey);
  const signature = await sign(new TextEncoder().encode(text));
  const line = Uint8Array.of(...Uint8Array.fromHex(keyId), ...signature);
  return `${text}\n\u2014 ${name} ${line.toBase64()}\n`;
}

/**
 * Verifies that one of the keys signed a note. Ignores signatures by other keys.
 *
 * @returns the text and the first key with a valid signature; null when no key has a signature, or
 *   a signature by one of the keys is invalid
 */
export async function openNote(
  note: string,
  verifierKeys: readonly string[],
): Promise<OpenedNote | null> {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n");
  let signedBy: string | null = null;
  for (const line of lines) {
    const [, name, encoded = ""] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    if (name === undefined || encoded.length % 4 !== 0) return null;
    const bytes = Uint8Array.fromBase64(encoded);
    const keyId = bytes.slice(0, 4).toHex();
    const verifier = verifierKeys.map(known).find((key) =>
      key.name === name && key.keyId === keyId
    );
    if (verifier === undefined) continue;
    const key = await crypto.subtle.importKey("raw", verifier.publicKey, "Ed25519", false, [
      "verify",
    ]);
    const holds = await crypto.subtle.verify(
      "Ed25519",
      key,
      bytes.slice(4),
      new TextEncoder().encode(text),
    );
    if (!holds) return null;
    signedBy ??= verifierKeyOf(verifier.name, verifier.publicKey);
  }
  return signedBy === null ? null : { text, verifierKey: signedBy };
}

function known(verifierKey: string): NoteVerifier {
  const verifier = parseVerifierKey(verifierKey);
  if (verifier === null) throw new Error("A verifier key is <name>+<key id>+<base64>");
  return verifier;
}

function keyIdOf(name: string, key: Uint8Array): string {
  return createHash("sha256").update(`${name}\n`).update(key).digest("hex").slice(0, 8);
}
