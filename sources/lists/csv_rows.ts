import { CsvError, parse } from "csv-parse/sync";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { unreadable } from "./refusal.ts";
import type { ListRefusal, SourceFile } from "./schema.ts";

/** One row of a CSV file. */
export interface CsvRow {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Unquoted, otherwise unchanged. */
  readonly fields: readonly string[];
}

/** The dialect of a CSV file. */
export interface CsvDialect {
  /** The character that separates fields. */
  readonly delimiter: "," | ";" | "\t";
  /** Whether fields may contain several lines. */
  readonly linesInFields: boolean;
}

/**
 * Parses CSV text (RFC 4180) to rows, a blank line as one empty field. If the publisher writes one
 * row a line, a field over several lines is refused, since a missing quote has absorbed rows.
 */
export function csvRows(
  file: Pick<SourceFile, "name">,
  text: string,
  bounds: ListFileBounds,
  { delimiter, linesInFields }: CsvDialect = { delimiter: ",", linesInFields: false },
): Result<readonly CsvRow[], ListRefusal> {
  const bounded = checkLines(file, text, bounds);
  if (bounded !== null) return bounded;
  const parsed = parseCsv(file, text, delimiter);
  if (!parsed.ok) return parsed;
  const rows: CsvRow[] = [];
  let nextLine = 1;
  for (const fields of parsed.value) {
    const line = nextLine;
    nextLine += 1 + fields.reduce((lines, field) => lines + (field.match(/\n/g)?.length ?? 0), 0);
    if (!linesInFields && fields.some((field) => /[\r\n]/.test(field))) {
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

/** Refuses lines that would cost the parser more memory than any list. */
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
  delimiter: CsvDialect["delimiter"],
): Result<readonly (readonly string[])[], ListRefusal> {
  try {
    return ok(
      parse(text, { delimiter, relax_column_count: true, record_delimiter: ["\r\n", "\n"] }),
    );
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    const line = thrown["lines"];
    return unreadable("csv_malformed", file, {
      ...(typeof line === "number" ? { line } : {}),
      message: `Quotes do not balance (${thrown.code})`,
    });
  }
}
