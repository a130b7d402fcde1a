import { recognizeBase58Check } from "./base58check.ts";
import { recognizeCashaddr } from "./cashaddr.ts";
import { recognizeEvm } from "./evm.ts";
import type { NormalizedAddress, RecognizeAddress } from "./schema.ts";
import { recognizeSegwit } from "./segwit.ts";
import { addressInLink, trimUnseen, withoutInvisible } from "./written.ts";

/**
 * The families in the order they are asked; the first that recognises the text has it. Those
 * with a checksum decide for themselves, so that only families without one depend on the order.
 */
const FAMILIES: readonly RecognizeAddress[] = [
  recognizeEvm,
  recognizeSegwit,
  recognizeCashaddr,
  recognizeBase58Check,
];

/** Longer than any address with its link and parameters; more is compared as it stands. */
const WRITTEN_CHARACTERS_MAX = 2_048;

/** Longer than any address, Zcash's unified ones included. */
const ADDRESS_CHARACTERS_MAX = 256;

/**
 * Brings one written address to the forms under which lists are compared. A list keeps an
 * address under `listedUnder`, a query looks up `forms`; both come from here, so that spaces, a
 * payment link, letter case where it means nothing and a network's second encoding of the same
 * key never hide a listed address, and nothing else makes two addresses equal. What is not
 * recognised is compared byte for byte. Pure, bounded for any input, and never throws.
 *
 * @see Screening §2 and §4
 */
export function normalizeAddress(raw: string): NormalizedAddress {
  const trimmed = trimUnseen(raw);
  const written = trimmed.length <= WRITTEN_CHARACTERS_MAX
    ? addressInLink(withoutInvisible(trimmed))
    : null;
  return (written === null ? null : recognize(written)) ?? unrecognized(trimmed, written);
}

function recognize(written: string): NormalizedAddress | null {
  if (written.length > ADDRESS_CHARACTERS_MAX) return null;
  for (const recognizeFamily of FAMILIES) {
    const recognized = recognizeFamily(written);
    if (recognized === null) continue;
    const { family, address, alsoWritten = [], paysInto = [], notes = [] } = recognized;
    const listedUnder = distinct([address, ...alsoWritten]);
    return { address, forms: distinct([...listedUnder, ...paysInto]), listedUnder, family, notes };
  }
  return null;
}

/** A list may hold what nobody recognises; a link to it still finds it. */
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
