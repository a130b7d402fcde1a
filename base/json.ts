/** A value as JSON has it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON array. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** JSON text as a value. @returns undefined when it is none */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON in base64url without padding. @returns undefined when it is none, in strict UTF-8 */
export function decodeJson(encoded: string): Json | undefined {
  const bytes = decodeBase64Url(encoded);
  if (bytes === null) return undefined;
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Bytes in base64url without padding, in their one spelling: blanks and spare bits that are not zero
 * are refused. By the platform, which is ten times as fast as a decoder in JavaScript.
 *
 * @returns null when they are none
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  // What is strict about spare bits wants padding as well.
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, "=");
  try {
    return Uint8Array.fromBase64(padded, { alphabet: "base64url", lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}
