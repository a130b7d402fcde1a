import { z } from "zod";
import { makeSecret } from "../../../base/secret.ts";
import { refuse } from "../../../base/result.ts";
import {
  type BatchLimits,
  BatchResultsQuery,
  StartId,
  type SubmittedTable,
} from "../../../core/screening/batch_schema.ts";
import {
  type BookMember,
  bookMembers,
  type ChosenColumns,
} from "../../../core/screening/batches/columns.ts";
import { createScreeningBatch } from "../../../core/screening/batches/create_batch.ts";
import {
  batchResultsTable,
  listBatchResults,
} from "../../../core/screening/batches/list_results.ts";
import { listBatches } from "../../../core/screening/batches/list_batches.ts";
import { previewBook } from "../../../core/screening/batches/preview_book.ts";
import {
  cancelScreeningBatch,
  readScreeningBatch,
} from "../../../core/screening/batches/read_batch.ts";
import { ScreeningBatchId } from "../../../core/screening/decision_schema.ts";
import type { DeskCaller } from "../../../core/access/schema.ts";
import type { Ports } from "../../http/ports.ts";
import { defineRoute, type RawBytes, reply, type Route } from "../../http/route.ts";
import { doneAt, FormToken, personHeaders, redirectTo, tokenForm } from "../person_page.ts";
import { callingPolicy } from "../../html/layout.ts";
import { renderBook } from "./book_page.ts";
import { pastedCharactersMax, renderBooks, renderPreview } from "./books_page.ts";
import { act, page, pageOf, shownAct, withoutBlanks } from "./frame.ts";

const books = "/desk/books";
const book = `${books}/{batchId}`;
const byBatch = z.object({ batchId: ScreeningBatchId });
const [csvType, ndjsonType] = ["text/csv", "application/x-ndjson"];

/** Results on one page. */
const resultsShown = "50";

const Place = z.string().regex(/^[0-9]{1,3}$/).transform(Number);
type Choice =
  & { readonly columns?: "chosen" | undefined; readonly startId?: StartId | undefined }
  & { readonly [Member in BookMember]?: number | undefined };
/** Fields by which a person chooses columns, in a form or beside a file. */
const choice = {
  columns: z.literal("chosen").optional(),
  startId: StartId.optional(),
  ...Object.fromEntries(bookMembers.map((member) => [member, Place.optional()])) as Readonly<
    Record<BookMember, z.ZodOptional<typeof Place>>
  >,
};

function chosenOf(fields: Choice): ChosenColumns | undefined {
  if (fields.columns === undefined) return undefined;
  return new Map(bookMembers.flatMap((member) => {
    const at = fields[member];
    return at === undefined ? [] : [[member, at] as const];
  }));
}

/** A book that was sent. */
interface Sent {
  readonly table: SubmittedTable;
  /** As it was pasted; null: a file was sent. */
  readonly pasted: string | null;
  /** Whether the pasted table is to be changed before it is read. */
  readonly isChanged: boolean;
  readonly startId: StartId | undefined;
}

/** A table that was pasted. A browser writes its line breaks as CRLF. */
const Pasted = z.preprocess(
  withoutBlanks,
  z.object({
    formToken: FormToken,
    table: z.string().max(2 * pastedCharactersMax),
    change: z.literal("table").optional(),
    ...choice,
  }),
).transform(({ table, change, ...fields }): Sent => ({
  table: {
    form: table.trimStart().startsWith("{") ? "ndjson" : "csv",
    bytes: new TextEncoder().encode(table),
    chosen: chosenOf(fields),
  },
  pasted: table,
  isChanged: change !== undefined,
  startId: fields.startId,
}));

const ChoiceQuery = z.preprocess(withoutBlanks, z.object(choice));

function fileOf({ type, bytes }: RawBytes, query: unknown): Sent {
  const form = type === csvType ? "csv" : "ndjson";
  const fields = query as Choice;
  return {
    table: { form, bytes, chosen: chosenOf(fields) },
    pasted: null,
    isChanged: false,
    startId: fields.startId,
  };
}

/** What the pages of books are held to. */
export interface BookSettings {
  readonly limits: BatchLimits;
}

/** The pages of books: the batches of the API, by file and without a program. */
export function bookRoutes(settings: BookSettings): readonly Route[] {
  const shown = booksRoute(settings);
  return [
    shown,
    columnsRoute(settings, shown),
    startRoute(settings, shown),
    bookRoute,
    resultsRoute,
    cancelRoute,
  ];
}

const booksRoute = ({ limits }: BookSettings) =>
  defineRoute({
    ...page,
    path: books,
    summary: "Books of the reviewers' desk",
    run: (ports, { caller }) => showBooks(ports, limits, { caller, pasted: null }),
  });

/** The page on which a book is chosen, with a pasted table that is to be changed, or null. */
async function showBooks(
  ports: Ports,
  bounds: BatchLimits,
  { caller, pasted }: { readonly caller: DeskCaller; readonly pasted: string | null },
) {
  const { formToken } = caller;
  const sent = await listBatches(ports, caller.client);
  const body = renderBooks({ formToken, bounds, sent, pasted });
  return pageOf({ title: "Books", current: books, caller, body });
}

/** What posts of a book have in common. */
const sentBook = (limits: BatchLimits, shown: Route) =>
  ({
    limits: { bucket: "pages", bodyBytesMax: limits.batchBodyBytesMax },
    query: ChoiceQuery,
    form: {
      errors: "page",
      on: { page: shown, action: `${books}/columns` },
      urlencoded: Pasted as z.ZodType<Sent>,
      raw: { types: [csvType, ndjsonType], body: fileOf },
    },
  }) as const;

/** What is sent is read and shown, and kept nowhere. */
const columnsRoute = ({ limits }: BookSettings, shown: Route) =>
  defineRoute({
    ...shownAct,
    ...sentBook(limits, shown),
    path: `${books}/columns`,
    summary: "How a book is read",
    run: async (ports, { caller, body: { table, pasted, isChanged } }) => {
      if (isChanged) return await showBooks(ports, limits, { caller, pasted });
      const preview = await previewBook(ports, table);
      if (!preview.ok) return preview;
      const { formToken } = caller;
      const startId = makeSecret(ports.random);
      const body = renderPreview(preview.value, { formToken, pasted, startId });
      return pageOf({ title: "Books", current: books, caller, body });
    },
  });

const startRoute = ({ limits }: BookSettings, shown: Route) =>
  defineRoute({
    ...act,
    ...sentBook(limits, shown),
    path: books,
    summary: "Screen a book",
    refuses: ["bad_request", "too_many_batches", "rate_limit_exceeded"],
    run: async (ports, { unit, once, take, caller, body, request: { mode } }) => {
      const { table, startId } = body;
      const created = await createScreeningBatch(ports, {
        ...{ unit, once, caller: caller.client, mode, sandboxOverride: false },
        person: caller.person.personId,
        startId,
        submitted: { ...table, onRowError: "skip" },
        takeItems: (items) => take("batchItems", items),
      });
      if (created.ok) return redirectTo(`${books}/${created.value.batchId}`);
      const { refusal } = created;
      return "rows" in refusal ? refuse({ code: "bad_request", message: noRows }) : refuse(refusal);
    },
  });

const noRows = "No row of the book can be screened";

const bookRoute = defineRoute({
  ...page,
  path: book,
  summary: "A book of the reviewers' desk",
  params: byBatch,
  query: z.object({
    only: z.enum(["hits", "all"]).default("hits"),
    cursor: BatchResultsQuery.shape.cursor,
  }),
  refuses: ["not_found", "bad_request"],
  run: async (ports, { caller, params: { batchId: id }, query: { only, cursor } }) => {
    const named = { caller: caller.client, id };
    const batch = await readScreeningBatch(ports, named);
    if (!batch.ok) return batch;
    const query = BatchResultsQuery.parse({
      ...{ limit: resultsShown, cursor },
      ...(only === "hits" ? { only } : {}),
    });
    const results = await listBatchResults(ports, { ...named, query });
    if (!results.ok) return results;
    const body = renderBook({
      ...{ batch: batch.value, results: results.value, only, formToken: caller.formToken },
    });
    return pageOf({ title: "Book", current: books, caller, body });
  },
});

const resultsRoute = defineRoute({
  ...page,
  path: `${book}/results.csv`,
  summary: "What a book has found, as a file",
  params: byBatch,
  query: BatchResultsQuery.pick({ only: true }),
  answers: { 200: { contentType: "text/csv; charset=utf-8", description: "The file" } },
  refuses: ["not_found"],
  run: async (ports, { caller, params: { batchId: id }, query: { only } }) => {
    const table = await batchResultsTable(ports, { caller: caller.client, id, only });
    if (!table.ok) return table;
    return reply(200, table.value, {
      ...personHeaders(callingPolicy),
      "content-disposition": `attachment; filename="book-${id}.csv"`,
    });
  },
});

const cancelRoute = defineRoute({
  ...act,
  path: `${book}/cancel`,
  summary: "Cancel what has not run of a book",
  params: byBatch,
  form: tokenForm,
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { batchId: id } }) => {
    const person = caller.person.personId;
    const cancelled = await cancelScreeningBatch(ports, {
      ...{ unit, person, caller: caller.client, id },
    });
    return cancelled.ok ? doneAt(`${books}/${id}`) : cancelled;
  },
});
