import type { RecognizedAddress } from "./schema.ts";

/**
 * Account names of EOS, compared byte for byte: the twelve characters of `a-z1-5` that anyone may
 * register, and the system's own (`eosio`, `eosio.token`). Other short names and names with a dot
 * exist, but accepting them would turn any word, and `alice.eth`, into an address, since there is
 * no checksum.
 *
 * @see https://docs.eosnetwork.com/docs/latest/core-concepts/accounts ("Account names")
 */
export function recognizeEos(written: string): RecognizedAddress | null {
  const isName = /^(?:[a-z1-5]{12}|eosio(?:\.[a-z1-5]{1,6})?)$/.test(written);
  return isName ? { family: "eos", address: written } : null;
}
