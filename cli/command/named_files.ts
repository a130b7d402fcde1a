import type { ListRefusal } from "../../sources/lists/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, failed } from "./command.ts";
import { isFileFault } from "./file_faults.ts";
import { writeFileWhole } from "./write_file.ts";

/** Reads a file named by the caller. */
export async function readNamedFile(
  path: string,
): Promise<Result<Uint8Array<ArrayBuffer>, CommandRefusal>> {
  const bytes = await Deno.readFile(path).catch(() => null);
  return bytes === null ? failed(`${path}: no such file, or no access`) : ok(bytes);
}

/** Writes a file named by the caller, atomically. */
export async function writeNamedFile(
  path: string,
  bytes: Uint8Array,
  mode?: number,
): Promise<Result<null, CommandRefusal>> {
  try {
    await writeFileWhole(path, bytes, mode);
    return ok(null);
  } catch (thrown) {
    return failed(`${path}: ${thrown instanceof Error ? thrown.message : "cannot be written"}`);
  }
}

/**
 * Runs a function that reads published files, and reports the file and line that it refuses. A file
 * that vanishes or becomes unreadable fails like a refused one.
 */
export function readPublishedFiles<Value>(
  read: () => Result<Value, ListRefusal>,
): Result<Value, CommandRefusal> {
  try {
    const done = read();
    return done.ok ? done : failed(placed(done.refusal));
  } catch (thrown) {
    // What the runtime says of a file names its path.
    if (!isFileFault(thrown)) throw thrown;
    return failed(thrown.message);
  }
}

function placed({ file, line, message }: ListRefusal): string {
  const place = [file, line].filter((part) => part !== null).join(":");
  return place === "" ? message : `${place}: ${message}`;
}
