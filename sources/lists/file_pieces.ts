import { concatBytes } from "../../base/bytes.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type { Result } from "../../base/result.ts";
import { unreadable } from "./refusal.ts";
import type { ListRefusal, SourceFile } from "./schema.ts";
import { firstInvalidByte } from "./utf8.ts";

/** Bytes of an in-memory file that are decoded together. */
const pieceBytes = 256 * 1024;

/** Receives the text of a file, piece by piece; a refusal ends the reading. */
export type TakeText = (text: string, line: number) => Result<never, ListRefusal> | null;

/** Yields the bytes of a file in order, in pieces of any size. */
export function* piecesOf(file: SourceFile): Iterable<Uint8Array> {
  if (file.pieces !== undefined) {
    yield* file.pieces();
    return;
  }
  for (let start = 0; start < file.bytes.length; start += pieceBytes) {
    yield file.bytes.subarray(start, start + pieceBytes);
  }
}

/**
 * Reads the text of a file piece by piece, without a byte order mark, so that no file needs more
 * memory than a piece. Like {@link textOfFile}, refuses a file that is not UTF-8.
 *
 * @param take receives each piece with its first line, from 1
 */
export function eachText(
  file: SourceFile,
  bounds: ListFileBounds,
  take: TakeText,
): Result<never, ListRefusal> | null {
  let [bytesBefore, line] = [0, 1];
  let rest: Uint8Array = new Uint8Array();
  for (const piece of piecesOf(file)) {
    const bytes = rest.length === 0 ? piece : concatBytes([rest, piece]);
    const whole = wholeSequences(bytes);
    rest = bytes.slice(whole);
    if (bytesBefore + bytes.length > bounds.streamedBytesMax) {
      return unreadable("file_too_large", file, {
        message: `File has more than the ${bounds.streamedBytesMax} bytes allowed`,
      });
    }
    const text = decode(bytes.subarray(0, whole), bytesBefore === 0);
    if (text === null) return notUtf8(file, bytes, { bytesBefore, line });
    if (text !== "") {
      const refused = take(text, line);
      if (refused !== null) return refused;
    }
    bytesBefore += whole;
    line += linesIn(text);
  }
  return rest.length > 0 ? notUtf8(file, rest, { bytesBefore, line }) : null;
}

/** Bytes before an incomplete sequence at the end, which may continue in the next piece. */
function wholeSequences(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const decoders = [
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }),
  new TextDecoder("utf-8", { fatal: true }),
] as const;

function decode(bytes: Uint8Array, isFirst: boolean): string | null {
  try {
    return decoders[isFirst ? 1 : 0].decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function notUtf8(
  file: SourceFile,
  bytes: Uint8Array,
  { bytesBefore, line }: { readonly bytesBefore: number; readonly line: number },
): Result<never, ListRefusal> {
  const at = firstInvalidByte(bytes) ?? 0;
  const byte = (bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase();
  const before = bytes.subarray(0, at);
  return unreadable("not_utf8", file, {
    line: line + before.reduce((lines, one) => lines + Number(one === 0x0a), 0),
    message: `Byte ${bytesBefore + at} (0x${byte}) is not UTF-8`,
  });
}
