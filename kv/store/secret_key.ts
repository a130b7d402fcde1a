/** The bytes of the keys that were imported here. */
const secrets = new WeakMap<CryptoKey, Uint8Array<ArrayBuffer>>();

/**
 * Imports a data key that encrypts or makes MACs. The key itself is never to be exported; its bytes
 * are kept for {@link secretOf}, by this module alone.
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
 * A data key for `node:crypto`, which computes at once. Web Crypto gives each call to another
 * thread, which for the small texts of a request takes several times as long as the computation. As
 * bytes, since the ciphers of older runtimes take no `KeyObject`. Only the modules that encrypt and
 * make MACs call this, and none of them keeps it.
 *
 * @throws Error for a key that {@link importSecretKey} has not made
 */
export function secretOf(cryptoKey: CryptoKey): Uint8Array<ArrayBuffer> {
  const secret = secrets.get(cryptoKey);
  if (secret === undefined) throw new Error("A data key was not imported as one");
  return secret;
}
