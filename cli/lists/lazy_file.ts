import type { SourceFile } from "../../sources/lists/schema.ts";

/** Bytes that are read at a time. */
const pieceBytes = 1024 * 1024;

/**
 * A file that is read on demand and not cached: lists need memory one after another, and a file
 * that is read in pieces needs that of one piece.
 *
 * @throws Error from `bytes` and `pieces` when the file is unreadable
 */
export function lazyFile(path: string): SourceFile {
  return {
    name: path,
    get bytes() {
      return Deno.readFileSync(path);
    },
    *pieces() {
      const file = Deno.openSync(path);
      try {
        for (;;) {
          const piece = new Uint8Array(pieceBytes);
          const read = file.readSync(piece);
          if (read === null) return;
          yield piece.subarray(0, read);
        }
      } finally {
        file.close();
      }
    },
  };
}
