import { formatBase58Check, parseBase58Check } from "./base58.ts";
import { bytesOfWords, formatBech32, parseBech32, wordsOfBytes } from "./bech32.ts";
import { joinBytes } from "./hashes.ts";
import type { RecognizedAddress } from "./schema.ts";
import { parseUnifiedReceivers, type UnifiedReceiver } from "./zcash_unified.ts";

/** The two version bytes of the main network by kind, with the bytes that follow (Zcash protocol §5.6). */
const keyHash = { version: 0x1cb8, bytes: 20 };
const scriptHash = { version: 0x1cbd, bytes: 20 };
const sprout = { version: 0x169a, bytes: 64 };

const saplingBytes = 43;

/**
 * Addresses of Zcash's main network: transparent `t1...`, `t3...` and Sprout's `zc...` in
 * Base58Check, byte for byte; Sapling's `zs1`, the TEX form `tex1` of a transparent key hash, and
 * unified `u1`, lower-case. A unified address is looked up with each of its transparent and Sapling
 * receivers, since a payment reaches one of them; an Orchard receiver has no form of its own.
 *
 * @see Zcash protocol specification §5.6; ZIP 316; ZIP 320
 */
export function recognizeZcash(written: string): RecognizedAddress | null {
  const base58 = recognizeBase58(written);
  if (base58 !== null) return base58;
  const address = written.toLowerCase();
  const sapling = bytesOfBech32(written, "zs", "bech32");
  if (sapling?.length === saplingBytes) return { family: "zcash", address };
  const tex = bytesOfBech32(written, "tex", "bech32m");
  if (tex?.length === keyHash.bytes) {
    return { family: "zcash", address, alsoWritten: keyHashSpellings(tex) };
  }
  const unified = bytesOfBech32(written, "u", "bech32m");
  const receivers = unified === null ? null : parseUnifiedReceivers(unified, "u");
  if (receivers === null) return null;
  return { family: "zcash", address, alsoWritten: receivers.flatMap(spellingsOf) };
}

function recognizeBase58(written: string): RecognizedAddress | null {
  const payload = parseBase58Check(written);
  if (payload === null) return null;
  const [first = 0, second = 0] = payload;
  const kind = [keyHash, scriptHash, sprout].find(({ version, bytes }) =>
    version === (first << 8 | second) && payload.length === 2 + bytes
  );
  if (kind === undefined) return null;
  const alsoWritten = kind === keyHash ? keyHashSpellings(payload.subarray(2)) : [];
  return { family: "zcash", address: written, alsoWritten };
}

function spellingsOf({ kind, bytes }: UnifiedReceiver): readonly string[] {
  switch (kind) {
    case "keyHash":
      return keyHashSpellings(bytes);
    case "scriptHash":
      return [base58Of(scriptHash.version, bytes)];
    case "sapling":
      return [formatBech32({ prefix: "zs", words: wordsOfBytes(bytes) }, "bech32")];
    case "other":
      return [];
    default:
      return kind satisfies never;
  }
}

/** Writes a transparent key hash as `t1...` and as `tex1` (ZIP 320). */
function keyHashSpellings(hash: Uint8Array): readonly string[] {
  const tex = formatBech32({ prefix: "tex", words: wordsOfBytes(hash) }, "bech32m");
  return [base58Of(keyHash.version, hash), tex];
}

function base58Of(version: number, hash: Uint8Array): string {
  return formatBase58Check(joinBytes(Uint8Array.of(version >> 8, version & 0xff), hash));
}

function bytesOfBech32(
  written: string,
  prefix: string,
  kind: "bech32" | "bech32m",
): Uint8Array | null {
  const text = parseBech32(written, kind);
  return text?.prefix === prefix ? bytesOfWords(text.words) : null;
}
