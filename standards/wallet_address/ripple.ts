import { formatBase58Check, parseBase58Check } from "./base58.ts";
import { joinBytes } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";

const accountBytes = 20;
const classicVersion = 0x00;

/** The two version bytes of an X-address: main network (`X...`) and test network (`T...`). */
const xVersions: ReadonlySet<number> = new Set([0x0544, 0x0493]);

/** Version, account, a flag, and eight bytes of tag, of which four are used. */
const xPayloadBytes = 2 + accountBytes + 1 + 8;

/**
 * Addresses of the XRP Ledger, in Ripple's own Base58 order and compared byte for byte. An
 * X-address without a tag equals its classic address (`r...`). One with a tag is an address of its
 * own, since the tag names one customer of the account; a payment reaches the account.
 *
 * @see XRPL "Base58 Encodings"; XLS-5d "X-address format"
 */
export function recognizeRipple(written: string): RecognizedAddress | null {
  const payload = parseBase58Check(written, "ripple");
  if (payload === null) return null;
  if (payload.length === 1 + accountBytes && payload[0] === classicVersion) {
    return { family: "ripple", address: written };
  }
  const [first = 0, second = 0] = payload;
  if (payload.length !== xPayloadBytes || !xVersions.has(first << 8 | second)) return null;
  const account = payload.subarray(2, 2 + accountBytes);
  const classic = formatBase58Check(joinBytes(Uint8Array.of(classicVersion), account), "ripple");
  const [flag, ...tag] = payload.subarray(2 + accountBytes);
  switch (flag) {
    case 0:
      return tag.every((byte) => byte === 0) ? { family: "ripple", address: classic } : null;
    case 1:
      return tag.slice(4).every((byte) => byte === 0)
        ? { family: "ripple", address: written, paysInto: [classic] }
        : null;
    default:
      return null;
  }
}
