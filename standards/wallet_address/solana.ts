import { parseBase58 } from "./base58.ts";
import type { RecognizedAddress } from "./schema.ts";

const keyBytes = 32;

/**
 * Addresses of Solana: 32 bytes in Base58 and nothing else, compared byte for byte. There is no
 * checksum, and no test whether the bytes are a point of Ed25519: accounts of programs are none.
 * Letters of one case only are refused: of ten thousand million keys hardly one has them, but
 * a mistyped Bech32 address does.
 *
 * @see https://solana.com/docs/references/terminology ("account", "public key (pubkey)")
 */
export function recognizeSolana(written: string): RecognizedAddress | null {
  if (/[a-z]/.test(written) !== /[A-Z]/.test(written)) return null;
  return parseBase58(written)?.length === keyBytes ? { family: "solana", address: written } : null;
}
