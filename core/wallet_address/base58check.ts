import { formatBase58Check, parseBase58Check } from "./base58.ts";
import { formatCashaddr } from "./cashaddr.ts";
import { joinBytes } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";

const HASH_BYTES = 20;

/** Version of pay-to-public-key-hash of Bitcoin, Bitcoin Cash and Bitcoin SV (`1...`). */
const KEY_HASH = 0x00;
/** Version of pay-to-script-hash of Bitcoin, Bitcoin Cash, and Litecoin before 2017 (`3...`). */
const SCRIPT_HASH = 0x05;
/** Version of pay-to-script-hash of Litecoin since 2017 (`M...`), the same scripts as its `3...`. */
const LITECOIN_SCRIPT_HASH = 0x32;

/**
 * The version bytes taken for an address, each from its network's chainparams. Others are not:
 * among them are private keys and networks that nobody here has looked at.
 */
const VERSIONS: ReadonlySet<number> = new Set([
  KEY_HASH,
  SCRIPT_HASH,
  0x6f, // test networks of Bitcoin and its forks, m... and n...
  0xc4, // their scripts, 2...
  0x30, // Litecoin, L...
  LITECOIN_SCRIPT_HASH,
  0x3a, // scripts of Litecoin's test network, Q...
  0x1e, // Dogecoin and Verge, D...
  0x16, // Dogecoin's scripts, 9... and A...
  0x21, // Verge's scripts, E...
  0x4c, // Dash, X...
  0x10, // Dash's scripts, 7...
  0x26, // Bitcoin Gold, G...
  0x17, // Bitcoin Gold's scripts, A...
]);

/**
 * Base58Check addresses of one version byte and a hash of 20 bytes, compared byte for byte.
 * `1...` and `3...` belong to Bitcoin, Bitcoin Cash and Bitcoin SV alike and are looked up as
 * CashAddr too; a script hash also as Litecoin's `M...`. Key hashes and script hashes never mix.
 *
 * @see https://en.bitcoin.it/wiki/Base58Check_encoding
 */
export function recognizeBase58Check(written: string): RecognizedAddress | null {
  const payload = parseBase58Check(written);
  const version = payload?.[0];
  if (!payload || version === undefined || payload.length !== 1 + HASH_BYTES) return null;
  if (!VERSIONS.has(version)) return null;
  const hash = payload.subarray(1);
  const alsoWritten = version === KEY_HASH
    ? keyHashSpellings(hash)
    : version === SCRIPT_HASH || version === LITECOIN_SCRIPT_HASH
    ? scriptHashSpellings(hash)
    : [];
  return { family: "base58check", address: written, alsoWritten };
}

/** Every spelling of one key hash: the legacy one, and CashAddr without and with its prefix. */
export function keyHashSpellings(hash: Uint8Array): readonly string[] {
  const cashaddr = formatCashaddr({ prefix: "bitcoincash", type: "keyHash", hash });
  return [base58CheckOf(KEY_HASH, hash), cashaddr, `bitcoincash:${cashaddr}`];
}

/** Every spelling of one script hash: legacy, Litecoin's, and CashAddr without and with its prefix. */
export function scriptHashSpellings(hash: Uint8Array): readonly string[] {
  const cashaddr = formatCashaddr({ prefix: "bitcoincash", type: "scriptHash", hash });
  return [
    base58CheckOf(SCRIPT_HASH, hash),
    base58CheckOf(LITECOIN_SCRIPT_HASH, hash),
    cashaddr,
    `bitcoincash:${cashaddr}`,
  ];
}

function base58CheckOf(version: number, hash: Uint8Array): string {
  return formatBase58Check(joinBytes(Uint8Array.of(version), hash));
}
