/** Prefixes of keys as text (Standard Webhooks, "Signature scheme"). */
const [secretPrefix, publicPrefix] = ["whsec_", "whpk_"];

/** Bytes of a secret; the specification requires 24 to 64. */
export const secretBytes = 32;

/** The signed parts of a message. */
export interface SignedMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp`: Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

const encoder = new TextEncoder();

/** Returns the signed bytes: id, timestamp and body, separated by full stops. */
export function signedBytes({ id, timestamp, body }: SignedMessage): Uint8Array<ArrayBuffer> {
  return encoder.encode(`${id}.${timestamp}.${body}`);
}

/** Formats a secret as receivers configure it. */
export function writeSecret(bytes: Uint8Array): string {
  return `${secretPrefix}${bytes.toBase64()}`;
}

/** Formats a public key (Ed25519, 32 bytes) as it is published to receivers. */
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
