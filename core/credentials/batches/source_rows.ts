import { isObject, type Json } from "../../../base/json.ts";
import { csvRecords } from "../../../standards/csv/csv_records.ts";
import type { ClaimsCheck } from "../templates/claims_check.ts";
import { claimOfText } from "./claim_of_text.ts";
import type { Submitted } from "./schema.ts";

/** A problem of one property of one row, without its value. */
export interface RowProblem {
  /** Line of the CSV text, from 1. */
  readonly line?: number;
  /** Place in `rows`, from 0. */
  readonly index?: number;
  /** `row` means the whole row. */
  readonly property: string;
  readonly reason: string;
}

/** The place of a row. */
export type RowPlace = Pick<RowProblem, "line" | "index">;

/** An unchecked row, with its members named as in JSON. */
export interface SourceRow {
  readonly place: RowPlace;
  readonly members: Readonly<Record<string, Json | undefined>>;
  /** The name of claims in problems. */
  readonly claimPrefix: "claim" | "claimValues";
}

/** A row with only empty fields, as spreadsheets write after the last row; it is skipped. */
export interface EmptyRow {
  readonly empty: RowPlace;
}

/** A row, an empty row, or the problem at its place. */
export type ReadRow = SourceRow | EmptyRow | RowProblem;

/** Names of the columns that are not claims. */
const studentColumns = [
  "studentFullName",
  "studentEmail",
  "studentDob",
  "institutionStudentId",
] as const;
const requiredColumns = ["studentFullName", "studentEmail"] as const;
const claimColumn = "claim.";

/** The input for reading rows. */
export interface ReadRows {
  readonly claims: ClaimsCheck;
  readonly rowBytesMax: number;
}

/** Yields the submitted rows in their order, read while they are iterated. */
export function sourceRows(submitted: Submitted, read: ReadRows): Iterable<ReadRow> {
  return submitted.submissionMethod === "API"
    ? jsonRows(submitted.rows)
    : csvRows(submitted.csvContent, read);
}

function* jsonRows(rows: readonly Json[]): Generator<ReadRow, void> {
  for (const [index, row] of rows.entries()) {
    yield isObject(row)
      ? { place: { index }, members: row, claimPrefix: "claimValues" }
      : { index, property: "row", reason: "expected an object" };
  }
}

/** Yields the rows of a CSV text. A wrong header yields all its problems and no row. */
function* csvRows(text: string, { claims, rowBytesMax }: ReadRows): Generator<ReadRow, void> {
  let header: readonly string[] | null = null;
  for (const record of csvRecords(text, { recordCharactersMax: rowBytesMax })) {
    const { line } = record;
    if ("problem" in record) {
      yield { line, property: "row", reason: record.problem };
      if (header === null) return;
      continue;
    }
    const { fields } = record;
    if (header === null) {
      header = fields.map((name) => name.trim());
      const problems = headerProblems(header, claims);
      for (const problem of problems) yield { line, ...problem };
      if (problems.length > 0) return;
      continue;
    }
    if (fields.every((field) => field === "")) {
      yield { empty: { line } };
      continue;
    }
    if (fields.length !== header.length) {
      const reason =
        `expected ${header.length} fields, as the header has, and found ${fields.length}`;
      yield { line, property: "row", reason };
      continue;
    }
    yield { place: { line }, members: membersOf(header, fields, claims), claimPrefix: "claim" };
  }
}

type HeaderProblem = Pick<RowProblem, "property" | "reason">;

/** Names an unknown column by its place, since its name is untrusted text. */
function headerProblems(
  header: readonly string[],
  claims: ClaimsCheck,
): readonly HeaderProblem[] {
  const problems: HeaderProblem[] = [];
  const known = new Set<string>([
    ...studentColumns,
    ...claims.claimNames.map((name) => `${claimColumn}${name}`),
  ]);
  const seen = new Set<string>();
  for (const [index, name] of header.entries()) {
    if (!known.has(name)) {
      const reason = name.startsWith(claimColumn)
        ? "the template's schema does not define this claim"
        : `expected ${studentColumns.join(", ")} or claim.NAME, separated by commas`;
      problems.push({ property: `column ${index + 1}`, reason });
    } else if (seen.has(name)) {
      problems.push({ property: name, reason: "the header has this column twice" });
    }
    seen.add(name);
  }
  for (const name of requiredColumns) {
    if (!seen.has(name)) problems.push({ property: name, reason: "the header lacks this column" });
  }
  return problems;
}

/** An empty cell is absent. */
function membersOf(
  header: readonly string[],
  fields: readonly string[],
  claims: ClaimsCheck,
): SourceRow["members"] {
  const student: Record<string, Json> = {};
  const values: [string, Json][] = [];
  for (const [index, name] of header.entries()) {
    const text = fields[index] ?? "";
    if (text === "") continue;
    if (!name.startsWith(claimColumn)) {
      student[name] = text;
      continue;
    }
    const claim = name.slice(claimColumn.length);
    values.push([claim, claimOfText(text, claims.typesOf(claim))]);
  }
  return { ...student, claimValues: Object.fromEntries(values) };
}
