import { recognizeBase58Check } from "./base58check.ts";
import { recognizeCardano } from "./cardano.ts";
import { recognizeCashaddr } from "./cashaddr.ts";
import { recognizeEos } from "./eos.ts";
import { recognizeEvm } from "./evm.ts";
import { recognizeMonero } from "./monero.ts";
import { recognizePolkadot } from "./polkadot.ts";
import { recognizeRipple } from "./ripple.ts";
import type { NormalizedAddress, RecognizeAddress } from "./schema.ts";
import { recognizeSegwit } from "./segwit.ts";
import { recognizeSolana } from "./solana.ts";
import { recognizeTron } from "./tron.ts";
import { addressCharactersMax, addressInLink, trimUnseen, withoutInvisible } from "./written.ts";
import { recognizeZcash } from "./zcash.ts";

/**
 * The families in the order in which they run; the first that recognises the text wins. A checksum
 * is valid in one family alone, so that the order matters only for forms without one: 40 hex digits
 * are EVM's and 42 that begin with 41 are Tron's before they could be Base58 of 32 bytes (Solana),
 * and twelve letters are an EOS name only when no other network has that form. An address that
 * several networks share (`1...`, `3...`, `0x...`, `D...`) is one address: lists are compared
 * across networks, and a hash never matches another hash, nor a key a script.
 */
const families: readonly RecognizeAddress[] = [
  recognizeEvm,
  recognizeTron,
  recognizeSegwit,
  recognizeCashaddr,
  recognizeBase58Check,
  recognizeZcash,
  recognizeRipple,
  recognizeMonero,
  recognizeCardano,
  recognizePolkadot,
  recognizeSolana,
  recognizeEos,
];

/**
 * Maximum characters, more than any address with its link and parameters; longer text is compared
 * unchanged.
 */
const writtenCharactersMax = 2_048;

/**
 * Converts a written address to the forms for comparing it with lists. A list keeps an address
 * under `listedUnder`, a query looks up `forms`; both come from here, so that spaces, a payment
 * link, insignificant letter case and a network's second encoding of the same key never hide a
 * listed address, and no other difference is ignored. Unrecognised text is compared byte for byte.
 * Pure, bounded for any input, and never throws.
 *
 * @see Screening §2 and §4
 */
export function normalizeAddress(raw: string): NormalizedAddress {
  const trimmed = trimUnseen(raw);
  const written = trimmed.length <= writtenCharactersMax
    ? addressInLink(trimUnseen(withoutInvisible(trimmed)))
    : null;
  return (written === null ? null : recognize(trimUnseen(written))) ??
    unrecognized(trimmed, written);
}

function recognize(written: string): NormalizedAddress | null {
  if (written.length > addressCharactersMax) return null;
  for (const recognizeFamily of families) {
    const recognized = recognizeFamily(written);
    if (recognized === null) continue;
    const { family, address, alsoWritten = [], paysInto = [], notes = [] } = recognized;
    const listedUnder = distinct([address, ...alsoWritten]);
    return { address, forms: distinct([...listedUnder, ...paysInto]), listedUnder, family, notes };
  }
  return null;
}

/** An address of unknown form, as a list may have one; a link to it is also looked up. */
function unrecognized(trimmed: string, written: string | null): NormalizedAddress {
  return {
    address: trimmed,
    forms: distinct(written === null ? [trimmed] : [trimmed, written]),
    listedUnder: [trimmed],
    family: null,
    notes: [],
  };
}

function distinct(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)];
}
