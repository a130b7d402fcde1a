import type { RecognizedAddress } from "./schema.ts";
import { keccak256 } from "./hashes.ts";

/**
 * Account addresses of Ethereum and every network of its form (BSC, Arbitrum, Ethereum Classic,
 * Polygon, Avalanche C): 20 bytes of hex with or without `0x` or `0X`, compared in lower case.
 * Capitals that violate EIP-55, or EIP-1191 on Rootstock, cause a note and no refusal, since the
 * account is the same.
 *
 * @see EIP-55; EIP-1191
 */
export function recognizeEvm(written: string): RecognizedAddress | null {
  const digits = /^(?:0[xX])?([0-9a-fA-F]{40})$/.exec(written)?.[1];
  if (digits === undefined) return null;
  const address = `0x${digits.toLowerCase()}`;
  return hasOneCase(digits) || holdsChecksum(digits, address)
    ? { family: "evm", address }
    : { family: "evm", address, notes: ["eip55_checksum"] };
}

/** Chains whose capitals depend on their id (EIP-1191): Rootstock and its test network. */
const chainsWithOwnCapitals = [30, 31] as const;

function holdsChecksum(digits: string, address: string): boolean {
  return `0x${digits}` === checksummedEvm(address) ||
    chainsWithOwnCapitals.some((chain) => `0x${digits}` === checksummedEvm(address, chain));
}

/**
 * Writes an address with the capitals of EIP-55: a letter is a capital if the Keccak-256 of the
 * lower-case digits has a hex digit of 8 or more at its place. EIP-1191 hashes the chain's id
 * before them.
 *
 * @param address `0x` and 40 lower-case hex digits
 * @param chain the id of a chain that follows EIP-1191
 * @see EIP-55; EIP-1191
 */
export function checksummedEvm(address: string, chain?: number): string {
  const digits = address.slice(2);
  const hashed = chain === undefined ? digits : `${chain}${address}`;
  const hash = keccak256(new TextEncoder().encode(hashed));
  const capitalized = [...digits].map((digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0x0f;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${capitalized.join("")}`;
}

function hasOneCase(digits: string): boolean {
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}
