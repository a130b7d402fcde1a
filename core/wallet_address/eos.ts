import type { RecognizedAddress } from "./schema.ts";

/**
 * Account names of EOS, compared byte for byte: the twelve characters of `a-z1-5` that anyone may
 * register, or a name with a dot in it (`eosio.token`). Shorter names without a dot exist but
 * would take any word for an address, and there is no checksum.
 *
 * @see https://docs.eosnetwork.com/docs/latest/core-concepts/accounts ("Account names")
 */
export function recognizeEos(written: string): RecognizedAddress | null {
  const isName = /^(?:[a-z1-5]{12}|(?=.*\.)[a-z1-5][a-z1-5.]{0,10}[a-z1-5])$/.test(written);
  return isName ? { family: "eos", address: written } : null;
}
