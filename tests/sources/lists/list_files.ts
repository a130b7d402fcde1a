import assert from "node:assert/strict";
import { readList } from "../../../sources/lists/read_list.ts";
import type { ListRead, ListRefusal, SourceFile } from "../../../sources/lists/schema.ts";
import type { ListSource } from "../../../sources/lists/publishers.ts";
import { listFileBounds } from "../../../core/policy/list_files.ts";
import type { ListedEntity } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";

/** Excerpts of real lists, and samples of our own. */
const FIXTURES = new URL("../../../fixtures/lists/", import.meta.url);
/** Folder of whole lists, if available. */
const PUBLISHED = new URL("../../../../shared/data/", import.meta.url);

/** A file of `fixtures/lists/`. */
export function fixture(path: string): SourceFile {
  return { name: path, bytes: Deno.readFileSync(new URL(path, FIXTURES)) };
}

/** A whole file of a publisher. */
export function published(path: string): SourceFile {
  return { name: path, bytes: Deno.readFileSync(new URL(path, PUBLISHED)) };
}

/** A file with this text. */
export function madeFile(name: string, text: string): SourceFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** The text of a file. */
export function textOf({ bytes }: SourceFile): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Reads files like the command, which recognises the format by content. */
export function readFiles(
  source: ListSource,
  ...files: readonly SourceFile[]
): Result<ListRead, ListRefusal> {
  return readList({ source, asOf: "2026-06-02", files }, {
    bounds: listFileBounds,
    policy: { home: null },
    held: new Set(),
  });
}

/** Like {@link readFiles}, for files that can be read. */
export function readWhole(source: ListSource, ...files: readonly SourceFile[]): ListRead {
  const read = readFiles(source, ...files);
  if (!read.ok) assert.fail(JSON.stringify(read.refusal));
  return read.value;
}

/** The entity with this identifier. */
export function entityOf({ entities }: ListRead, listRef: string): ListedEntity {
  const found = entities.find((one) => one.listRef === listRef);
  if (found === undefined) assert.fail(`no entity ${listRef}`);
  return found;
}

/** How often a finding occurred. */
export function countOf({ report }: ListRead, reason: string): number {
  return report.findings.find((finding) => finding.reason === reason)?.count ?? 0;
}

/** How often a text occurs in a file: a count of the list without its reader. */
export function occurrences(file: SourceFile, text: string | RegExp): number {
  const all = textOf(file);
  return typeof text === "string" ? all.split(text).length - 1 : [...all.matchAll(text)].length;
}

/** Registers a test over whole lists, or prints that it is left out. */
export function publishedTest(name: string, test: () => void): void {
  try {
    Deno.statSync(PUBLISHED);
  } catch {
    console.error(`LEFT OUT, as ${PUBLISHED.pathname} is not there: ${name}`);
    return;
  }
  Deno.test(name, test);
}
