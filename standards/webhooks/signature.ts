/** Prefixes of keys as text (Standard Webhooks, "Signature scheme"). */
const [secretPrefix, publicPrefix] = ["whsec_", "whpk_"];

/** Bytes of a secret: the specification asks for 24 to 64. */
export const secretBytes = 32;

/** What is signed of a message. */
export interface SignedMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp`: Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const encoder = new TextEncoder();

/** The bytes that are signed: id, timestamp and body, with full stops between them. */
export function signedBytes({ id, timestamp, body }: SignedMessage): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${id}.${timestamp}.${body}`);
}

/** Writes a secret as receivers are given it. */
export function writeSecret(bytes: Uint8Array): string {
  return `${secretPrefix}${bytes.toBase64()}`;
}

/** Writes a public key (Ed25519, 32 bytes) as receivers find it. */
export function writePublicKey(bytes: Uint8Array): string {
  return `${publicPrefix}${bytes.toBase64()}`;
}

/** A signature of the symmetric scheme: HMAC-SHA-256. */
export async function signSymmetric(secret: string, message: SignedMessage): Promise<string> {
  const bytes = Uint8Array.fromBase64(secret.slice(secretPrefix.length));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, signedBytes(message));
  return `v1,${new Uint8Array(mac).toBase64()}`;
}

/** A signature of the asymmetric scheme: Ed25519. */
export function writeAsymmetric(signature: Uint8Array): string {
  return `v1a,${signature.toBase64()}`;
}
