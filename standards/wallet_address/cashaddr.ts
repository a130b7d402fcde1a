import { formatCashaddr, parseCashaddr } from "./cashaddr_text.ts";
import { keyHashSpellings, scriptHashSpellings } from "./hash_spellings.ts";
import type { RecognizedAddress } from "./schema.ts";

const mainnetPrefix = "bitcoincash";

/** CashAddr types: a key or a script, and from CHIP-2022-02 both again for wallets with tokens. */
const keyHash = 0;
const scriptHash = 1;
const tokenKeyHash = 2;
const tokenScriptHash = 3;

/**
 * Recognises CashAddr of Bitcoin Cash, with or without `bitcoincash:`. The canonical form is
 * lower-case without prefix, as lists publish it. A hash of 20 bytes is looked up in its legacy
 * spellings too. The token-aware `z...` and `r...` count as the plain address of the same hash.
 *
 * @see CashAddr specification; CHIP-2022-02 CashTokens, "Token-aware CashAddresses"
 */
export function recognizeCashaddr(written: string): RecognizedAddress | null {
  const text = parseCashaddr(written);
  if (text === null || text.prefix !== mainnetPrefix) return null;
  const { hash } = text;
  const isKey = text.type === keyHash || text.type === tokenKeyHash;
  const isScript = text.type === scriptHash || text.type === tokenScriptHash;
  if (!(isKey && hash.length === 20) && !(isScript && (hash.length === 20 || hash.length === 32))) {
    return null;
  }
  const type = isKey ? keyHash : scriptHash;
  const address = formatCashaddr({ prefix: mainnetPrefix, type, hash });
  const alsoWritten = isKey
    ? keyHashSpellings(hash)
    : hash.length === 20
    ? scriptHashSpellings(hash)
    : [`${mainnetPrefix}:${address}`];
  return { family: "cashaddr", address, alsoWritten };
}
