import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { unreadable } from "./refusal.ts";
import type { ListRefusal, SourceFile } from "./schema.ts";
import { firstInvalidByte } from "./utf8.ts";

/** Control characters that never occur in text files; OFAC's end mark 0x1A is checked elsewhere. */
// deno-lint-ignore no-control-regex
const controlCharacter = /[\x00-\x08\x0b\x0c\x0e-\x19\x1b-\x1f\x7f]/;

/**
 * Decodes the text of a list file, without a byte order mark. Refuses a file with any sign of
 * another encoding or of binary content, since a name in the wrong encoding would not be found.
 */
export function textOfFile(file: SourceFile, bounds: ListFileBounds): Result<string, ListRefusal> {
  const { bytes } = file;
  if (bytes.length > bounds.fileBytesMax) {
    return unreadable("file_too_large", file, {
      message: `File has ${bytes.length} bytes, more than the ${bounds.fileBytesMax} allowed`,
    });
  }
  const invalid = firstInvalidByte(bytes);
  if (invalid !== null) {
    return unreadable("not_utf8", file, {
      line: lineOfByte(bytes, invalid),
      message: `Byte ${invalid} (0x${hex(bytes[invalid])}) is not UTF-8`,
    });
  }
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (text.trim() === "") return unreadable("file_empty", file, { message: "File is empty" });
  const control = controlCharacter.exec(text);
  if (control !== null) {
    return unreadable("control_character", file, {
      line: lineOfCharacter(text, control.index),
      message: `The text contains the control character 0x${hex(control[0].charCodeAt(0))}`,
    });
  }
  return ok(text);
}

/**
 * As {@link textOfFile}, for a format that ends every line with a line break: a last line without
 * one may be cut.
 */
export function wholeLinesOfFile(
  file: SourceFile,
  bounds: ListFileBounds,
  line: "line" | "row" = "line",
): Result<string, ListRefusal> {
  const text = textOfFile(file, bounds);
  return !text.ok || text.value.endsWith("\n") ? text : unreadable("file_truncated", file, {
    message: `The last ${line} has no line break: the file is truncated`,
  });
}

function hex(byte: number | undefined): string {
  return (byte ?? 0).toString(16).padStart(2, "0").toUpperCase();
}

function lineOfByte(bytes: Uint8Array, at: number): number {
  return 1 + bytes.subarray(0, at).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 0);
}

function lineOfCharacter(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
