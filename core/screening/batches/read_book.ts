import { ok, refuse, type Result } from "../../../base/result.ts";
import { type CsvRecord, csvRecords } from "../../../standards/csv/csv_records.ts";
import { decodeTable } from "../../../standards/csv/table_text.ts";
import type { EntityType } from "../../nouns.ts";
import { isToCome } from "../birth_date.ts";
import type { ScreeningRequest, screeningRequest } from "../request_schema.ts";
import {
  type BookMember,
  type ColumnChoice,
  type ColumnsRefusal,
  type ReadColumn,
  readColumns,
} from "./columns.ts";

/** A customer of a table. */
export interface BookRow {
  /** Line on which the row begins, from 1. */
  readonly line: number;
  readonly request: ScreeningRequest;
}

/** A row that cannot be screened, without its content. */
export interface RowProblem {
  readonly code: "row";
  readonly line: number;
  readonly column: BookMember | "row";
  readonly message: string;
}

/** A table of customers. */
export interface Book {
  readonly columns: readonly ReadColumn[];
  readonly rows: readonly BookRow[];
  readonly problems: readonly RowProblem[];
}

/** Why a file cannot be read as a table of customers. */
export type BookRefusal = ColumnsRefusal | { readonly code: "table"; readonly message: string };

/** Options for reading a table. */
export interface BookReading extends ColumnChoice {
  readonly schema: ReturnType<typeof screeningRequest>;
  readonly now: Temporal.Instant;
}

/** Maximum characters of a row. */
const rowCharactersMax = 16_384;

/** A table whose rows are read one by one. */
export interface ReadTable {
  readonly columns: readonly ReadColumn[];
  /** Rows in order; null for an empty row, which is skipped. */
  readonly rows: Iterable<Result<BookRow, RowProblem> | null>;
}

/**
 * Reads a table of customers (decisions-3.md part 21, batches): CSV with a header, in the encodings
 * and with the delimiters of {@link decodeTable}. A row that cannot be screened is reported as a
 * problem, and reading continues. Empty rows are skipped.
 */
export function readBook(
  bytes: Uint8Array,
  { rowsMax, ...reading }: BookReading & { readonly rowsMax: number },
): Result<Book, BookRefusal> {
  const table = readTable(bytes, reading);
  if (!table.ok) return table;
  const rows: BookRow[] = [];
  const problems: RowProblem[] = [];
  const refs = new Map<string, number>();
  for (const row of table.value.rows) {
    if (row === null) continue;
    if (!row.ok) {
      problems.push(row.refusal);
      continue;
    }
    const { line, request: { subjectRef } } = row.value;
    const before = subjectRef === undefined ? undefined : refs.get(subjectRef);
    if (before !== undefined) {
      const message = `is on line ${before} too`;
      problems.push({ code: "row", line, column: "subjectRef", message });
      continue;
    }
    if (subjectRef !== undefined) refs.set(subjectRef, line);
    if (rows.push(row.value) > rowsMax) {
      return refuse({ code: "table", message: `more than ${rowsMax} customers` });
    }
  }
  return ok({ columns: table.value.columns, rows, problems });
}

/** The columns of a table, and the records after its header. */
interface HeadedTable {
  readonly headers: readonly string[];
  readonly records: Iterable<CsvRecord>;
  readonly linesBefore: number;
}

/** Reads the header of a table. */
export function readHeader(bytes: Uint8Array): Result<HeadedTable, BookRefusal> {
  const table = decodeTable(bytes);
  if (table === null) {
    return refuse({ code: "table", message: "expected UTF-8, or UTF-16 with a byte order mark" });
  }
  const { text, delimiter, linesBefore } = table;
  const records = csvRecords(text, { recordCharactersMax: rowCharactersMax, delimiter });
  const { value: header } = records.next();
  if (header === undefined) return refuse({ code: "table", message: "the file is empty" });
  if ("problem" in header) return refuse({ code: "table", message: header.problem });
  return ok({ headers: header.fields.map((name) => name.trim()), records, linesBefore });
}

/** Like {@link readBook}, row by row; the caller checks for rows with the same `subjectRef`. */
export function readTable(bytes: Uint8Array, reading: BookReading): Result<ReadTable, BookRefusal> {
  const header = readHeader(bytes);
  if (!header.ok) return header;
  const { headers, records, linesBefore } = header.value;
  const columns = readColumns(headers, reading);
  if (!columns.ok) return columns;
  const form = formOf(columns.value);
  const rows = function* (): Generator<Result<BookRow, RowProblem> | null, void> {
    for (const record of records) {
      const line = record.line + linesBefore;
      if ("problem" in record) {
        yield refuse({ code: "row", line, column: "row", message: record.problem });
      } else if (record.fields.some((field) => field.trim() !== "")) {
        yield readRow({ line, fields: record.fields }, form, reading);
      } else {
        yield null;
      }
    }
  };
  return ok({ columns: columns.value, rows: rows() });
}

/** The facts about a table that reading a row needs. */
interface TableForm {
  readonly columnCount: number;
  /** Positions and meanings of the columns that are read. */
  readonly places: readonly (readonly [at: number, member: BookMember])[];
  /**
   * Lists of columns that together contain a name. The first list with a value in the row is used.
   */
  readonly names: readonly (readonly BookMember[])[];
}

/**
 * The form of a table. If only one half of a name has a column of its own, `name` is the other half
 * (`Name;Vorname`).
 */
function formOf(columns: readonly ReadColumn[]): TableForm {
  const places = columns.flatMap(({ member }, at) =>
    member === null ? [] : [[at, member] as const]
  );
  const members = new Set(places.map(([, member]) => member));
  const names: TableForm["names"] = members.has("givenName") === members.has("familyName")
    ? [["name"], ["givenName", "familyName"]]
    : members.has("givenName")
    ? [["givenName", "name"]]
    : [["name", "familyName"]];
  return { columnCount: columns.length, places, names };
}

function readRow(
  { line, fields }: { readonly line: number; readonly fields: readonly string[] },
  { columnCount, places, names }: TableForm,
  { schema, now }: BookReading,
): Result<BookRow, RowProblem> {
  const problem = (column: RowProblem["column"], message: string) =>
    refuse<RowProblem>({ code: "row", line, column, message });
  // Spreadsheets leave empty fields out at the end of a row, and put some behind it.
  if (fields.slice(columnCount).some((field) => field.trim() !== "")) {
    return problem("row", `expected ${columnCount} fields, and found ${fields.length}`);
  }
  const cells = new Map<BookMember, string>();
  for (const [at, member] of places) {
    const cell = fields[at]?.trim() ?? "";
    if (cell !== "") cells.set(member, cell);
  }
  const parts = names.map((members) => members.flatMap((member) => cells.get(member) ?? []));
  const name = parts.find(({ length }) => length > 0)?.join(" ");
  if (name === undefined) return problem("name", "is missing");
  const [type, dob] = [cells.get("entityType"), cells.get("dob")];
  const entityType = type === undefined ? undefined : entityTypeOf(type);
  if (entityType === null) return problem("entityType", `expected one of ${entityTypes}`);
  const [nationality, subjectRef] = [cells.get("nationality"), cells.get("subjectRef")];
  const read = schema.safeParse({
    name,
    ...(nationality === undefined ? {} : { nationality }),
    ...(entityType === undefined ? {} : { entityType }),
    ...(dob === undefined ? {} : { dob: isoDate(dob) }),
    ...(subjectRef === undefined ? {} : { subjectRef }),
  });
  if (!read.success) {
    const { path: [member = "row"], message } = read.error.issues[0]!;
    return problem(member as BookMember, message);
  }
  if (read.data.dob !== undefined && isToCome(read.data.dob, now)) {
    return problem("dob", "lies in the future");
  }
  return ok({ line, request: read.data });
}

/** Entity types, by their names in tables. */
const entityTypeNames: readonly (readonly [EntityType, RegExp])[] = [
  ["INDIVIDUAL", /^(?:individual|natural person|person|private|privatperson|physique|p|i)$/],
  [
    "ORGANISATION",
    /^(?:organi[sz]ation|legal (?:person|entity)|legalentity|company|entity|business|corporate|firma|unternehmen|moral|o|c)$/,
  ],
  ["VESSEL", /^(?:vessel|ship|v)$/],
  ["AIRCRAFT", /^(?:aircraft|plane|a)$/],
];
const entityTypes = entityTypeNames.map(([type]) => type).join(", ");

function entityTypeOf(text: string): EntityType | null {
  const folded = text.toLowerCase().replaceAll(/[\s_-]+/g, " ");
  return entityTypeNames.find(([, names]) => names.test(folded))?.[0] ?? null;
}

/**
 * Converts `12.4.1961` and `1961-04-12 00:00:00` to the request's form; other text stays unchanged.
 */
function isoDate(text: string): string {
  const written = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (written !== null) {
    const [, day = "", month = "", year = ""] = written;
    return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  return text.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, "");
}
