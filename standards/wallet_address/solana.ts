import { parseBase58 } from "./base58.ts";
import type { RecognizedAddress } from "./schema.ts";

const keyBytes = 32;

/**
 * Addresses of Solana: 32 bytes in Base58 and nothing else, compared byte for byte. There is no
 * checksum, and the bytes need not be a point of Ed25519, since accounts of programs are not. Text
 * with letters of one case only is refused: fewer than one key in ten thousand million has that
 * form, but a mistyped Bech32 address does.
 *
 * @see https://solana.com/docs/references/terminology ("account", "public key (pubkey)")
 */
export function recognizeSolana(written: string): RecognizedAddress | null {
  if (/[a-z]/.test(written) !== /[A-Z]/.test(written)) return null;
  return parseBase58(written)?.length === keyBytes ? { family: "solana", address: written } : null;
}
