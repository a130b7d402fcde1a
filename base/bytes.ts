/** Bytes one after the other. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Bytes that grow by pieces, and hold nothing of a piece but its bytes. */
export interface GrowingBytes {
  readonly length: number;
  /** Copies a piece behind what is there. */
  append(piece: Uint8Array): void;
  /** Everything that was appended. What is appended later may be seen in it: for the last read. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/**
 * Joins pieces as they come, in one buffer that doubles: a piece of one byte may be a view on a
 * buffer of 64 KiB, and thousands of them would keep thousands of buffers.
 */
export function growingBytes(): GrowingBytes {
  let buffer = new Uint8Array(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append: (piece) => {
      const needed = length + piece.length;
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.max(needed, 2 * buffer.length, 1024));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(piece, length);
      length = needed;
    },
    bytes: () => buffer.subarray(0, length),
  };
}
