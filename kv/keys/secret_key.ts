import { KeyObject } from "node:crypto";

/** The same keys for `node:crypto`, made once each. */
const secretKeys = new WeakMap<CryptoKey, KeyObject>();

/**
 * A data key for `node:crypto`, which computes at once. Web Crypto gives each call to another
 * thread, which for the small texts of a request takes several times as long as the computation.
 * Only the modules that encrypt and make MACs call this: a `KeyObject` can be exported.
 */
export function secretKeyOf(cryptoKey: CryptoKey): KeyObject {
  const known = secretKeys.get(cryptoKey);
  if (known !== undefined) return known;
  const made = KeyObject.from(cryptoKey);
  secretKeys.set(cryptoKey, made);
  return made;
}
