import { ok, type Result } from "../../../base/result.ts";
import type { BatchRow, RowFault } from "../batch_schema.ts";
import type { ScreeningBatchPorts } from "../batch_ports.ts";
import { type ReadColumn, readColumns } from "./columns.ts";
import { readHeader } from "./read_book.ts";
import { readRows, type RowsRefusal } from "./read_rows.ts";
import type { SubmittedTable } from "../batch_schema.ts";

/** Rows, and rows that cannot be screened, that a preview shows at most. */
const [firstMax, faultsMax] = [10, 10];

/** A row that cannot be screened. */
export type FaultyRow = Pick<BatchRow, "item" | "line"> & { readonly fault: RowFault };

/** A book as it would be screened. */
export interface BookPreview {
  /** Of CSV its columns in their order, and what each is read as; null: NDJSON has none. */
  readonly columns: readonly ReadColumn[] | null;
  /** What is read, or why nothing can be. */
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
 * Reads a book as a batch would, and keeps nothing. A table whose columns are not understood shows
 * them all the same, to be chosen.
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
