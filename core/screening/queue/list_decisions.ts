import type { TenantCaller } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { csvLine } from "../../../standards/csv/csv_line.ts";
import type { QueueRange, ReviewRules, ScreeningPorts } from "../ports.ts";
import { ReviewState } from "../schema.ts";
import { openCursor, writeCursor } from "./cursor.ts";
import {
  instantOf,
  type QueuedDecision,
  type QueuePage,
  type QueueQuery,
  type QueueRow,
} from "../queue_schema.ts";

/** Input of {@link listDecisions}. */
export interface ListDecisions {
  readonly caller: TenantCaller;
  readonly mode: Mode;
  readonly query: QueueQuery;
}

/** A cursor of another query or client, or one that is too old. */
export type ListRefusal = { readonly code: "bad_request"; readonly message: string };

/** Rows that one page reads at most: filters may leave most of them out. */
const rowsReadMax = 2_000;

/** Times that a page is read: again where a row has moved between states, and may have been missed. */
const readsMax = 3;

/**
 * Lists the decisions of the caller's client by how far people have come with them. A walk by cursors
 * sees each decision once that matches all the time: what is decided or reviewed meanwhile moves
 * nothing past it.
 *
 * @see decisions-3.md part 21
 */
export async function listDecisions(
  ports: Pick<ScreeningPorts, "clock" | "queue" | "reviewRules">,
  { caller: { clientId }, mode, query }: ListDecisions,
): Promise<Result<QueuePage, ListRefusal>> {
  const { cursor, limit: _, ...asked } = query;
  const bound = JSON.stringify([clientId, mode, Object.entries(asked).toSorted()]);
  const now = ports.clock.now();
  const after = cursor === undefined ? null : await openCursor(cursor, { bound, now });
  if (cursor !== undefined && after === null) {
    const message =
      'Field "cursor" is no cursor of this query and client, or older than 24 hours: begin again';
    return refuse({ code: "bad_request", message });
  }
  const { state, from, to } = query;
  const { order = state === "open" ? "oldest" : "newest" } = query;
  const range: QueueRange = {
    mode,
    states: statesOf(state),
    order,
    after,
    from: from === undefined ? null : instantOf(from),
    to: to === undefined ? null : instantOf(to),
  };
  const { queue } = ports;
  const rules = await ports.reviewRules.get(clientId, { fresh: false });
  for (let left = readsMax;; left--) {
    const before = await queue.lastTurn(clientId);
    const { rows, last } = await readRows(queue.list(clientId, range), query);
    const [turn, totals, complete] = await Promise.all([
      queue.lastTurn(clientId),
      queue.totals(clientId, mode),
      queue.isComplete(),
    ]);
    if (turn !== before && left > 1) continue;
    return ok({
      decisions: rows.map((row) => queued(row, rules)),
      totals,
      complete,
      nextCursor: last === null ? null : await writeCursor(last, { bound, now }),
    });
  }
}

/** The rows of a page, and the last that was read where there are more. */
async function readRows(
  all: AsyncIterable<QueueRow>,
  query: QueueQuery,
): Promise<{ readonly rows: readonly QueueRow[]; readonly last: string | null }> {
  const rows: QueueRow[] = [];
  let read = 0;
  let last: string | null = null;
  for await (const row of all) {
    if (rows.length === query.limit || read === rowsReadMax) return { rows, last };
    read++;
    last = row.decisionId;
    if (matches(query, row)) rows.push(row);
  }
  return { rows, last: null };
}

function statesOf(state: QueueQuery["state"]): readonly ReviewState[] {
  switch (state) {
    case "open":
      return ["OPEN", "PROPOSED", "ESCALATED"];
    case "all":
      return ReviewState.options;
    default:
      return [state];
  }
}

function matches(
  { classification, subjectRef, origin, batchId, assignee }: QueueQuery,
  row: QueueRow,
): boolean {
  return (classification === undefined || row.classification === classification) &&
    (subjectRef === undefined || row.subjectRef === subjectRef) &&
    (origin === undefined || row.origin === origin) &&
    (batchId === undefined || row.batchId === batchId) &&
    (assignee === undefined || row.assignee === assignee);
}

/** A row as it is answered: with when it is due by the client's record of today. */
export function queued(row: QueueRow, { review }: ReviewRules): QueuedDecision {
  const { decisionId, decidedAt, origin, batchId, subjectRef, classification, state } = row;
  const { assignee, topCandidate, candidates, lastReview } = row;
  const due = Temporal.Instant.from(decidedAt).add({ hours: review.dueHours });
  return {
    ...{ decisionId, decidedAt, origin, ...(batchId === undefined ? {} : { batchId }) },
    ...{ subjectRef, classification, state, assignee },
    dueAt: state === "NONE" ? null : due.toString({ smallestUnit: "millisecond" }),
    ...{ topCandidate, candidates, lastReview },
  };
}

/** The columns of the queue as CSV. */
const columns = [
  ..."decisionId decidedAt origin subjectRef classification state assignee dueAt".split(" "),
  ..."entityId source listRef entityName score entityType candidates".split(" "),
  ..."lastDecision lastReviewedAt lastReviewer batchId".split(" "),
];

/** A page of the queue as CSV (RFC 4180), with a header. */
export function queueCsv({ decisions }: QueuePage): string {
  const lines = decisions.map((row) => {
    const { topCandidate: top, lastReview: last } = row;
    return csvLine([
      ...[row.decisionId, row.decidedAt, row.origin, row.subjectRef, row.classification],
      ...[row.state, row.assignee, row.dueAt],
      ...[top?.entityId, top?.source, top?.listRef, top?.entityName, top?.score, top?.entityType],
      ...[row.candidates, last?.decision, last?.reviewedAt, last?.reviewer, row.batchId],
    ]);
  });
  return [csvLine(columns), ...lines].join("");
}
