import { bytesOfWords, parseBech32 } from "./bech32.ts";
import type { RecognizedAddress } from "./schema.ts";

/** Human-readable parts: Bitcoin (main, test, regression test), Litecoin (main, test), Bitcoin Gold. */
const prefixes: ReadonlySet<string> = new Set(["bc", "tb", "bcrt", "ltc", "tltc", "btg"]);

const charactersMax = 90;

/**
 * Recognises segregated-witness addresses (`bc1q`, `bc1p`, `ltc1`). The canonical form is
 * lower-case; the upper-case form of QR codes is accepted, mixed case is refused. Version 0 has the
 * checksum of BIP-173 and 20 or 32 bytes, every later version the checksum of BIP-350 and 2 to 40
 * bytes.
 *
 * @see BIP-173, BIP-350
 */
export function recognizeSegwit(written: string): RecognizedAddress | null {
  if (written.length > charactersMax) return null;
  return isSegwitOf(written, "bech32") || isSegwitOf(written, "bech32m")
    ? { family: "segwit", address: written.toLowerCase() }
    : null;
}

/**
 * Whether the text has the checksum of the other versions, as software older than BIP-350 wrote it.
 */
export function hasOtherSegwitChecksum(written: string): boolean {
  const early = parseBech32(written, "bech32");
  const late = parseBech32(written, "bech32m");
  if (!prefixes.has((early ?? late)?.prefix ?? "")) return false;
  return early === null ? late?.words[0] === 0 : early.words[0] !== 0;
}

function isSegwitOf(written: string, kind: "bech32" | "bech32m"): boolean {
  const text = parseBech32(written, kind);
  if (text === null || !prefixes.has(text.prefix)) return false;
  const [version, ...words] = text.words;
  const program = bytesOfWords(words);
  if (version === undefined || program === null) return false;
  if (kind === "bech32") return version === 0 && (program.length === 20 || program.length === 32);
  return version >= 1 && version <= 16 && program.length >= 2 && program.length <= 40;
}
