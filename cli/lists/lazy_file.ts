import type { SourceFile } from "../../sources/lists/schema.ts";

/** Bytes that are read at a time. */
const pieceBytes = 1024 * 1024;

/**
 * A file that is read when its content is asked for, and not kept: lists take memory one after
 * another, and what is read piece by piece takes that of a piece.
 *
 * @throws Error from `bytes` and `pieces` when the file can't be read
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
