import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import { ok, type Result } from "../../../base/result.ts";
import { type CsvRow, csvRows } from "../csv_rows.ts";
import { textOfFile } from "../file_text.ts";
import { ofacColumns, type OfacRole } from "./legacy_files.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal, SourceFile } from "../schema.ts";

/**
 * The last row of OFAC's legacy files, alone or, after saving by a spreadsheet, before empty
 * fields.
 */
const endMark = "\x1a";

/** One file of OFAC's legacy set, with its data rows. */
export interface OfacTable {
  /** The file of the rows. */
  readonly file: SourceFile;
  /** In the order of the file. */
  readonly rows: readonly OfacRow[];
}

/** A row whose first field is the entity's number. */
export interface OfacRow extends CsvRow {
  /** OFAC's number of the entity, digits without leading zeros. */
  readonly entNum: string;
}

/**
 * Reads one complete file of OFAC's legacy set. The end row proves completeness; only the comments
 * are sometimes published without one, and must then at least end with a line break.
 */
export function ofacTable(
  file: SourceFile,
  role: OfacRole,
  bounds: ListFileBounds,
): Result<OfacTable, ListRefusal> {
  const text = textOfFile(file, bounds);
  if (!text.ok) return text;
  // deno-lint-ignore no-control-regex
  const isEnded = /(?:^|\n)"?\x1a"?[,\s]*$/.test(text.value) ||
    (role === "comments" && text.value.endsWith("\n"));
  if (!isEnded) {
    return unreadable("file_truncated", file, {
      message: role === "comments"
        ? "The last line is cut off: the file is truncated"
        : "The end row (0x1A) is missing: the file is truncated, or does not belong to OFAC's set",
    });
  }
  const rows = csvRows(file, text.value, bounds);
  if (!rows.ok) return rows;
  return dataRows(file, role, rows.value);
}

function dataRows(
  file: SourceFile,
  role: OfacRole,
  rows: readonly CsvRow[],
): Result<OfacTable, ListRefusal> {
  const data: OfacRow[] = [];
  let ended = false;
  const last = rows.findLastIndex((row) => !isBlank(row));
  for (const row of rows.slice(0, last + 1)) {
    if (ended) {
      return unreadable("row_after_end", file, {
        line: row.line,
        message: "A row follows the end row (0x1A)",
      });
    }
    const [first = "", ...others] = row.fields;
    if (first === endMark && others.every((field) => field === "")) {
      ended = true;
      continue;
    }
    if (row.fields.length !== ofacColumns[role]) return wrongColumns(file, role, row);
    if (row.line === 1 && /^(?:ID|ent_num)$/i.test(first)) continue;
    if (row.fields.some((field) => field.includes(endMark))) {
      return unreadable("control_character", file, {
        line: row.line,
        message: "The end mark 0x1A is inside a row",
      });
    }
    if (!/^[1-9]\d{0,9}$/.test(first)) {
      return unreadable("value_wrong", file, {
        line: row.line,
        message: "The first field is not an entity number (ent_num)",
      });
    }
    data.push({ ...row, entNum: first });
  }
  return ok({ file, rows: data });
}

function wrongColumns(file: SourceFile, role: OfacRole, row: CsvRow): Result<never, ListRefusal> {
  const other = Object.entries(ofacColumns).find(([, columns]) => columns === row.fields.length)
    ?.[0];
  const hint = other === undefined ? "" : `, as in the file of the ${other}`;
  return unreadable("columns_wrong", file, {
    line: row.line,
    message: `Expected ${
      ofacColumns[role]
    } columns of the ${role}, found ${row.fields.length}${hint}`,
  });
}

function isBlank({ fields }: CsvRow): boolean {
  return fields.length === 1 && fields[0]?.trim() === "";
}
