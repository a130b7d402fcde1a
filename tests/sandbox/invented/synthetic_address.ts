import { createHash } from "node:crypto";
import { formatBase58, formatBase58Check } from "../../../standards/wallet_address/base58.ts";
import { formatBech32, wordsOfBytes } from "../../../standards/wallet_address/bech32.ts";
import { joinBytes, keccak256 } from "../../../standards/wallet_address/hashes.ts";

/** The forms of addresses in the sandbox list. */
export const FORMS = ["p2pkh", "p2wpkh", "evm", "ltc", "ltc1", "tron", "ripple", "monero"] as const;
export type Form = typeof FORMS[number];

/**
 * An address without an owner: in place of the hash of a key it has the first bytes of SHA-256 of
 * the text `aval sandbox <holder> <form>`. The checksum is valid; no key is known for it, and none
 * can be found.
 */
export function syntheticAddress(holder: string, form: Form): string {
  const digest = sha256(`aval sandbox ${holder} ${form}`);
  const account = digest.subarray(0, 20);
  switch (form) {
    case "p2pkh":
      return formatBase58Check(joinBytes(Uint8Array.of(0x00), account));
    case "ltc":
      return formatBase58Check(joinBytes(Uint8Array.of(0x30), account));
    case "tron":
      return formatBase58Check(joinBytes(Uint8Array.of(0x41), account));
    case "ripple":
      return formatBase58Check(joinBytes(Uint8Array.of(0x00), account), "ripple");
    case "p2wpkh":
    case "ltc1":
      return formatBech32(
        { prefix: form === "ltc1" ? "ltc" : "bc", words: [0, ...wordsOfBytes(account)] },
        "bech32",
      );
    case "evm":
      return `0x${[...account].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    case "monero": {
      const view = sha256(`aval sandbox ${holder} ${form} view key`);
      const payload = joinBytes(Uint8Array.of(18), digest, view);
      return formatBase58(joinBytes(payload, keccak256(payload).subarray(0, 4)), "monero");
    }
    default:
      return form satisfies never;
  }
}

function sha256(text: string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(text).digest());
}
