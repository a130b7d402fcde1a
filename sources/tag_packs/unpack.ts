import { gunzipSync } from "node:zlib";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";

/**
 * The content of a file, read once, and unpacked where its name ends in `.gz`. One that is cut off,
 * damaged or larger than the bound unpacked is refused.
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
      message: `File is no whole gzip file of at most ${fileBytesMax} bytes`,
    });
  }
}
