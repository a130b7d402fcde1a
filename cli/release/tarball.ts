import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";

const block = 512;

/** A file of an archive. */
export interface Packed {
  /** At most 100 bytes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Packs files like `npm pack` (ustar, gzip, below `package/`), without times or owners: equal files
 * give equal bytes.
 *
 * @throws Error for a path of more than 100 bytes
 */
export function packFiles(files: readonly Packed[]): Uint8Array {
  const parts = files.flatMap(({ path, bytes }) => [
    headerOf(`package/${path}`, bytes.length),
    bytes,
    new Uint8Array((block - bytes.length % block) % block),
  ]);
  return gzipSync(Buffer.concat([...parts, new Uint8Array(2 * block)]), { level: 9 });
}

function headerOf(path: string, size: number): Uint8Array {
  const header = Buffer.alloc(block);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for an archive`);
  header.write(path, 0);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(499_162_500, 11), 136); // 1985-10-26T08:15:00Z, as npm writes it
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
