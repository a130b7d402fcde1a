import type { z } from "zod";
import { parseJson } from "../../../base/json.ts";
import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import { ok, type Result } from "../../../base/result.ts";
import { eachText } from "../file_pieces.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal, SourceFile } from "../schema.ts";

/**
 * Reads JSON lines one by one, in memory for one line. Refuses a file whose last line has no line
 * break, or with a line in another form; a file cut between two lines looks complete.
 *
 * @returns the number of lines with content
 */
export function readJsonLines<Value>(
  file: SourceFile,
  shape: z.ZodType<Value>,
  bounds: ListFileBounds,
  take: (value: Value, line: number) => Result<never, ListRefusal> | null,
): Result<number, ListRefusal> {
  let [rest, line, values] = ["", 0, 0];
  const refused = eachText(file, bounds, (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > bounds.recordCharactersMax) {
      return unreadable("file_too_large", file, {
        line: line + lines.length + 1,
        message: `A line has more than the ${bounds.recordCharactersMax} characters allowed`,
      });
    }
    for (const written of lines) {
      line += 1;
      if (written.trim() === "") continue;
      values += 1;
      const value = parseLine(file, shape, written, line);
      const refusal = value.ok ? take(value.value, line) : value;
      if (refusal !== null) return refusal;
    }
    return null;
  });
  if (refused !== null) return refused;
  if (rest !== "") {
    return unreadable("file_truncated", file, {
      line: line + 1,
      message: "The last line has no line break: the file is truncated",
    });
  }
  if (values === 0) return unreadable("file_empty", file, { message: "File has no line" });
  return ok(values);
}

function parseLine<Value>(
  file: SourceFile,
  shape: z.ZodType<Value>,
  written: string,
  line: number,
): Result<Value, ListRefusal> {
  const json = parseJson(written);
  if (json === undefined) {
    return unreadable("json_malformed", file, { line, message: "The line is no JSON" });
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return unreadable("value_wrong", file, {
    line,
    message: `Entity is not as expected at ${issue?.path.join(".") || "its begin"}`,
  });
}
