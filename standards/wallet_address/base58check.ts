import { parseBase58Check } from "./base58.ts";
import {
  keyHashSpellings,
  keyHashVersion,
  litecoinScriptHashVersion,
  scriptHashSpellings,
  scriptHashVersion,
} from "./hash_spellings.ts";
import type { RecognizedAddress } from "./schema.ts";

const hashBytes = 20;

/**
 * Version bytes that are accepted as addresses, each from its network's chainparams. Others are
 * refused: they include private keys and networks that were not examined here.
 */
const versions: ReadonlySet<number> = new Set([
  keyHashVersion, // Bitcoin and its forks, 1...
  scriptHashVersion, // their scripts, 3...
  0x6f, // test networks of Bitcoin and its forks, m... and n...
  0xc4, // their scripts, 2...
  0x30, // Litecoin, L...
  litecoinScriptHashVersion, // Litecoin's scripts, M...
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
 * Recognises Base58Check addresses with one version byte and a hash of 20 bytes, compared byte for
 * byte. `1...` and `3...` belong to Bitcoin, Bitcoin Cash and Bitcoin SV alike and are looked up as
 * CashAddr too; a script hash also as Litecoin's `M...`. Key hashes and script hashes are never
 * mixed.
 *
 * @see https://en.bitcoin.it/wiki/Base58Check_encoding
 */
export function recognizeBase58Check(written: string): RecognizedAddress | null {
  const payload = parseBase58Check(written);
  const version = payload?.[0];
  if (!payload || version === undefined || payload.length !== 1 + hashBytes) return null;
  if (!versions.has(version)) return null;
  const hash = payload.subarray(1);
  return { family: "base58check", address: written, alsoWritten: spellingsOf(version, hash) };
}

/**
 * Recognises the same addresses of Bitcoin's main network alone, `1...` and `3...`, without the
 * spellings of other networks, which cost more time than the rest.
 */
export function recognizeBitcoinLegacy(written: string): RecognizedAddress | null {
  const payload = parseBase58Check(written);
  if (payload === null || payload.length !== 1 + hashBytes) return null;
  const [version] = payload;
  return version === keyHashVersion || version === scriptHashVersion
    ? { family: "base58check", address: written }
    : null;
}

function spellingsOf(version: number, hash: Uint8Array): readonly string[] {
  switch (version) {
    case keyHashVersion:
      return keyHashSpellings(hash);
    case scriptHashVersion:
    case litecoinScriptHashVersion:
      return scriptHashSpellings(hash);
    default:
      return [];
  }
}
