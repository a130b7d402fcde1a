import { ofacRole } from "../../core/lists/ofac_files.ts";
import { addressFileCurrency } from "../../core/lists/read_addresses.ts";
import type { ListFiles } from "../../core/lists/read_lists.ts";
import type { SourceFile } from "../../core/lists/schema.ts";
import type { ListSource } from "../../core/lists/sources.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, refuse, type Result } from "../../core/result.ts";
import type { SourceArgument } from "./arguments.ts";

/** One file to read, and for which list. */
export interface FoundFile {
  /** Which list it belongs to. */
  readonly source: ListSource;
  /** Where it is. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
  /** When it was last changed. */
  readonly changedAt: Date;
}

/** The files of a call, and what lay beside them. */
export interface FoundFiles {
  /** Every list asked for, in the order first named, whether files of it were found or not. */
  readonly lists: readonly ListSource[];
  /** Files to read, folder by folder, by name. */
  readonly files: readonly FoundFile[];
  /** Files of the folders that belong to no list asked for. */
  readonly ignored: readonly string[];
}

/** A path that can't be read. */
export interface PathRefusal {
  /** What it is told apart by. */
  readonly code: "path_unreadable";
  /** Path and reason, for the caller. */
  readonly message: string;
}

/** Finds the files of every source: those of a folder by name, a file as it is. */
export async function findFiles(
  sources: readonly SourceArgument[],
  bounds: ListFileBounds,
): Promise<Result<FoundFiles, PathRefusal>> {
  const files: FoundFile[] = [];
  const ignored: string[] = [];
  for (const { source, path } of sources) {
    const info = await statOrNull(path);
    if (info === null) return unreadable(`${path}: no such file or folder, or no access`);
    if (!info.isDirectory) {
      const file = await findFile(source, path, bounds);
      if (!file.ok) return file;
      files.push(file.value);
      continue;
    }
    for (const name of (await namesIn(path)).toSorted()) {
      const inside = `${path.replace(/\/+$/, "")}/${name}`;
      if (!belongs(source, name)) {
        ignored.push(inside);
        continue;
      }
      const file = await findFile(source, inside, bounds);
      if (!file.ok) return file;
      files.push(file.value);
    }
  }
  return ok({ lists: [...new Set(sources.map(({ source }) => source))], files, ignored });
}

/**
 * Reads the files of every list asked for. A list without any file stays in the answer, for the
 * reader to refuse: left out here, it would be missing from the snapshot without a word.
 */
export async function readFiles(
  { lists: sources, files: found }: FoundFiles,
  asOf: string | null,
  onFile: (path: string) => void,
): Promise<Result<readonly ListFiles[], PathRefusal>> {
  const lists: ListFiles[] = [];
  for (const source of sources) {
    const own = found.filter((file) => file.source === source);
    const files: SourceFile[] = [];
    for (const { path } of own) {
      onFile(path);
      try {
        files.push({ name: path, bytes: await Deno.readFile(path) });
      } catch (thrown) {
        return unreadable(`${path}: ${reasonOf(thrown)}`);
      }
    }
    const newest = Math.max(0, ...own.map(({ changedAt }) => changedAt.getTime()));
    lists.push({ source, asOf: asOf ?? new Date(newest).toISOString().slice(0, 10), files });
  }
  return ok(lists);
}

async function findFile(
  source: ListSource,
  path: string,
  bounds: ListFileBounds,
): Promise<Result<FoundFile, PathRefusal>> {
  const info = await statOrNull(path);
  if (info === null || !info.isFile) return unreadable(`${path}: no regular file, or no access`);
  if (info.size > bounds.fileBytesMax) {
    return unreadable(
      `${path}: File has ${info.size} bytes, more than the ${bounds.fileBytesMax} allowed`,
    );
  }
  return ok({ source, path, bytes: info.size, changedAt: info.mtime ?? new Date(0) });
}

function belongs(source: ListSource, name: string): boolean {
  return source === "ofac-crypto"
    ? addressFileCurrency(name) !== null
    : ofacRole(source, name) !== null;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

async function statOrNull(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch {
    return null;
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function unreadable(message: string): Result<never, PathRefusal> {
  return refuse({ code: "path_unreadable", message });
}
