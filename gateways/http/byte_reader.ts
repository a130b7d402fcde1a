import { growingBytes } from "../../base/bytes.ts";

/** The reason why reading a connection fails: too many bytes, or an early end. */
export class ReadError extends Error {
  constructor(readonly code: "too_long" | "malformed") {
    super(code);
  }
}

/** Reads lines and bytes in sequence, buffering no more than requested. */
export interface ByteReader {
  /** Reads a line without its end. @throws ReadError when the line is too long or missing */
  line(): Promise<string>;
  /** Reads a number of bytes. @throws ReadError when there are fewer */
  exactly(length: number): Promise<Uint8Array>;
  /** Reads everything up to the end. @throws ReadError */
  rest(): Promise<Uint8Array>;
}

/** Maximum bytes of a line of a head. */
const lineBytesMax = 8 * 1024;

/** Opens a reader of a stream. @param bytesMax maximum bytes in total */
export function byteReader(stream: ReadableStream<Uint8Array>, bytesMax: number): ByteReader {
  const source = stream.getReader();
  let kept: Uint8Array = new Uint8Array();
  let read = 0;

  /** The next bytes; empty at the end. */
  async function next(): Promise<Uint8Array> {
    if (kept.length > 0) {
      const bytes = kept;
      kept = new Uint8Array();
      return bytes;
    }
    for (;;) {
      const { done, value } = await source.read();
      if (done) return new Uint8Array();
      read += value.length;
      if (read > bytesMax) throw new ReadError("too_long");
      if (value.length > 0) return value;
    }
  }

  return {
    line: async () => {
      const line = growingBytes();
      for (;;) {
        const bytes = await next();
        if (bytes.length === 0) throw new ReadError("malformed");
        const end = bytes.indexOf(0x0a);
        line.append(end < 0 ? bytes : bytes.subarray(0, end));
        if (line.length > lineBytesMax) throw new ReadError("too_long");
        if (end < 0) continue;
        kept = bytes.subarray(end + 1);
        return new TextDecoder("latin1").decode(line.bytes()).replace(/\r$/, "");
      }
    },
    exactly: async (length) => {
      const taken = growingBytes();
      while (taken.length < length) {
        const bytes = await next();
        if (bytes.length === 0) throw new ReadError("malformed");
        const missing = length - taken.length;
        taken.append(bytes.subarray(0, missing));
        kept = bytes.subarray(missing);
      }
      return taken.bytes();
    },
    rest: async () => {
      const taken = growingBytes();
      for (let bytes = await next(); bytes.length > 0; bytes = await next()) taken.append(bytes);
      return taken.bytes();
    },
  };
}
