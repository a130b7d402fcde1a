import type { TenantCaller } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import { ok, type Result } from "../../../base/result.ts";
import { csvLine } from "../../../standards/csv/csv_line.ts";
import type { ReviewRules, ScreeningPorts } from "../ports.ts";
import { ReviewState } from "../review_schema.ts";
import { type CursorRefusal, pageOf } from "./page.ts";
import { topCandidateCells, topCandidateColumns } from "./row.ts";
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
  /** Maximum rows to read, if fewer than usual. */
  readonly rowsReadMax?: number;
}

/**
 * Maximum attempts to read a page. It is read again if a row has moved between states meanwhile,
 * because it may have been missed.
 */
const readsMax = 3;
/**
 * Minimum number of rows of a state that are read at once, because a filter may exclude most of
 * them.
 */
const rowsAtOnceMin = 100;

/**
 * Lists the decisions of the caller's client by the state of their review. A client that follows
 * the cursors sees each decision once if it matches the query all the time: new decisions and
 * reviews do not move a decision past the cursor.
 *
 * @see decisions-3.md part 21
 */
export async function listDecisions(
  ports: Pick<ScreeningPorts, "clock" | "queue" | "reviewRules">,
  { caller: { clientId }, mode, query, rowsReadMax }: ListDecisions,
): Promise<Result<QueuePage, CursorRefusal>> {
  const { state, from, to } = query;
  const { order = state === "open" ? "oldest" : "newest" } = query;
  const { queue } = ports;
  const rules = await ports.reviewRules.get(clientId, { fresh: false });
  for (let left = readsMax;; left--) {
    const before = await queue.lastTurn(clientId);
    const reading = pageOf<QueueRow, QueuedDecision>(query, {
      bound: [clientId, mode],
      rowsReadMax,
      now: ports.clock.now(),
      rows: (after) =>
        queue.list(clientId, {
          mode,
          states: statesOf(state),
          order,
          after,
          // One more than the page shows whether there is another.
          rowsAtOnce: Math.max(rowsAtOnceMin, query.limit + 1),
          from: from === undefined ? null : instantOf(from),
          to: to === undefined ? null : instantOf(to),
        }),
      idOf: ({ decisionId }) => decisionId,
      shown: (row) => matches(query, row) ? queued(row, rules) : null,
    });
    const [page, totals, complete] = await Promise.all([
      reading,
      queue.totals(clientId, mode),
      queue.isComplete(),
    ]);
    if (!page.ok) return page;
    if (left > 1 && await queue.lastTurn(clientId) !== before) continue;
    const { shown: decisions, nextCursor } = page.value;
    return ok({ decisions, totals, complete, nextCursor });
  }
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
  { classification, subjectRef, source, origin, batchId, assignee, cleared }: QueueQuery,
  row: QueueRow,
): boolean {
  return (classification === undefined || row.classification === classification) &&
    (subjectRef === undefined || row.subjectRef === subjectRef) &&
    (source === undefined || row.topCandidate?.source === source) &&
    (origin === undefined || row.origin === origin) &&
    (batchId === undefined || row.batchId === batchId) &&
    (assignee === undefined || row.assignee === assignee) &&
    (cleared === "include" || row.isCleared === undefined);
}

/** A row as API answers show it, with its due time by the client's current record. */
export function queued(row: QueueRow, { review }: ReviewRules): QueuedDecision {
  const { decisionId, decidedAt, origin, batchId, subjectRef, classification, state } = row;
  const { assignee, topCandidate, candidates, clearedCandidates = 0, lastReview } = row;
  // In a fifth of the time that an instant takes, of which a page has 200.
  const due = new Date(Date.parse(decidedAt) + review.dueHours * 3_600_000);
  return {
    ...{ decisionId, decidedAt, origin, ...(batchId === undefined ? {} : { batchId }) },
    ...{ subjectRef, classification, state, assignee },
    dueAt: state === "NONE" ? null : due.toISOString(),
    ...{ topCandidate, candidates, clearedCandidates, lastReview },
  };
}

/** The columns of the queue as CSV. */
const columns = [
  ..."decisionId decidedAt origin subjectRef classification state assignee dueAt".split(" "),
  ...topCandidateColumns,
  ..."candidates clearedCandidates lastDecision lastReviewedAt lastReviewer batchId".split(" "),
];

/** A page of the queue as CSV (RFC 4180), with a header. */
export function queueCsv({ decisions }: QueuePage): string {
  const lines = decisions.map((row) => {
    const { lastReview: last } = row;
    return csvLine([
      ...[row.decisionId, row.decidedAt, row.origin, row.subjectRef, row.classification],
      ...[row.state, row.assignee, row.dueAt],
      ...topCandidateCells(row.topCandidate),
      ...[row.candidates, row.clearedCandidates],
      ...[last?.decision, last?.reviewedAt, last?.reviewer, row.batchId],
    ]);
  });
  return [csvLine(columns), ...lines].join("");
}
