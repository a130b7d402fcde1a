import { z } from "zod";
import { createScreeningBatch } from "../../core/screening/batches/create_batch.ts";
import { batchFingerprint } from "../../core/screening/batches/fingerprint.ts";
import {
  listBatchResults,
  resultsCsv,
  resultsNdjson,
} from "../../core/screening/batches/list_results.ts";
import {
  cancelScreeningBatch,
  readScreeningBatch,
} from "../../core/screening/batches/read_batch.ts";
import {
  BatchAccepted,
  type BatchLimits,
  BatchQuery,
  BatchRead,
  batchRequest,
  BatchResultsPage,
  BatchResultsQuery,
  type SubmittedBatch,
} from "../../core/screening/batch_schema.ts";
import { ScreeningBatchId } from "../../core/screening/decision_schema.ts";
import { nextPageLink } from "../http/next_page.ts";
import { defineRoute, type RawBytes, reply, type Route } from "../http/route.ts";

/** The routes of batches of screenings (decisions-3.md part 21). */
export function screeningBatchRoutes(limits: BatchLimits): readonly Route[] {
  return [createBatchRoute(limits), readBatchRoute, cancelBatchRoute, batchResultsRoute];
}

const path = "/v1/screen/batches";
const BatchPath = z.object({ batchId: ScreeningBatchId });
const [csvType, ndjsonType] = ["text/csv", "application/x-ndjson"];

function submittedIn({ type, bytes }: RawBytes, query: unknown): SubmittedBatch {
  const { changedSince, onRowError = "refuse" } = query as BatchQuery;
  return { form: type === csvType ? "csv" : "ndjson", bytes, changedSince, onRowError };
}

/** POST /v1/screen/batches. */
const createBatchRoute = (limits: BatchLimits) =>
  defineRoute({
    method: "post",
    path,
    summary: "Screen many customers",
    documentation: {
      operationId: "createScreeningBatch",
      tag: "desk",
      description:
        "Each item becomes a decision as of `POST /v1/screen`, within minutes; `GET` says how far it has come. CSV has a header, as `docs/screening.md` describes; NDJSON is one item a line. Every row that is wrong is listed in `rows`, 1,000 at most.",
    },
    service: "screening",
    kind: "batch",
    auth: "bearer",
    access: { namesMode: true },
    limits: { bucket: "screening", bodyBytesMax: limits.batchBodyBytesMax },
    idempotency: { owner: "client", comparedBy: batchFingerprint },
    query: BatchQuery,
    body: batchRequest(limits) as z.ZodType<SubmittedBatch>,
    form: { refusesRows: true, raw: { types: [csvType, ndjsonType], body: submittedIn } },
    answers: { 202: BatchAccepted },
    refuses: ["bad_request", "too_many_batches", "rate_limit_exceeded"],
    run: (ports, { unit, once, caller, body, request, take }) =>
      createScreeningBatch(ports, {
        ...{ unit, once, caller, submitted: body },
        mode: request.mode,
        sandboxOverride: request.sandboxOverride,
        takeItems: (items) => take("batchItems", items),
      }),
  });

/** GET /v1/screen/batches/{batchId}. */
const readBatchRoute = defineRoute({
  method: "get",
  path: `${path}/{batchId}`,
  summary: "Read how far a batch has come",
  documentation: { operationId: "readScreeningBatch", tag: "desk" },
  service: "screening",
  kind: "read",
  auth: "bearer",
  access: { agents: true },
  limits: { bucket: "screening" },
  params: BatchPath,
  answers: { 200: BatchRead },
  refuses: ["not_found"],
  run: (ports, { caller, params }) => readScreeningBatch(ports, { caller, id: params.batchId }),
});

/** DELETE /v1/screen/batches/{batchId}. */
const cancelBatchRoute = defineRoute({
  method: "delete",
  path: `${path}/{batchId}`,
  summary: "Cancel the undecided items of a batch",
  documentation: {
    operationId: "cancelScreeningBatch",
    tag: "desk",
    description: "Decided items stay, with their results. A batch that has ended stays unchanged.",
  },
  service: "screening",
  kind: "cancel",
  auth: "bearer",
  limits: { bucket: "screening" },
  params: BatchPath,
  answers: { 200: BatchRead },
  refuses: ["not_found"],
  run: (ports, { unit, caller, params }) =>
    cancelScreeningBatch(ports, { unit, caller, id: params.batchId }),
});

/** GET /v1/screen/batches/{batchId}/results. */
const batchResultsRoute = defineRoute({
  method: "get",
  path: `${path}/{batchId}/results`,
  summary: "List the results of a batch",
  documentation: {
    operationId: "listScreeningBatchResults",
    tag: "desk",
    description:
      'In the order of the items, also while the batch runs. With `Accept: text/csv` or `application/x-ndjson` a page is CSV or NDJSON, and the header `Link` (`rel="next"`) has the query of the next one.',
  },
  service: "screening",
  kind: "list",
  auth: "bearer",
  access: { agents: true },
  limits: { bucket: "screening" },
  params: BatchPath,
  query: BatchResultsQuery,
  answers: {
    200: {
      json: BatchResultsPage,
      page: { contentType: `${csvType}; charset=utf-8`, description: "A page as CSV (RFC 4180)" },
      lines: { contentType: ndjsonType, description: "A page as NDJSON, a result a line" },
    },
  },
  refuses: ["not_found", "bad_request"],
  run: async (ports, { caller, params, query, request: { wantsPage, wantsLines } }) => {
    const listed = await listBatchResults(ports, { caller, id: params.batchId, query });
    if (!listed.ok) return listed;
    const page = listed.value;
    if (!wantsPage && !wantsLines) return reply(200, { json: page });
    const headers = nextPageLink(query, page.nextCursor);
    return wantsLines
      ? reply(200, { lines: resultsNdjson(page) }, headers)
      : reply(200, { page: resultsCsv(page) }, headers);
  },
});
