/**
 * HMAC-SHA-256 over a list of texts, base64url. The list is written as JSON, so that no two lists
 * have the same bytes; its first member says what is meant, so that no MAC stands for another thing.
 */
export async function macOf(
  key: CryptoKey,
  parts: readonly [meaning: string, ...string[]],
): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return mac.toBase64({ alphabet: "base64url", omitPadding: true });
}
