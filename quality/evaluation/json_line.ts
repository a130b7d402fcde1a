import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** Why a line of a JSON Lines file is invalid, without its content. */
export interface LineRefusal {
  readonly code: "line_malformed";
  /** The fault, and the member that has it. */
  readonly message: string;
}

/** Reads one line of a JSON Lines file. */
export function parseJsonLine<Value>(
  schema: z.ZodType<Value>,
  line: string,
): Result<Value, LineRefusal> {
  const written = parseJson(line);
  if (written === undefined) {
    return refuse({ code: "line_malformed", message: "no JSON object" });
  }
  const read = schema.safeParse(written);
  if (read.success) return ok(read.data);
  const problems = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `"${path.join(".")}": ${message}`
  );
  return refuse({ code: "line_malformed", message: problems.join("; ") });
}
