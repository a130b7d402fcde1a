import { concatBytes } from "./bytes.ts";

/**
 * Appends bytes to a base64 text and returns base64 of both. Decodes only the last characters of
 * the text: a document of megabytes is neither decoded nor encoded again.
 *
 * @param text base64 with padding (RFC 4648 §4), without white space
 */
export function appendToBase64(text: string, bytes: Uint8Array): string {
  const { whole, rest } = splitBase64(text);
  return whole + concatBytes([rest, bytes]).toBase64();
}

/** Returns the bytes that {@link appendToBase64} appended to a text. */
export function appendedToBase64(text: string, joined: string): Uint8Array<ArrayBuffer> {
  const { whole, rest } = splitBase64(text);
  return Uint8Array.fromBase64(joined.slice(whole.length)).slice(rest.length);
}

/**
 * Splits base64 into the characters that stay the same when more bytes follow, and the bytes of the
 * remaining characters.
 */
function splitBase64(
  text: string,
): { readonly whole: string; readonly rest: Uint8Array<ArrayBuffer> } {
  const end = text.endsWith("=") ? text.length - 4 : text.length;
  return { whole: text.slice(0, end), rest: Uint8Array.fromBase64(text.slice(end)) };
}
