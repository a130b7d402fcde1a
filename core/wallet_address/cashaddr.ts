import { formatCashaddr, parseCashaddr } from "./cashaddr_text.ts";
import { keyHashSpellings, scriptHashSpellings } from "./hash_spellings.ts";
import type { RecognizedAddress } from "./schema.ts";

const PREFIX = "bitcoincash";

/** Types of CashAddr: a key or a script, and from CHIP-2022-02 both again for wallets with tokens. */
const KEY_HASH = 0;
const SCRIPT_HASH = 1;
const TOKEN_KEY_HASH = 2;
const TOKEN_SCRIPT_HASH = 3;

/**
 * CashAddr of Bitcoin Cash, with or without `bitcoincash:`; the canonical form is lower-case and
 * has no prefix, as lists publish it. A hash of 20 bytes is looked up in its legacy spellings too,
 * and the token-aware `z...` and `r...` are the plain address of the same hash.
 *
 * @see CashAddr specification; CHIP-2022-02 CashTokens, "Token-aware CashAddresses"
 */
export function recognizeCashaddr(written: string): RecognizedAddress | null {
  const text = parseCashaddr(written);
  if (text === null || text.prefix !== PREFIX) return null;
  const { hash } = text;
  const isKey = text.type === KEY_HASH || text.type === TOKEN_KEY_HASH;
  const isScript = text.type === SCRIPT_HASH || text.type === TOKEN_SCRIPT_HASH;
  if (!(isKey && hash.length === 20) && !(isScript && (hash.length === 20 || hash.length === 32))) {
    return null;
  }
  const type = isKey ? KEY_HASH : SCRIPT_HASH;
  const address = formatCashaddr({ prefix: PREFIX, type, hash });
  const alsoWritten = isKey
    ? keyHashSpellings(hash)
    : hash.length === 20
    ? scriptHashSpellings(hash)
    : [`${PREFIX}:${address}`];
  return { family: "cashaddr", address, alsoWritten };
}
