import { formatBase58Check, parseBase58Check } from "./base58.ts";
import type { RecognizedAddress } from "./schema.ts";

const accountVersion = 0x41;
const payloadBytes = 21;

/**
 * Addresses of Tron: `T...` as Base58Check, compared byte for byte, and its hex form of `41` and
 * 40 digits, which converts to it. The 20 bytes after the version are never compared with an EVM
 * account, though one key has both.
 *
 * @see https://developers.tron.network/docs/account ("Account Address Format")
 */
export function recognizeTron(written: string): RecognizedAddress | null {
  const digits = /^(?:0[xX])?(41[0-9a-fA-F]{40})$/.exec(written)?.[1];
  if (digits !== undefined) {
    const payload = Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));
    return { family: "tron", address: formatBase58Check(payload) };
  }
  const payload = parseBase58Check(written);
  return payload?.[0] === accountVersion && payload.length === payloadBytes
    ? { family: "tron", address: written }
    : null;
}
