import type { Result } from "../../base/result.ts";
import type { Format } from "./format.ts";
import type { PersonName } from "./persons.ts";
import type { WalletRefusal } from "./refusal.ts";

/** Keys that a wallet's credentials are bound to. */
export interface HolderKeys {
  /** The key of a person's credentials in a format; one key means one holder. */
  keyOf(person: PersonName, format: Format): Promise<Result<CryptoKeyPair, WalletRefusal>>;
}

/** Makes a holder's key for ES256. */
export async function makeHolderKey(): Promise<CryptoKeyPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}
