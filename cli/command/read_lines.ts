import type { z } from "zod";
import { parseJsonLine } from "../../quality/evaluation/json_line.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** Maximum bytes of a line, several times the size of two of the longest names in any script. */
const lineBytesMax = 64 * 1_024;

/** The fault of a file that is not one JSON object a line, with its place. */
export interface FileRefusal {
  readonly code: "file_malformed";
  readonly message: string;
}

/**
 * Reads JSON Lines value by value, so that a file of any size needs little memory. Ignores blank
 * lines. Ends after the first refusal.
 */
export async function* readJsonLines<Value>(
  schema: z.ZodType<Value>,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Result<Value, FileRefusal>> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  const wrong = (what: string) =>
    refuse({ code: "file_malformed" as const, message: `line ${number}: ${what}` });
  for await (const bytes of linesOf(stream)) {
    number++;
    if (bytes === null) return yield wrong(`more than ${lineBytesMax} bytes`);
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      return yield wrong("not UTF-8");
    }
    if (text.trim() === "") continue;
    const read = parseJsonLine(schema, text);
    if (!read.ok) return yield wrong(read.refusal.message);
    yield ok(read.value);
  }
}

/** Yields the bytes between line feeds; null, and then nothing, for a line that is too long. */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  let begun = new Uint8Array();
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const line = join(begun, chunk.subarray(start, end));
      if (line.length > lineBytesMax) return yield null;
      yield line;
      begun = new Uint8Array();
      start = end + 1;
    }
    begun = join(begun, chunk.subarray(start));
    if (begun.length > lineBytesMax) return yield null;
  }
  if (begun.length > 0) yield begun;
}

const lineFeed = 0x0a;

function join(begun: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(begun.length + more.length);
  both.set(begun);
  both.set(more, begun.length);
  return both;
}
