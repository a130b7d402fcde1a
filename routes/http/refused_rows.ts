import { z } from "zod";

/** Maximum rows in one answer, as many as a batch may have (decisions-2.md part 15). */
export const refusedRowsMax = 5_000;

/**
 * The problem of one property of one row. Names the property and its expected form in fixed words,
 * without values of the row.
 */
export interface RefusedRow {
  /** Line of a CSV text, from 1, including its header row. */
  readonly line?: number;
  /** Place in an array, from 0. */
  readonly index?: number;
  readonly property: string;
  readonly reason: string;
}

/** The schema of {@link RefusedRow} for callers. */
export const RefusedRowBody = z.object({
  line: z.int().min(1).optional().meta({
    description: "Line of the CSV text; its header is line 1",
  }),
  index: z.int().min(0).optional().meta({ description: "Place in `rows`, from 0" }),
  property: z.string().meta({ examples: ["studentEmail"] }),
  reason: z.string().meta({ description: "What is expected; never a value of the row" }),
}).meta({ id: "RefusedRow" });

/** The rows listed by such a refusal: the first ones, with only the members of the schema. */
export function listedRows(rows: readonly RefusedRow[]): readonly RefusedRow[] {
  return rows.slice(0, refusedRowsMax).map(({ line, index, property, reason }) => ({
    ...(line === undefined ? {} : { line }),
    ...(index === undefined ? {} : { index }),
    property,
    reason,
  }));
}

/**
 * The message of such a refusal: the number of refused rows, and how many of their problems are
 * listed.
 */
export function describeRows(rows: readonly RefusedRow[]): string {
  const refused = new Set(rows.map(({ line, index }) => `${line} ${index}`)).size;
  const said = refused === 1 ? "1 row is not valid" : `${refused} rows are not valid`;
  return rows.length > refusedRowsMax
    ? `${said}; \`rows\` lists the first ${refusedRowsMax} of ${rows.length} faults`
    : `${said}; \`rows\` lists what is wrong with each`;
}
