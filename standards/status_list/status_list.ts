import { inflateSync } from "node:zlib";
import { z } from "zod";
import { decodeBase64Url } from "../../base/json.ts";

/** Statuses of many credentials, each in a few bits (Token Status List §4). */
export interface StatusList {
  readonly bits: 1 | 2 | 4 | 8;
  readonly bytes: Uint8Array;
}

/** The status of one credential (§7.1); application-defined statuses are `other`. */
export type Status = "valid" | "invalid" | "suspended" | "other";

/**
 * Maximum inflated bytes of a list: 32 million credentials of one bit. Bounds decompression bombs.
 */
const bytesMax = 4 * 1024 * 1024;

const StatusListClaim = z.object({
  bits: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]),
  lst: z.string(),
});

/** Reads the claim `status_list`. @returns null when the claim is malformed or too large */
export function readStatusList(claim: unknown): StatusList | null {
  const parsed = StatusListClaim.safeParse(claim);
  if (!parsed.success) return null;
  const compressed = decodeBase64Url(parsed.data.lst);
  if (compressed === null) return null;
  return inflateStatusList(parsed.data.bits, compressed);
}

interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/**
 * Inflates the statuses of a list.
 *
 * @returns null when the bytes are malformed, too large, or followed by other bytes
 */
export function inflateStatusList(
  bits: StatusList["bits"],
  compressed: Uint8Array,
): StatusList | null {
  try {
    // With `info` it returns how much of them it has read, which its types do not say.
    const inflated = inflateSync(compressed, { maxOutputLength: bytesMax, info: true }) as unknown;
    const { buffer, engine } = inflated as Inflated;
    return engine.bytesWritten === compressed.length ? { bits, bytes: buffer } : null;
  } catch {
    return null;
  }
}

/** The status at an index, from 0. @returns null outside of the list */
export function statusAt({ bits, bytes }: StatusList, index: number): Status | null {
  const byte = Number.isSafeInteger(index) && index >= 0
    ? bytes[Math.floor(index * bits / 8)]
    : undefined;
  if (byte === undefined) return null;
  const value = (byte >> (index * bits % 8)) & ((1 << bits) - 1);
  return (["valid", "invalid", "suspended"] as const)[value] ?? "other";
}
