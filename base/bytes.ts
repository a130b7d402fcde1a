/** Concatenates bytes. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** A buffer that grows piece by piece and keeps no reference to the pieces. */
export interface GrowingBytes {
  readonly length: number;
  /** Copies a piece to the end of the buffer. */
  append(piece: Uint8Array): void;
  /**
   * Returns everything appended so far, as a view: pieces appended later may change it. Call it
   * last.
   */
  bytes(): Uint8Array<ArrayBuffer>;
}

/**
 * Opens one buffer that doubles its size when it is full. A piece of one byte may be a view on a
 * buffer of 64 KiB, so keeping thousands of pieces would keep thousands of such buffers.
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
