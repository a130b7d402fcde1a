import { createHash } from "node:crypto";
import { concatBytes } from "../../base/bytes.ts";
import { changed } from "./bad_backup.ts";

/** A stream that is read by numbers of bytes. Taken bytes are hashed. */
export interface ByteInput {
  /** Bytes that are available without waiting. */
  left(): number;
  /**
   * Waits until a number of bytes is available.
   *
   * @throws BadBackupError when the stream ends earlier
   */
  need(count: number): Promise<void>;
  /** Returns the next available bytes without taking them. */
  peek(count: number): Uint8Array;
  /** Takes the next available bytes. */
  take(count: number): Uint8Array;
  /** Hex SHA-256 of everything taken so far; bytes taken later are not hashed. */
  digest(): string;
  isAtEnd(): Promise<boolean>;
  close(): Promise<void>;
}

/** Reads a stream so. */
export function openByteInput(chunks: AsyncIterable<Uint8Array>): ByteInput {
  const iterator = chunks[Symbol.asyncIterator]();
  const hash = createHash("sha256");
  let hashing = true;
  let buffer: Uint8Array = new Uint8Array(0);
  let at = 0;

  async function more(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done) return false;
    buffer = concatBytes([buffer.subarray(at), next.value]);
    at = 0;
    return true;
  }

  return {
    left: () => buffer.length - at,
    need: async (count) => {
      while (buffer.length - at < count) if (!await more()) throw changed();
    },
    peek: (count) => buffer.subarray(at, at + count),
    take: (count) => {
      const taken = buffer.subarray(at, at + count);
      if (hashing) hash.update(taken);
      at += count;
      return taken;
    },
    digest: () => {
      hashing = false;
      return hash.digest("hex");
    },
    isAtEnd: async () => {
      while (buffer.length === at) if (!await more()) return true;
      return false;
    },
    close: async () => void await iterator.return?.(),
  };
}

/** Numbers within bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
