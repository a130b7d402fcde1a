import { formatOf } from "../../sources/lists/format_of.ts";
import type { ListFormat } from "../../sources/lists/publisher.ts";
import { type ListSource, publisherOf } from "../../sources/lists/publishers.ts";
import type { ListFiles } from "../../sources/lists/read_list.ts";
import type { SourceFile } from "../../sources/lists/schema.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { SourceArgument } from "./build_arguments.ts";
import { lazyFile } from "./lazy_file.ts";

/** One file to read, and its list. */
export interface FoundFile {
  /** The list that it belongs to. */
  readonly source: ListSource;
  /** Its path. */
  readonly path: string;
  /** Its size. */
  readonly bytes: number;
  /** Time of its last change. */
  readonly changedAt: Date;
}

/** The files of a call, and other files in the folders. */
export interface FoundFiles {
  /** Every requested list, in the order first named, whether or not it has files. */
  readonly lists: readonly ListSource[];
  /** Files to read, folder by folder, by name. */
  readonly files: readonly FoundFile[];
  /** Files of the folders that belong to no requested list. */
  readonly ignored: readonly string[];
}

/** An unreadable path. */
export interface PathRefusal {
  /** Distinguishes it from other refusals. */
  readonly code: "path_unreadable";
  /** Path and reason, for the caller. */
  readonly message: string;
}

/**
 * Finds the files of every source: in a folder by their content (OFAC's legacy set, the address
 * files and exports of FollowTheMoney by name), a single file as it is.
 */
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
      if (!belongs(source, name, await formatInFolder(inside))) {
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
 * Returns the files of every requested list, each read on demand. A list without files stays in the
 * result, so that the reader refuses it instead of omitting it from the snapshot silently.
 *
 * @param asOf the operator's date of every list whose files state none
 * @param dates dates of single lists, which take precedence
 */
export function openFiles(
  { lists: sources, files: found }: FoundFiles,
  asOf: string | null,
  dates: ReadonlyMap<string, Pick<ListFiles, "asOf" | "asOfFrom">> = new Map(),
): readonly ListFiles[] {
  return sources.map((source) => {
    const own = found.filter((file) => file.source === source);
    const files: readonly SourceFile[] = own.map(({ path }) => lazyFile(path));
    const newest = Math.max(0, ...own.map(({ changedAt }) => changedAt.getTime()));
    const date = dates.get(source) ??
      (asOf === null
        ? { asOf: new Date(newest).toISOString().slice(0, 10), asOfFrom: "file" as const }
        : { asOf, asOfFrom: "operator" as const });
    return { source, ...date, files };
  });
}

async function findFile(
  source: ListSource,
  path: string,
  bounds: ListFileBounds,
): Promise<Result<FoundFile, PathRefusal>> {
  const info = await statOrNull(path);
  if (info === null || !info.isFile) return unreadable(`${path}: no regular file, or no access`);
  let format: ListFormat | null;
  try {
    format = formatOf(lazyFile(path));
  } catch (thrown) {
    return unreadable(`${path}: ${reasonOf(thrown)}`);
  }
  const bytesMax = format?.isStreamed === true ? bounds.streamedBytesMax : bounds.fileBytesMax;
  if (info.size > bytesMax) {
    return unreadable(`${path}: File has ${info.size} bytes, more than the ${bytesMax} allowed`);
  }
  return ok({ source, path, bytes: info.size, changedAt: info.mtime ?? new Date(0) });
}

/** The format of a file in a folder; null for a nested folder, or an unreadable file. */
async function formatInFolder(path: string): Promise<ListFormat | null> {
  const info = await statOrNull(path);
  if (info === null || !info.isFile) return null;
  try {
    return formatOf(lazyFile(path));
  } catch {
    return null;
  }
}

function belongs(source: ListSource, name: string, format: ListFormat | null): boolean {
  const own = publisherOf(source).formats.find(({ id }) => id === format?.id);
  return own !== undefined && own.isTaken?.(name) !== false;
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
