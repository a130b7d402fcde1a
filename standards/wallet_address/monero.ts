import { formatBase58, parseBase58 } from "./base58.ts";
import { joinBytes, keccak256 } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";

const checksumBytes = 4;
const standardPrefix = 18;
const integratedPrefix = 19;
const subaddressPrefix = 42;

/** The public spend key and the public view key. */
const keysBytes = 64;
const paymentIdBytes = 8;

/**
 * Addresses of Monero's main network, compared byte for byte: standard (`4...`) and subaddress
 * (`8...`) of 95 characters, integrated of 106. An integrated address contains the payment id of
 * one customer, and a payment reaches the standard address of the same two keys.
 *
 * @see https://docs.getmonero.org/public-address/standard-address/ and integrated-address/
 */
export function recognizeMonero(written: string): RecognizedAddress | null {
  const bytes = parseBase58(written, "monero");
  if (bytes === null || formatMonero(bytes.subarray(0, -checksumBytes)) !== written) return null;
  const length = bytes.length - 1 - checksumBytes;
  switch (bytes[0]) {
    case standardPrefix:
    case subaddressPrefix:
      return length === keysBytes ? { family: "monero", address: written } : null;
    case integratedPrefix: {
      if (length !== keysBytes + paymentIdBytes) return null;
      const keys = bytes.subarray(1, 1 + keysBytes);
      const standard = formatMonero(joinBytes(Uint8Array.of(standardPrefix), keys));
      return { family: "monero", address: written, paysInto: [standard] };
    }
    default:
      return null;
  }
}

/**
 * Whether the text has a valid Monero checksum, for any network byte, since test networks have
 * other bytes.
 */
export function holdsMoneroChecksum(written: string): boolean {
  const bytes = parseBase58(written, "monero");
  return bytes !== null && bytes.length > keysBytes &&
    formatMonero(bytes.subarray(0, -checksumBytes)) === written;
}

/**
 * Encodes a payload that starts with its network byte as an address; the checksum is the first four
 * bytes of Keccak-256.
 */
function formatMonero(payload: Uint8Array): string {
  return formatBase58(
    joinBytes(payload, keccak256(payload).subarray(0, checksumBytes)),
    "monero",
  );
}
