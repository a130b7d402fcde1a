import { gunzipSync } from "node:zlib";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";

/**
 * Reads the content of a file once, and decompresses it if its name ends in `.gz`. Refuses a file
 * that is cut, damaged or too large after decompression.
 */
export function unpack(
  file: SourceFile,
  { fileBytesMax }: Pick<ListFileBounds, "fileBytesMax">,
): Result<SourceFile, ListRefusal> {
  const { name, bytes } = file;
  if (!name.endsWith(".gz")) return ok({ name, bytes });
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: fileBytesMax });
    return ok({
      name,
      bytes: new Uint8Array(unpacked.buffer, unpacked.byteOffset, unpacked.length),
    });
  } catch {
    return unreadable("gzip_malformed", file, {
      message: `The file is not a complete gzip file of at most ${fileBytesMax} bytes`,
    });
  }
}
