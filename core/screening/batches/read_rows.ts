import { openSteps } from "../../../base/turns.ts";
import { hasRepeatedMember, type Json, parseJson } from "../../../base/json.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import { isToCome } from "../birth_date.ts";
import { type ScreeningRequest, screeningRequest } from "../request_schema.ts";
import type { ScreeningBatchPorts } from "../batch_ports.ts";
import { type BookReading, readTable } from "./read_book.ts";
import {
  type BatchRow,
  itemCharactersMax,
  type RowFault,
  type SubmittedBatch,
} from "../batch_schema.ts";

/** The body is not a table, or has no rows or too many. */
export interface RowsRefusal {
  readonly code: "bad_request";
  readonly message: string;
}

/** The position of a row, with its request or fault. */
interface ReadRow {
  readonly line: number | null;
  readonly row: { readonly request: ScreeningRequest } | { readonly fault: RowFault };
}

/** Reads the rows of a batch; other requests run meanwhile. */
export async function readRows(
  { clock, lists, nextTurn, screeningBatchRules: rules }: Pick<
    ScreeningBatchPorts,
    "clock" | "lists" | "nextTurn" | "screeningBatchRules"
  >,
  submitted: SubmittedBatch,
): Promise<Result<readonly BatchRow[], RowsRefusal>> {
  const now = clock.now();
  const schema = screeningRequest(rules);
  const source = sourceRows(submitted, { schema, now });
  if (!source.ok) return source;
  const inForce = new Set(lists.current().snapshot.lists.map(({ source }) => source));
  const rows: BatchRow[] = [];
  const refs = new Map<string, Place>();
  const step = openSteps({ clock, nextTurn });
  let empty = 0;
  for (const read of source.value) {
    await step();
    if (read === null) {
      if (++empty <= rules.screeningBatchItemsMax) continue;
      const message = `More than ${rules.screeningBatchItemsMax} rows are empty; delete them`;
      return refuse({ code: "bad_request", message });
    }
    const { line, row } = read;
    const item = rows.length;
    if (item === rules.screeningBatchItemsMax) {
      const message =
        `A batch has at most ${rules.screeningBatchItemsMax} items; send the others as another batch`;
      return refuse({ code: "bad_request", message });
    }
    if ("fault" in row) {
      rows.push({ item, line, fault: row.fault });
      continue;
    }
    const { request } = row;
    const { subjectRef } = request;
    const before = subjectRef === undefined ? undefined : refs.get(subjectRef);
    if (subjectRef !== undefined && before === undefined) refs.set(subjectRef, { item, line });
    const fault = before === undefined ? faultOf(request, { now, inForce }) : sameRef(before);
    rows.push(fault === null ? { item, line, request } : { item, line, fault });
  }
  return rows.length === 0
    ? refuse({ code: "bad_request", message: "The batch has no item" })
    : ok(rows);
}

/** The position of a row. */
type Place = Pick<BatchRow, "item" | "line">;

function sameRef({ item, line }: Place): RowFault {
  return {
    property: "subjectRef",
    reason: line === null ? `item ${item} has it too` : `line ${line} has it too`,
  };
}

/** Rows as they are read; null for an empty row, which is skipped. */
type SourceRows = Iterable<ReadRow | null>;

interface Reading {
  readonly schema: ReturnType<typeof screeningRequest>;
  readonly now: Temporal.Instant;
}

function sourceRows(
  submitted: SubmittedBatch,
  reading: Reading,
): Result<SourceRows, RowsRefusal> {
  switch (submitted.form) {
    case "json":
      return ok(
        submitted.items.values().map((item) => ({
          line: null,
          row: requestOf(item, reading),
        })),
      );
    case "ndjson":
      return ndjsonRows(submitted.bytes, reading);
    case "csv":
      return csvRows(submitted.bytes, { ...reading, chosen: submitted.chosen });
    default:
      return submitted satisfies never;
  }
}

function csvRows(bytes: Uint8Array, reading: BookReading): Result<SourceRows, RowsRefusal> {
  const table = readTable(bytes, reading);
  if (!table.ok) {
    return refuse({
      code: "bad_request",
      message: `The CSV is not valid: ${table.refusal.message}`,
    });
  }
  return ok(
    Iterator.from(table.value.rows).map((row): ReadRow | null => {
      if (row === null) return null;
      if (row.ok) return { line: row.value.line, row: { request: row.value.request } };
      const { line, column: property, message: reason } = row.refusal;
      return { line, row: { fault: { property, reason } } };
    }),
  );
}

function ndjsonRows(bytes: Uint8Array, reading: Reading): Result<SourceRows, RowsRefusal> {
  const text = decode(bytes);
  if (text === null) return refuse({ code: "bad_request", message: "The body must be UTF-8" });
  return ok(
    linesOf(text).map(({ line, json }) =>
      /^[ \t\r]*$/.test(json) ? null : { line, row: readLine(json, reading) }
    ),
  );
}

/** Decodes UTF-8; null for invalid bytes, for which the decoder throws. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Yields the lines of a text one by one, so that only one is in memory. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly json: string }, void> {
  let line = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const next = end < 0 ? text.length : end;
    const json = text.slice(at, next);
    at = next + 1;
    line++;
    yield { line, json };
  }
}

function readLine(json: string, reading: Reading): ReadRow["row"] {
  const wrong = (reason: string) => ({ fault: { property: "row", reason } });
  if (json.length > itemCharactersMax) return wrong(`more than ${itemCharactersMax} characters`);
  const value = parseJson(json);
  if (value === undefined) return wrong("expected one JSON object a line");
  if (hasRepeatedMember(json, value)) return wrong("names a member more than once");
  if (hasLoneSurrogate(json, value)) return wrong("holds a lone surrogate, which is no text");
  return requestOf(value, reading);
}

/**
 * Whether a value has a lone surrogate. Only an escape can contain one, since the bytes are UTF-8.
 */
function hasLoneSurrogate(json: string, value: Json): boolean {
  // The platform writes lone ones as escapes, and pairs as characters.
  return /\\u[dD][89a-fA-F]/.test(json) &&
    /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));
}

function requestOf(value: Json, { schema }: Reading): ReadRow["row"] {
  const read = schema.safeParse(value);
  if (read.success) return { request: read.data };
  const [issue] = read.error.issues;
  const property = issue === undefined || issue.path.length === 0 ? "row" : issue.path.join(".");
  return { fault: { property, reason: reasonOf(issue) } };
}

/** The reason in our own words, because a library's message may quote the row. */
function reasonOf(issue: { readonly code: string; readonly message: string } | undefined): string {
  switch (issue?.code) {
    case "custom":
      return issue.message;
    case "too_big":
      return "too long";
    case "invalid_format":
      return "format" in issue && issue.format === "regex" ? issue.message : "not of this form";
    case "invalid_type":
      return "missing, or of another type";
    default:
      return "not as documented";
  }
}

/**
 * The fault for which `POST /v1/screen` would refuse the row, if it is known before the comparison.
 */
function faultOf(
  { name, otherNames = [], dob, sources = [] }: ScreeningRequest,
  { now, inForce }: { readonly now: Temporal.Instant; readonly inForce: ReadonlySet<string> },
): RowFault | null {
  if (dob !== undefined && isToCome(dob, now)) {
    return { property: "dob", reason: "lies in the future" };
  }
  for (const [at, text] of [name, ...otherNames].entries()) {
    if (text.trim() === "" || /[\p{L}\p{N}]/u.test(text)) continue;
    const property = at === 0 ? "name" : `otherNames.${at - 1}`;
    return { property, reason: "has no letter or digit that could be compared" };
  }
  return sources.every((source) => inForce.has(source))
    ? null
    : { property: "sources", reason: "names a list that is not in force" };
}
