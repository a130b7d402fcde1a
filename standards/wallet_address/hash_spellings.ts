import { formatBase58Check } from "./base58.ts";
import { formatCashaddr } from "./cashaddr_text.ts";
import { joinBytes } from "./hashes.ts";

/** Version byte of pay-to-public-key-hash of Bitcoin, Bitcoin Cash and Bitcoin SV (`1...`). */
export const keyHashVersion = 0x00;
/** Version byte of pay-to-script-hash on Bitcoin, its forks, and originally Litecoin (`3...`). */
export const scriptHashVersion = 0x05;
/**
 * Version byte of Litecoin's pay-to-script-hash since 2017 (`M...`), for the same scripts as its
 * `3...`.
 */
export const litecoinScriptHashVersion = 0x32;

/**
 * Returns every spelling of a key hash of 20 bytes: the legacy one that Bitcoin, Bitcoin Cash and
 * Bitcoin SV share, and CashAddr with and without its prefix.
 */
export function keyHashSpellings(hash: Uint8Array): readonly string[] {
  return [legacy(keyHashVersion, hash), ...cashaddrs(0, hash)];
}

/** Returns every spelling of a script hash of 20 bytes: legacy, Litecoin's own, and CashAddr. */
export function scriptHashSpellings(hash: Uint8Array): readonly string[] {
  return [
    legacy(scriptHashVersion, hash),
    legacy(litecoinScriptHashVersion, hash),
    ...cashaddrs(1, hash),
  ];
}

function legacy(version: number, hash: Uint8Array): string {
  return formatBase58Check(joinBytes(Uint8Array.of(version), hash));
}

function cashaddrs(type: number, hash: Uint8Array): readonly string[] {
  const bare = formatCashaddr({ prefix: "bitcoincash", type, hash });
  return [bare, `bitcoincash:${bare}`];
}
