import { createHash } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { ok, type Result } from "../../base/result.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { BookMember } from "../../core/screening/batches/columns.ts";
import { type Book, type BookRow, readBook } from "../../core/screening/batches/read_book.ts";
import { screeningRequest } from "../../core/screening/request_schema.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import { readNamedFile, writeNamedFile } from "../command/named_files.ts";
import { openProgress } from "../command/progress.ts";
import { printable, type Terminal } from "../command/terminal.ts";
import { hitsCsv } from "./hits_csv.ts";
import { openResults, type Results, type RowResult } from "./results.ts";
import { type HereSettings, screenerHere } from "./screen_here.ts";
import { screenerThere } from "./screen_there.ts";
import type { Screener } from "./screener.ts";

/** The arguments of `screen`. */
export interface ScreenFile {
  readonly file: string;
  /** Headers by their meaning. */
  readonly columns: ReadonlyMap<BookMember, string>;
  /** Prefix of the result paths; null: the file's own path. */
  readonly out: string | null;
  /** Base URL of a server; null: this process. */
  readonly server: string | null;
  /** A file with a bearer token for the server. */
  readonly tokenFile: string | null;
  /** Whether rows that cannot be screened are skipped. */
  readonly skip: boolean;
  /** Whether the file is only read. */
  readonly check: boolean;
}

/** The dependencies of the command. */
export interface ScreenTools extends Terminal, HereSettings {
  readonly clock: Clock;
  /** Columns of the terminal for progress; null: no terminal. */
  readonly columns: number | null;
}

/** Maximum customers of a file, which are all in memory. */
const customersMax = 1_000_000;
/** Maximum rows with problems that are named. */
const problemsShown = 20;

/** Screens the customers of a file; results of an interrupted run are reused. */
export async function screenFile(asked: ScreenFile, tools: ScreenTools): Promise<Done> {
  const bytes = await readNamedFile(asked.file);
  if (!bytes.ok) return bytes;
  const read = readBook(bytes.value, {
    schema: screeningRequest(defaultPolicy.limits),
    now: tools.clock.now(),
    rowsMax: customersMax,
    named: asked.columns,
  });
  if (!read.ok) return failed(`${asked.file}: ${printable(read.refusal.message)}`);
  const book = read.value;
  describeBook(book, tools);
  if (book.problems.length > 0 && !asked.skip) {
    const rows = book.problems.length === 1 ? "1 row" : `${book.problems.length} rows`;
    return failed(`${asked.file}: ${rows} cannot be screened; correct them, or pass --skip`);
  }
  if (asked.check) return ok(null);
  const screener = asked.server === null
    ? await screenerHere(tools, tools.err)
    : await screenerThere(asked.server, asked.tokenFile);
  if (!screener.ok) return screener;
  return await screenBook(
    { book, fileHash: createHash("sha256").update(bytes.value).digest("hex"), asked },
    screener.value,
    tools,
  );
}

/** Describes how the columns were read, the number of customers, and the wrong rows. */
function describeBook({ columns, rows, problems }: Book, { err }: ScreenTools): void {
  for (const { header, member } of columns) {
    err(`  ${(member ?? "-").padEnd(12)} ${printable(header)}\n`);
  }
  err(`${rows.length} customers\n`);
  for (const { line, column, message } of problems.slice(0, problemsShown)) {
    err(`  line ${line}: ${column}: ${message}\n`);
  }
  const more = problems.length - problemsShown;
  if (more > 0) err(`  and ${more} more\n`);
}

async function screenBook(
  { book, fileHash, asked }: {
    readonly book: Book;
    readonly fileHash: string;
    readonly asked: ScreenFile;
  },
  screener: Screener,
  tools: ScreenTools,
): Promise<Done> {
  const out = asked.out ?? asked.file.replace(/\.csv$/i, "");
  const resultsPath = `${out}.results.ndjson`;
  const opened = openResults(resultsPath, {
    file: fileHash,
    columns: book.columns.map(({ member }) => member ?? ""),
    basis: screener.basis,
  });
  if (!opened.ok) return opened;
  using results = opened.value;
  const screened = await screenRows(book.rows, { results, screener, tools });
  if (!screened.ok) return screened;
  const hitsPath = `${out}.hits.csv`;
  const hits = new TextEncoder().encode(hitsCsv(results.all()));
  const written = await writeNamedFile(hitsPath, hits, 0o600);
  if (!written.ok) return written;
  tools.out(`${summaryOf(results.all())}\n${hitsPath}\n${resultsPath}\n`);
  return ok(null);
}

async function screenRows(
  rows: readonly BookRow[],
  { results, screener, tools }: {
    readonly results: Results;
    readonly screener: Screener;
    readonly tools: ScreenTools;
  },
): Promise<Result<null, CommandRefusal>> {
  const left = rows.filter(({ line }) => !results.done.has(line));
  if (left.length < rows.length) {
    tools.err(`${rows.length - left.length} were screened before: going on\n`);
  }
  const progress = openProgress(tools, Math.ceil(left.length / screener.atOnce));
  let hits = 0;
  for (let at = 0; at < left.length; at += screener.atOnce) {
    progress(`${at} of ${left.length}, ${hits} to look at`);
    const found = await screenTogether(left.slice(at, at + screener.atOnce), { results, screener });
    results.append(found.results);
    hits += found.results.filter((one) => !("problem" in one) && one.classification !== "CLEAR")
      .length;
    if (found.fault !== null) {
      progress(null);
      return failed(`${found.fault}; the same command goes on where this one ended`);
    }
  }
  progress(null);
  return ok(null);
}

/** Screens some rows concurrently. @returns the answered rows, and the first fault */
async function screenTogether(
  rows: readonly BookRow[],
  { results, screener }: { readonly results: Results; readonly screener: Screener },
): Promise<{ readonly results: readonly RowResult[]; readonly fault: string | null }> {
  const settled = await Promise.allSettled(rows.map(async (row): Promise<RowResult> => {
    const { line, request: { name, subjectRef = null } } = row;
    return { line, subjectRef, name, ...await screener.screen(row, results.keyOf(line)) };
  }));
  const faults = settled.filter((one) => one.status === "rejected");
  return {
    results: settled.flatMap((one) => one.status === "fulfilled" ? [one.value] : []),
    fault: faults[0] === undefined
      ? null
      : (faults[0].reason instanceof Error ? faults[0].reason.message : "no answer"),
  };
}

/** `20000 customers: 19950 CLEAR, 45 POSSIBLE_MATCH, 5 CONFIRMED_MATCH`. */
function summaryOf(results: readonly RowResult[]): string {
  const counted = Map.groupBy(
    results,
    (one) => "problem" in one ? "not screened" : one.classification,
  );
  const parts = ["CLEAR", "POSSIBLE_MATCH", "CONFIRMED_MATCH", "not screened"].flatMap((kind) => {
    const number = counted.get(kind as "CLEAR")?.length ?? 0;
    return number === 0 && kind === "not screened" ? [] : [`${number} ${kind}`];
  });
  return `${results.length} customers: ${parts.join(", ")}`;
}
