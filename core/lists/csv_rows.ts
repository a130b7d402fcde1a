import { CsvError, parse } from "csv-parse/sync";
import type { ListFileBounds } from "../policy/list_files.ts";
import { ok, type Result } from "../result.ts";
import { unreadable } from "./refusal.ts";
import type { ListRefusal, SourceFile } from "./schema.ts";

/** One row of a CSV file. */
export interface CsvRow {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Unquoted, otherwise as they stand. */
  readonly fields: readonly string[];
}

/**
 * The rows of CSV text (RFC 4180), blank lines as one empty field. A field that spans lines is
 * refused: the publishers write one row a line, so such a field is a lost quote that swallowed rows.
 */
export function csvRows(
  file: Pick<SourceFile, "name">,
  text: string,
  bounds: ListFileBounds,
): Result<readonly CsvRow[], ListRefusal> {
  const bounded = checkLines(file, text, bounds);
  if (bounded !== null) return bounded;
  const parsed = parseCsv(file, text);
  if (!parsed.ok) return parsed;
  const rows: CsvRow[] = [];
  for (const fields of parsed.value) {
    const line = rows.length + 1;
    if (fields.some((field) => /[\r\n]/.test(field))) {
      return unreadable("csv_malformed", file, {
        line,
        message: "A field spans several lines: a closing quote is missing",
      });
    }
    const long = fields.find((field) => field.length > bounds.fieldCharactersMax);
    if (long !== undefined) {
      return unreadable("file_too_large", file, {
        line,
        message:
          `A field has ${long.length} characters, more than the ${bounds.fieldCharactersMax} allowed`,
      });
    }
    rows.push({ line, fields });
  }
  return ok(rows);
}

/** Refuses what would cost the parser more memory than any list. */
function checkLines(
  file: Pick<SourceFile, "name">,
  text: string,
  bounds: ListFileBounds,
): Result<never, ListRefusal> | null {
  let line = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    line += 1;
    if (line > bounds.rowsMax) {
      return unreadable("file_too_large", file, {
        message: `File has more than the ${bounds.rowsMax} rows allowed`,
      });
    }
    // No row has two fields of the longest kind.
    if (end - start > 2 * bounds.fieldCharactersMax) {
      return unreadable("file_too_large", file, {
        line,
        message: `The row has ${end - start} characters, more than any row of a list`,
      });
    }
    start = end + 1;
  }
  return null;
}

function parseCsv(
  file: Pick<SourceFile, "name">,
  text: string,
): Result<readonly (readonly string[])[], ListRefusal> {
  try {
    return ok(parse(text, { relax_column_count: true, record_delimiter: ["\r\n", "\n"] }));
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    const line = thrown["lines"];
    return unreadable("csv_malformed", file, {
      ...(typeof line === "number" ? { line } : {}),
      message: `Quotes do not balance (${thrown.code})`,
    });
  }
}
