import { ok, type Result } from "../../../base/result.ts";
import type { BatchRow, RowFault } from "../batch_schema.ts";
import type { ScreeningBatchPorts } from "../batch_ports.ts";
import { type ReadColumn, readColumns } from "./columns.ts";
import { readHeader } from "./read_book.ts";
import { readRows, type RowsRefusal } from "./read_rows.ts";
import type { SubmittedTable } from "../batch_schema.ts";

/** Maximum rows, and maximum faulty rows, shown in a preview. */
const [firstMax, faultsMax] = [10, 10];

/** A row that cannot be screened. */
export type FaultyRow = Pick<BatchRow, "item" | "line"> & { readonly fault: RowFault };

/** A book as it would be screened. */
export interface BookPreview {
  /** Columns of a CSV in order, with their meanings; null for NDJSON. */
  readonly columns: readonly ReadColumn[] | null;
  /** The rows, or why they cannot be read. */
  readonly rows:
    | {
      readonly items: number;
      readonly first: readonly BatchRow[];
      readonly faults: readonly FaultyRow[];
      /** All rows that cannot be screened. */
      readonly faulty: number;
    }
    | RowsRefusal;
}

/**
 * Reads a book like a batch, without storing anything. If a table's columns are not understood,
 * they are returned all the same, so that a person can choose.
 */
export async function previewBook(
  ports: Pick<ScreeningBatchPorts, "clock" | "lists" | "nextTurn" | "screeningBatchRules">,
  table: SubmittedTable,
): Promise<Result<BookPreview, never>> {
  const columns = columnsOf(table);
  const read = await readRows(ports, { ...table, onRowError: "skip" });
  if (!read.ok) return ok({ columns, rows: read.refusal });
  const faults = read.value.filter((row) => "fault" in row);
  return ok({
    columns,
    rows: {
      items: read.value.length,
      first: read.value.slice(0, firstMax),
      faults: faults.slice(0, faultsMax),
      faulty: faults.length,
    },
  });
}

function columnsOf({ form, bytes, chosen }: SubmittedTable): readonly ReadColumn[] | null {
  if (form === "ndjson") return null;
  const header = readHeader(bytes);
  if (!header.ok) return null;
  const { headers } = header.value;
  const columns = readColumns(headers, { chosen });
  if (columns.ok) return columns.value;
  return columns.refusal.code === "too_many"
    ? null
    : headers.map((header) => ({ header, member: null }));
}
