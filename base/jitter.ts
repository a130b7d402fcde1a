import type { Random } from "./random.ts";

/**
 * Returns a random wait of up to `most` milliseconds, so that competing writers do not collide
 * again.
 */
export function jitter(random: Random, most: number): number {
  return (new DataView(random.bytes(2).buffer).getUint16(0) / 0x1_0000) * most;
}
