import { z } from "zod";

/** Rows that one answer lists at most: a batch has no more (decisions-2.md part 15). */
export const refusedRowsMax = 5_000;

/**
 * What is wrong with one property of one row. It names the property and says what is expected of it,
 * in our own words: no value of the row.
 */
export interface RefusedRow {
  /** Line of a CSV text, from 1; its header row is one. */
  readonly line?: number;
  /** Place in an array, from 0. */
  readonly index?: number;
  readonly property: string;
  readonly reason: string;
}

/** The schema of {@link RefusedRow}, as callers read it. */
export const RefusedRowBody = z.object({
  line: z.int().min(1).optional().meta({
    description: "Line of the CSV text; its header is line 1",
  }),
  index: z.int().min(0).optional().meta({ description: "Place in `rows`, from 0" }),
  property: z.string().meta({ examples: ["studentEmail"] }),
  reason: z.string().meta({ description: "What is expected; never a value of the row" }),
}).meta({ id: "RefusedRow" });

/** What such a refusal lists: the first rows, and nothing that its schema does not name. */
export function listedRows(rows: readonly RefusedRow[]): readonly RefusedRow[] {
  return rows.slice(0, refusedRowsMax).map(({ line, index, property, reason }) => ({
    ...(line === undefined ? {} : { line }),
    ...(index === undefined ? {} : { index }),
    property,
    reason,
  }));
}

/** What such a refusal says: how many rows are refused, and how many faults are listed of how many. */
export function describeRows(rows: readonly RefusedRow[]): string {
  const refused = new Set(rows.map(({ line, index }) => `${line} ${index}`)).size;
  const said = refused === 1 ? "1 row is not valid" : `${refused} rows are not valid`;
  return rows.length > refusedRowsMax
    ? `${said}; \`rows\` lists the first ${refusedRowsMax} of ${rows.length} faults`
    : `${said}; \`rows\` lists what is wrong with each`;
}
