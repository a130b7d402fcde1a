import { printable, type Terminal } from "./terminal.ts";

/** The rows of a `list` command, and their form. */
export interface Listing<Row> {
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** Heading of each column, and its text for a row. */
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
  /** The row as JSON. */
  readonly toJson: (row: Row) => unknown;
  /** Whether `--json` was given. */
  readonly json: boolean;
  /** The form for a pipe without `--json`. */
  readonly piped: "json" | "tabs";
}

/**
 * Writes a list: a header and columns for people on a terminal; for programs one JSON object a
 * line, or tab-separated columns without a header.
 */
export async function writeListing<Row>(
  { rows, columns, toJson, json, piped }: Listing<Row>,
  { out, isTerminal = false }: Terminal,
): Promise<void> {
  const cells = Object.values(columns);
  if (json || !isTerminal) {
    for await (const row of rows) {
      out(
        json || piped === "json"
          ? `${JSON.stringify(toJson(row))}\n`
          : `${cells.map((cell) => cell(row)).join("\t")}\n`,
      );
    }
    return;
  }
  const lines = [Object.keys(columns)];
  for await (const row of rows) lines.push(cells.map((cell) => printable(cell(row))));
  const widths = cells.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  for (const line of lines) {
    out(`${line.map((cell, at) => cell.padEnd(widths[at]!)).join("  ").trimEnd()}\n`);
  }
}
