/** The bytes of keys that were imported here. */
const secrets = new WeakMap<CryptoKey, Uint8Array<ArrayBuffer>>();

/**
 * Imports a data key for encryption or MACs. The key is not extractable; its bytes are kept for
 * {@link secretOf}, only in this module.
 */
export async function importSecretKey(
  secret: Uint8Array<ArrayBuffer>,
  { algorithm, usages }: {
    readonly algorithm: { readonly name: string; readonly hash?: string; readonly length: number };
    readonly usages: readonly KeyUsage[];
  },
): Promise<CryptoKey> {
  const cryptoKey = await crypto.subtle.importKey("raw", secret, algorithm, false, [...usages]);
  secrets.set(cryptoKey, new Uint8Array(secret));
  return cryptoKey;
}

/**
 * Returns a data key for `node:crypto`, which computes synchronously. Web Crypto moves each call to
 * another thread, which for a request's small texts takes several times as long as the computation.
 * Returns bytes, since the ciphers of older runtimes accept no `KeyObject`. Only the modules for
 * encryption and MACs call this, and none of them stores the bytes.
 *
 * @throws Error for a key that {@link importSecretKey} did not make
 */
export function secretOf(cryptoKey: CryptoKey): Uint8Array<ArrayBuffer> {
  const secret = secrets.get(cryptoKey);
  if (secret === undefined) throw new Error("A data key was not imported as one");
  return secret;
}
