import { formatBase58, parseBase58 } from "./base58.ts";
import { joinBytes, keccak256 } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";

const CHECKSUM_BYTES = 4;
const STANDARD = 18;
const INTEGRATED = 19;
const SUBADDRESS = 42;

/** The public spend key and the public view key. */
const KEYS_BYTES = 64;
const PAYMENT_ID_BYTES = 8;

/**
 * Addresses of Monero's main network, compared byte for byte: standard (`4...`) and subaddress
 * (`8...`) of 95 characters, integrated of 106. An integrated address carries the payment id of
 * one customer, and pays into the standard address of the same two keys.
 *
 * @see https://docs.getmonero.org/public-address/standard-address/ and integrated-address/
 */
export function recognizeMonero(written: string): RecognizedAddress | null {
  const bytes = parseBase58(written, "monero");
  if (bytes === null || formatMonero(bytes.subarray(0, -CHECKSUM_BYTES)) !== written) return null;
  const length = bytes.length - 1 - CHECKSUM_BYTES;
  switch (bytes[0]) {
    case STANDARD:
    case SUBADDRESS:
      return length === KEYS_BYTES ? { family: "monero", address: written } : null;
    case INTEGRATED: {
      if (length !== KEYS_BYTES + PAYMENT_ID_BYTES) return null;
      const keys = bytes.subarray(1, 1 + KEYS_BYTES);
      const standard = formatMonero(joinBytes(Uint8Array.of(STANDARD), keys));
      return { family: "monero", address: written, paysInto: [standard] };
    }
    default:
      return null;
  }
}

/** The address of a payload that starts with its network byte; the checksum is Keccak-256's first four. */
function formatMonero(payload: Uint8Array): string {
  return formatBase58(
    joinBytes(payload, keccak256(payload).subarray(0, CHECKSUM_BYTES)),
    "monero",
  );
}
