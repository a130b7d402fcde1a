import type { Event } from "./printed/client.ts";

/** Headers of a request, in the form of `Request` or of a Node server. */
export type EventHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options for the age of an event. */
export interface VerifyEventOptions {
  /** Maximum seconds by which the time of an event may differ. Default 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
}

/** A key and the signed bytes. */
interface Scheme {
  readonly secret: string;
  readonly signature: string;
  readonly algorithm: AlgorithmIdentifier | HmacImportParams;
}

/**
 * Verifies an event that was posted to an endpoint of yours (Standard Webhooks), and reads it. Answer
 * with a status of 2xx, and ignore a second event of the same `id`.
 *
 * @param body the body as received: text that was parsed and serialised again has other bytes
 * @param keys secrets of the endpoint (`whsec_...`), both during a rotation, or public keys of the
 *   service (`whpk_...`)
 * @returns null if no signature is valid, or the time differs too much: answer 401
 */
export async function verifyEvent(
  headers: EventHeaders,
  body: string | Uint8Array,
  keys: readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyEventOptions = {},
): Promise<Event | null> {
  if (keys.length === 0) throw new TypeError("keys names no key");
  const [id, time, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => valueOf(headers, name),
  );
  if (!id || !/^\d{1,12}$/.test(time ?? "") || !signatures) return null;
  if (Math.abs(now() / 1_000 - Number(time)) > toleranceSeconds) return null;
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`);
  for (const one of signatures.split(" ").slice(0, 20)) {
    for (const key of keys) {
      const scheme = schemeOf(one, key);
      if (scheme === null || !await isRight(scheme, signed)) continue;
      const event = JSON.parse(text) as Event;
      return event.id === id ? event : null;
    }
  }
  return null;
}

function valueOf(headers: EventHeaders, name: string): string | null {
  if (typeof headers.get === "function") return headers.get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === "string" ? value : null;
}

/** @returns null if the signature has another scheme than the key */
function schemeOf(signature: string, key: string): Scheme | null {
  if (signature.startsWith("v1,") && key.startsWith("whsec_")) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    return { algorithm, secret: key.slice(6), signature: signature.slice(3) };
  }
  return signature.startsWith("v1a,") && key.startsWith("whpk_")
    ? { algorithm: "Ed25519", secret: key.slice(5), signature: signature.slice(4) }
    : null;
}

async function isRight(
  { algorithm, secret, signature }: Scheme,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const right = bytesOf(signature);
  const raw = bytesOf(secret);
  if (raw === null) throw new TypeError("A key is not base64");
  if (right === null) return false;
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["verify"]);
  return await crypto.subtle.verify(key.algorithm.name, key, right, signed);
}

/** Decodes base64; null for other text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
