import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CsvDialect, type CsvRow, csvRows } from "./csv_rows.ts";
import { wholeLinesOfFile } from "./file_text.ts";
import { unreadable } from "./refusal.ts";
import type { ListRefusal, SourceFile } from "./schema.ts";

/** The expected form of a CSV file with a header. */
export interface CsvShape extends CsvDialect {
  /** Names of the columns that are read; a file without one of them is refused. */
  readonly columns: readonly string[];
  /** Rows before the header, such as a date. */
  readonly rowsBefore: number;
}

/** One row of data. */
export interface TableRow {
  /** Line on which the row begins, from 1. */
  readonly line: number;
  /**
   * Returns a field by its column's name, with white space normalised; empty if the file lacks the
   * column.
   */
  field(column: string): string;
}

/** A CSV file with a header. */
export interface CsvTable {
  /** Column names as in the header. */
  readonly columns: readonly string[];
  /** The rows before the header. */
  readonly before: readonly CsvRow[];
  /** In the order of the file, without blank lines. */
  readonly rows: readonly TableRow[];
}

/**
 * Reads a CSV file whose header names its columns, in any order. Refuses a file in which a row has
 * another number of fields than the header, or whose last row has no line break: such a file was
 * cut, or is another's. A file cut between two rows looks complete.
 */
export function csvTable(
  file: SourceFile,
  shape: CsvShape,
  bounds: ListFileBounds,
): Result<CsvTable, ListRefusal> {
  const text = wholeLinesOfFile(file, bounds, "row");
  if (!text.ok) return text;
  const all = csvRows(file, text.value, bounds, shape);
  if (!all.ok) return all;
  const before = all.value.slice(0, shape.rowsBefore);
  const header = all.value[shape.rowsBefore];
  const columns = (header?.fields ?? []).map((name) => name.trim());
  const missing = shape.columns.filter((name) => !columns.includes(name));
  if (header === undefined || missing.length > 0) {
    return unreadable("columns_wrong", file, {
      line: header?.line ?? 1,
      message: `The header does not have the columns ${missing.join(", ")}`,
    });
  }
  const rows: TableRow[] = [];
  for (const { line, fields } of all.value.slice(shape.rowsBefore + 1)) {
    if (fields.every((field) => field.trim() === "") && fields.length <= 1) continue;
    if (fields.length !== columns.length) {
      return unreadable("columns_wrong", file, {
        line,
        message: `Expected ${columns.length} columns, found ${fields.length}`,
      });
    }
    rows.push({ line, field: fieldOf(columns, fields) });
  }
  if (rows.length === 0) return unreadable("file_empty", file, { message: "File has no row" });
  return ok({ columns, before, rows });
}

/** Groups rows by the value of one column, in the order of first occurrence. */
export function rowsBy(
  rows: readonly TableRow[],
  key: (row: TableRow) => string,
): ReadonlyMap<string, readonly TableRow[]> {
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const present = groups.get(key(row));
    if (present === undefined) groups.set(key(row), [row]);
    else present.push(row);
  }
  return groups;
}

/** Counts every column that has content in at least one row of an entity and is not read. */
export function noteUnusedColumns(
  columns: readonly string[],
  used: ReadonlySet<string>,
  rows: readonly TableRow[],
  note: (column: string) => void,
): void {
  for (const column of columns) {
    if (!used.has(column) && rows.some((row) => row.field(column) !== "")) note(column);
  }
}

function fieldOf(columns: readonly string[], fields: readonly string[]) {
  const byName = new Map(columns.map((column, index) => [column, fields[index] ?? ""]));
  return (column: string) => (byName.get(column) ?? "").replace(/\s+/g, " ").trim();
}
