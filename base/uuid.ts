import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/**
 * A time-ordered UUID (RFC 9562 §5.7): 48 bits of Unix milliseconds, then 74 random bits. For ids
 * that only name things; a text that grants access by itself has 256 random bits instead.
 */
export function uuidV7(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): string {
  const bytes = random.bytes(16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const milliseconds = clock.now().epochMilliseconds;
  view.setUint32(0, Math.floor(milliseconds / 0x1_0000));
  view.setUint16(4, milliseconds % 0x1_0000);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = bytes.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${
    hex.slice(20)
  }`;
}
