import { z } from "zod";
import { hasMoreCharacters, type Json } from "../../base/json.ts";
import { ClientId } from "../access/schema.ts";
import { Mode, optionalMember, Timestamp } from "../nouns.ts";
import type { Limits } from "../policy/limits.ts";
import type { ChosenColumns } from "./batches/columns.ts";
import { QueueRow } from "./queue_schema.ts";
import { Classification } from "./candidate_schema.ts";
import { DecisionId, ScreeningBatchId } from "./decision_schema.ts";
import { type ScreeningLimits, screeningRequest, SubjectRef } from "./request_schema.ts";

/** The state of a batch. */
export const BatchState = z.enum(["ACCEPTED", "RUNNING", "DONE", "CANCELLED", "EXPIRED"]).meta({
  id: "ScreeningBatchState",
  description:
    "`ACCEPTED`: it waits. `RUNNING`: items are decided. `DONE`: all are. `CANCELLED`: those that were not decided then never are. `EXPIRED`: the same, since it did not end within a day",
});
export type BatchState = z.infer<typeof BatchState>;

/** Whether a batch has ended: its state cannot change any more. */
export function hasEnded({ state }: { readonly state: BatchState }): boolean {
  return state !== "ACCEPTED" && state !== "RUNNING";
}

const count = z.int().nonnegative();

/** Numbers of items by outcome. */
export const BatchCounts = z.object({
  items: count.meta({ description: "All of them, those that are skipped too" }),
  done: count.meta({ description: "Decided or skipped: they have a result" }),
  clear: count.meta({
    description: "With `changedSince` those that no entry matches which was added or changed",
  }),
  possible: count,
  confirmed: count,
  cleared: count.meta({
    description: "Of the possible ones, those of which every candidate is cleared",
  }),
  skipped: count.meta({ description: "They could not be screened; their results say why" }),
}).readonly();
export type BatchCounts = z.infer<typeof BatchCounts>;

/** The id of a form that sends a batch. A form that is sent twice creates only one batch. */
export const StartId = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
export type StartId = z.infer<typeof StartId>;

/** A batch of screenings, without its items. */
export const ScreeningBatch = z.object({
  id: ScreeningBatchId,
  clientId: ClientId,
  mode: Mode,
  sandboxOverride: z.boolean(),
  state: BatchState,
  acceptedAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  counts: BatchCounts,
  /** The lists in force when it began. */
  listSnapshotIds: z.array(z.string()).readonly(),
  /**
   * The earlier lists: only entries that changed since then are compared. Absent: all entries are
   * compared.
   */
  changedSince: z.string().optional(),
  /** Id of the form that sent it; a client has one batch for it. Absent without a form. */
  startId: StartId.optional(),
}).readonly();
export type ScreeningBatch = z.infer<typeof ScreeningBatch>;

/** The position of a row in the sent batch. */
const place = {
  /** Number of the item, from 0 in the order of the rows. */
  item: z.int().nonnegative(),
  /** Line of the text, from 1; null if the rows have no lines. */
  line: z.int().positive().nullable(),
};

/** The fault of a row, in our own words, without its content. */
const RowFault = z.object({ property: z.string(), reason: z.string() }).readonly();
export type RowFault = z.infer<typeof RowFault>;

/**
 * The largest limits that any policy permits, so that a stored row can be read under every policy.
 */
const keptLimits = {
  nameCharactersMax: 2_000,
  walletAddressesMax: 1_000,
  notesCharactersMax: 0,
  decisionReviewsMax: 0,
};

/** A waiting row of a batch: the request, or why it cannot be screened. */
export const BatchRow = z.union([
  z.object({ ...place, request: screeningRequest(keptLimits) }).readonly(),
  z.object({ ...place, fault: RowFault }).readonly(),
]);
export type BatchRow = z.infer<typeof BatchRow>;

/** The outcome of one item. */
export const BatchResult = z.object({
  item: place.item.meta({ description: "Place of its row among those that were sent, from 0" }),
  line: place.line.meta({ description: "Line of CSV or NDJSON on which its row begins, from 1" }),
  subjectRef: SubjectRef.nullable(),
  decisionId: DecisionId.nullable().meta({ description: "Null where it was skipped" }),
  // A named schema has no null.
  classification: z.union([Classification, z.null()]),
  candidates: count.meta({ description: "How many candidates there were" }),
  topCandidate: QueueRow.unwrap().shape.topCandidate,
  listSnapshotIds: z.array(z.string()).readonly().meta({
    description: "Lists that it was compared with; they may have changed since the batch began",
  }),
  fault: RowFault.nullable().meta({ description: "Why it was skipped; null where it was not" }),
}).readonly().meta({ id: "ScreeningBatchResult" });
export type BatchResult = z.infer<typeof BatchResult>;

/** Whether the result is a possible or a confirmed match. */
export function isHit({ classification }: BatchResult): boolean {
  return classification !== null && classification !== "CLEAR";
}

/** How a batch treats rows that cannot be screened. */
const OnRowError = z.enum(["refuse", "skip"]).meta({
  description:
    "What becomes of a batch with rows that cannot be screened: `refuse`: it is a 400 and nothing is stored. `skip`: the others are screened",
});
type OnRowError = z.infer<typeof OnRowError>;

/** The lists that a book was compared with before. */
const ChangedSince = z.string().regex(
  /^([0-9a-f]{64}|\d{4}-\d{2}-\d{2})$/,
  "expected a snapshot id of GET /v1/lists, or the version of a sandbox's list",
).meta({
  description:
    "Compares with entries that were added or changed since these lists were in force: a snapshot id (`listSnapshotIds` of `GET /v1/lists`, or of the batch before), in a sandbox the version there. An item that such an entry matches becomes a decision on the whole lists; the others get no decision and no result. Unknown, or too old: 400",
});

/** A book as CSV or NDJSON. */
export interface SubmittedTable {
  readonly form: "csv" | "ndjson";
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Columns of a CSV that a person has chosen; absent: its header determines them. */
  readonly chosen?: ChosenColumns | undefined;
}

/** A batch as sent, with rows not read yet. */
export type SubmittedBatch =
  & { readonly onRowError: OnRowError; readonly changedSince?: string | undefined }
  & ({ readonly form: "json"; readonly items: readonly Json[] } | SubmittedTable);

/** Maximum characters of a JSON item: twice those of the longest request. */
export const itemCharactersMax = 65_536;

/** The first item that is too long; null if there is none. */
export function longItemIn(items: readonly Json[]): string | null {
  const at = items.findIndex((item) => hasMoreCharacters(item, itemCharactersMax));
  return at < 0 ? null : `entry ${at} has more than ${itemCharactersMax} characters`;
}

/** Limits of a batch. */
export type BatchLimits =
  & ScreeningLimits
  & Pick<Limits, "batchBodyBytesMax" | "screeningBatchItemsMax" | "unfinishedBatchesMax">;

/** The body of a batch. The operation reads the items and reports every invalid row. */
export function batchRequest({ screeningBatchItemsMax }: BatchLimits) {
  return z.looseObject({
    items: z.custom<unknown>((value) => value !== undefined).meta({
      type: "array",
      minItems: 1,
      maxItems: screeningBatchItemsMax,
      // What is described is what `POST /v1/screen` takes.
      items: { $ref: "#/components/schemas/ScreeningRequest" },
      description: "Each as in `POST /v1/screen`; the mode is that of the batch",
    }),
    mode: optionalMember(Mode).meta({
      description: "Sandbox always wins: live runs only when the deployment is live too.",
    }),
    changedSince: optionalMember(ChangedSince),
    onRowError: optionalMember(OnRowError),
  }).transform(({ items, changedSince, onRowError = "refuse" }, context): SubmittedBatch => {
    const bad = (member: string, message: string) => {
      context.addIssue({ code: "custom", path: [member], message });
      return z.NEVER;
    };
    if (!Array.isArray(items) || items.length === 0) return bad("items", "expected items");
    if (items.length > screeningBatchItemsMax) {
      return bad("items", `at most ${screeningBatchItemsMax} entries`);
    }
    const read: readonly Json[] = items;
    const long = longItemIn(read);
    if (long !== null) return bad("items", long);
    return { form: "json", items: read, changedSince, onRowError };
  }).meta({
    id: "ScreeningBatchRequest",
    examples: [{
      items: [
        { subjectRef: "c-1", name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
        { subjectRef: "c-2", name: "Anna Berg" },
      ],
    }],
  });
}

/** The query of a batch sent as CSV or NDJSON. */
export const BatchQuery = z.object({
  changedSince: ChangedSince.optional().meta({
    description: "With CSV and NDJSON, as the member of the same name",
  }),
  onRowError: OnRowError.optional().meta({
    description: "With CSV and NDJSON, as the member of the same name. Default: `refuse`",
  }),
});
export type BatchQuery = z.infer<typeof BatchQuery>;

/** A batch that was accepted. */
export const BatchAccepted = z.object({
  batchId: ScreeningBatchId,
  state: BatchState,
  items: count,
}).readonly().meta({ id: "ScreeningBatchAccepted" });
export type BatchAccepted = z.infer<typeof BatchAccepted>;

/** A batch as its client reads it. */
export const BatchRead = z.object({
  batchId: ScreeningBatchId,
  state: BatchState,
  counts: BatchCounts,
  acceptedAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  listSnapshotIds: z.array(z.string()).readonly().meta({
    description: "Lists in force when it began; each result names its own",
  }),
  changedSince: z.string().optional().meta({ description: "As it was sent; absent: it was not" }),
}).readonly().meta({ id: "ScreeningBatch" });
export type BatchRead = z.infer<typeof BatchRead>;

/** A batch as API answers show it. */
export function batchRead(batch: ScreeningBatch): BatchRead {
  const { id: batchId, state, counts, acceptedAt, startedAt, endedAt, listSnapshotIds } = batch;
  const { changedSince } = batch;
  return {
    ...{ batchId, state, counts, acceptedAt, startedAt, endedAt, listSnapshotIds },
    ...(changedSince === undefined ? {} : { changedSince }),
  };
}

/** Results of a page: default and maximum. */
const [pageResults, pageResultsMax] = [500, 2_000];

/** The query of results. */
export const BatchResultsQuery = z.object({
  only: z.enum(["hits"]).optional().meta({ description: "`hits`: those that are not CLEAR" }),
  cursor: z.string().max(300).optional().meta({
    description: "`nextCursor` of the last page, of the same query, for 24 hours",
  }),
  limit: z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits").transform(Number)
    .pipe(z.int().min(1).max(pageResultsMax)).default(pageResults)
    .meta({ type: "integer", minimum: 1, maximum: pageResultsMax }),
});
export type BatchResultsQuery = z.infer<typeof BatchResultsQuery>;

/** A page of results. */
export const BatchResultsPage = z.object({
  results: z.array(BatchResult).readonly(),
  nextCursor: z.string().nullable().meta({
    description:
      "For the next page. Null: there are no more; while the batch runs they come, so that it is never null then",
  }),
}).readonly().meta({ id: "ScreeningBatchResults" });
export type BatchResultsPage = z.infer<typeof BatchResultsPage>;
