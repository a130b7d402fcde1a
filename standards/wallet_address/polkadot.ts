import { formatBase58, parseBase58 } from "./base58.ts";
import { blake2bOf, joinBytes, sameBytes } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";

const checksumBytes = 2;
const context = new TextEncoder().encode("SS58PRE");

/** The generic prefix (`5...`): every account has this form besides its network's form. */
const genericPrefix = Uint8Array.of(42);

/** An account id or an Ed25519 or Sr25519 key, and a compressed ECDSA key. */
const accountBytes: ReadonlySet<number> = new Set([32, 33]);

/**
 * SS58 addresses of Polkadot and its relatives, compared byte for byte. The prefix only states the
 * network for which the account is shown, so that each is looked up in the generic form too. Its
 * checksum of two bytes misses one typing error in 65,536.
 *
 * @see https://docs.polkadot.com/reference/parachains/accounts/ ("SS58 Address Format")
 */
export function recognizePolkadot(written: string): RecognizedAddress | null {
  const bytes = parseBase58(written);
  if (bytes === null) return null;
  // One byte up to 63, two from 64; what begins at 128 is reserved, as are 46 and 47.
  const [first = 0xff] = bytes;
  if (first > 127 || first === 46 || first === 47) return null;
  const prefix = bytes.subarray(0, first < 64 ? 1 : 2);
  const account = bytes.subarray(prefix.length, -checksumBytes);
  if (!accountBytes.has(account.length)) return null;
  if (!sameBytes(bytes.subarray(-checksumBytes), checksum(prefix, account))) return null;
  return {
    family: "polkadot",
    address: written,
    alsoWritten: [
      formatBase58(joinBytes(genericPrefix, account, checksum(genericPrefix, account))),
    ],
  };
}

function checksum(prefix: Uint8Array, account: Uint8Array): Uint8Array {
  return blake2bOf(joinBytes(context, prefix, account), 64).subarray(0, checksumBytes);
}
