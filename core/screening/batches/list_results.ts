import type { Json } from "../../../base/json.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { csvLine } from "../../../standards/csv/csv_line.ts";
import type { Clock } from "../../../base/clock.ts";
import { openPlaceCursor, writePlaceCursor } from "../queue/cursor.ts";
import type { CursorRefusal } from "../queue/page.ts";
import { topCandidateCells, topCandidateColumns } from "../queue/row.ts";
import type { ScreeningBatchPorts } from "../batch_ports.ts";
import { type BatchRefusal, findBatch, type NamedBatch } from "./read_batch.ts";
import {
  type BatchResult,
  type BatchResultsPage,
  type BatchResultsQuery,
  hasEnded,
  isHit,
} from "../batch_schema.ts";

/** Input of listing results. */
export interface ListBatchResults extends NamedBatch {
  readonly query: BatchResultsQuery;
}

/** Maximum results read for one page: most results of a book are clear. */
const resultsReadMax = 2_000;

/**
 * Lists results of a batch in the order of its items. The batch may still run: following the
 * cursors shows each result once.
 */
export async function listBatchResults(
  ports: Pick<ScreeningBatchPorts, "screeningBatches"> & { readonly clock: Clock },
  { query, ...named }: ListBatchResults,
): Promise<Result<BatchResultsPage, BatchRefusal | CursorRefusal>> {
  const found = await findBatch(ports, named);
  if (!found.ok) return found;
  const { cursor, limit, only } = query;
  const bound = JSON.stringify([named.caller.clientId, named.id, only ?? "all"]);
  const now = ports.clock.now();
  const from = cursor === undefined ? 0 : await openPlaceCursor(cursor, { bound, now });
  if (from === null) {
    const message =
      'Field "cursor" is no cursor of this query and batch, or older than 24 hours: begin again';
    return refuse({ code: "bad_request", message });
  }
  const results: BatchResult[] = [];
  const { batch } = found.value;
  let [next, read, isFull] = [from, 0, false];
  for await (const result of found.value.results(from)) {
    isFull = results.length === limit || read === resultsReadMax;
    if (isFull) break;
    read++;
    next = result.item + 1;
    if (only === undefined || isHit(result)) results.push(result);
  }
  if (!isFull && hasEnded(batch)) return ok({ results, nextCursor: null });
  // What is done may have no result. Results may be newer than what was read of the batch.
  const place = isFull ? next : Math.max(next, batch.counts.done);
  return ok({ results, nextCursor: await writePlaceCursor(place, { bound, now }) });
}

/** All results of a batch so far as one table, for a person's spreadsheet: with a byte order mark. */
export async function batchResultsTable(
  ports: Pick<ScreeningBatchPorts, "screeningBatches">,
  { only, ...named }: NamedBatch & Pick<BatchResultsQuery, "only">,
): Promise<Result<string, BatchRefusal>> {
  const found = await findBatch(ports, named);
  if (!found.ok) return found;
  const results: BatchResult[] = [];
  for await (const result of found.value.results(0)) {
    if (only === undefined || isHit(result)) results.push(result);
  }
  return ok(`\ufeff${resultsCsv({ results })}`);
}

/** Results as NDJSON, one a line. */
export function resultsNdjson({ results }: BatchResultsPage): string {
  return results.map((result) => `${JSON.stringify(result satisfies Json)}\n`).join("");
}

const columns = [
  ..."item line subjectRef decisionId classification candidates".split(" "),
  ...topCandidateColumns,
  ..."listSnapshotIds faultProperty faultReason".split(" "),
];

/** Results as CSV (RFC 4180), with a header. */
export function resultsCsv({ results }: Pick<BatchResultsPage, "results">): string {
  const lines = results.map((result) => {
    const { topCandidate, fault } = result;
    return csvLine([
      ...[result.item, result.line, result.subjectRef, result.decisionId],
      ...[result.classification, result.candidates],
      ...topCandidateCells(topCandidate),
      ...[result.listSnapshotIds.join(" "), fault?.property, fault?.reason],
    ]);
  });
  return [csvLine(columns), ...lines].join("");
}
