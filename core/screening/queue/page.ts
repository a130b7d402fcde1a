import { ok, refuse, type Result } from "../../../base/result.ts";
import { openCursor, writeCursor } from "./cursor.ts";

/** The cursor belongs to another query or client, or is too old. */
export type CursorRefusal = { readonly code: "bad_request"; readonly message: string };

/** Default maximum of rows read for one page: filters may exclude most of them. */
const usualRowsReadMax = 2_000;

/** The source of a page's rows. */
export interface PageSource<Row, Shown> {
  /** Maximum rows to read for the page. */
  readonly rowsReadMax?: number | undefined;
  /** Values besides the query to which a cursor is bound. */
  readonly bound: readonly string[];
  readonly now: Temporal.Instant;
  /** Rows in their order, after the given one. */
  rows(after: string | null): AsyncIterable<Row>;
  idOf(row: Row): string;
  /** @returns null for a row that the query excludes */
  shown(row: Row): Shown | null;
}

/** The rows of one page, and the cursor of the next. */
export interface Page<Shown> {
  readonly shown: Shown[];
  readonly nextCursor: string | null;
}

/** Reads a page of rows, starting at its cursor. */
export async function pageOf<Row, Shown>(
  { cursor, limit, ...asked }: { readonly cursor?: string | undefined; readonly limit: number },
  { bound: to, now, rows, idOf, shown: show, rowsReadMax = usualRowsReadMax }: PageSource<
    Row,
    Shown
  >,
): Promise<Result<Page<Shown>, CursorRefusal>> {
  const bound = JSON.stringify([...to, Object.entries(asked).toSorted()]);
  const after = cursor === undefined ? null : await openCursor(cursor, { bound, now });
  if (cursor !== undefined && after === null) {
    const message =
      'Field "cursor" is no cursor of this query and client, or older than 24 hours: begin again';
    return refuse({ code: "bad_request", message });
  }
  const shown: Shown[] = [];
  let read = 0;
  let last: string | null = null;
  for await (const row of rows(after)) {
    if (last !== null && (shown.length === limit || read === rowsReadMax)) {
      return ok({ shown, nextCursor: await writeCursor(last, { bound, now }) });
    }
    read++;
    last = idOf(row);
    const one = show(row);
    if (one !== null) shown.push(one);
  }
  return ok({ shown, nextCursor: null });
}
