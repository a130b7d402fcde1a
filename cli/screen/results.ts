import { createHash } from "node:crypto";
import { z } from "zod";
import { isObject, type JsonObject, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, failed } from "../command/command.ts";
import { Found } from "./screener.ts";

/** A customer with the result. */
const RowResult = z.intersection(
  Found,
  z.object({
    /** Line of the customer in the file, from 1. */
    line: z.int().positive(),
    subjectRef: z.string().nullable(),
    name: z.string(),
  }).readonly(),
);
export type RowResult = z.infer<typeof RowResult>;

/** The input and rules of a run; a resumed run must have the same. */
export interface RunBasis {
  /** SHA-256 of the file, in hexadecimal. */
  readonly file: string;
  readonly columns: readonly string[];
  readonly basis: Readonly<Record<string, string>>;
}

/** The results of a run on disk. */
export interface Results extends Disposable {
  /** Lines of the file that are done. */
  readonly done: ReadonlySet<number>;
  /** Returns the same key for the same customer, within this run. */
  keyOf(line: number): string;
  /** Appends results to the stored ones. */
  append(results: readonly RowResult[]): void;
  /** Every result, in the order of the lines. */
  all(): readonly RowResult[];
}

const RunHeader = z.object({
  format: z.literal("aval-screen-1"),
  run: z.uuid(),
  file: z.string(),
  columns: z.array(z.string()),
  basis: z.record(z.string(), z.string()),
});

/**
 * Opens the results of a run: JSON lines, the first of which states the input and the rules.
 * Continues the results of an interrupted run, without a partial last line.
 */
export function openResults(path: string, basis: RunBasis): Result<Results, CommandRefusal> {
  const text = readText(path);
  const { lines: [first, ...rest], bytes } = wholeLines(text);
  const header = text === ""
    ? { format: "aval-screen-1" as const, run: crypto.randomUUID(), ...basis }
    : RunHeader.safeParse(first).data;
  const read = z.array(RowResult).safeParse(rest);
  if (header === undefined || !read.success || !isSame(header, basis)) {
    return failed(
      `${path}: contains other data, or results of another file, other columns, other lists or another server: remove it, or name another --out`,
    );
  }
  const results = read.data;
  const file = Deno.openSync(path, { write: true, create: true, mode: 0o600 });
  file.truncateSync(bytes);
  file.seekSync(bytes, Deno.SeekMode.Start);
  const append = (lines: readonly unknown[]) => {
    const written = new TextEncoder().encode(
      lines.map((one) => `${JSON.stringify(one)}\n`).join(""),
    );
    for (let at = 0; at < written.length;) at += file.writeSync(written.subarray(at));
  };
  if (text === "") append([header]);
  return ok({
    done: new Set(results.map(({ line }) => line)),
    keyOf: (line) => createHash("sha256").update(`${header.run} ${line}`).digest("hex"),
    append: (more) => {
      append(more);
      results.push(...more);
    },
    all: () => results.toSorted((a, b) => a.line - b.line),
    [Symbol.dispose]: () => file.close(),
  });
}

/** The text of a file; empty if missing. */
function readText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (thrown) {
    if (thrown instanceof Deno.errors.NotFound) return "";
    throw thrown;
  }
}

/** The JSON objects of a text, one a line, up to the first malformed or incomplete line. */
function wholeLines(
  text: string,
): { readonly lines: readonly JsonObject[]; readonly bytes: number } {
  const lines: JsonObject[] = [];
  let bytes = 0;
  for (const line of text.split("\n").slice(0, -1)) {
    const value = parseJson(line);
    if (!isObject(value)) break;
    lines.push(value);
    bytes += new TextEncoder().encode(line).length + 1;
  }
  return { lines, bytes };
}

function isSame({ file, columns, basis }: RunBasis, other: RunBasis): boolean {
  const sorted = (one: RunBasis["basis"]) => JSON.stringify(Object.entries(one).sort());
  return file === other.file && columns.join("\n") === other.columns.join("\n") &&
    sorted(basis) === sorted(other.basis);
}
