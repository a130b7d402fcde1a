import { z } from "zod";
import { type ListSource, listSource } from "../../sources/lists/publishers.ts";
import { writeFileWhole } from "../command/write_file.ts";

/** A fetched file and its times. */
const FetchedFile = z.strictObject({
  source: z.string(),
  /** Path under the folder. */
  file: z.string(),
  url: z.string(),
  sha256: z.hex().length(64),
  bytes: z.int().nonnegative(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Time at which these bytes were received. */
  fetchedAt: z.iso.datetime(),
  /** Time at which its publisher last confirmed that they are the newest. */
  checkedAt: z.iso.datetime(),
}).readonly();
export type FetchedFile = z.infer<typeof FetchedFile>;

const FetchedFiles = z.strictObject({ files: z.array(FetchedFile).readonly() }).readonly();

/** Reads the record of `lists fetch` in a folder; empty if it never ran. */
export async function readFetched(folder: string): Promise<readonly FetchedFile[]> {
  const text = await Deno.readTextFile(`${folder}/fetched.json`).catch(() => null);
  if (text === null) return [];
  return FetchedFiles.parse(JSON.parse(text)).files;
}

/** Writes the record of a folder, atomically. */
export async function writeFetched(folder: string, files: readonly FetchedFile[]): Promise<void> {
  const text = `${JSON.stringify({ files }, null, 2)}\n`;
  await writeFileWhole(`${folder}/fetched.json`, new TextEncoder().encode(text));
}

/**
 * The folder of a list within the common one, without a colon, which not every file system permits.
 */
export function folderOf(source: string): string {
  return source.replace(":", "-");
}

/** The list with this folder name; null for others. */
export function sourceOf(folder: string): ListSource | null {
  return listSource(folder.replace(/^ftm-/, "ftm:"));
}

/**
 * The time at which each list was last known to be its publisher's newest: that of its oldest
 * confirmed file.
 */
export function checkedTimes(files: readonly FetchedFile[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const { source, checkedAt } of files) {
    const known = times.get(source);
    if (known === undefined || checkedAt < known) times.set(source, checkedAt);
  }
  return times;
}

/** The day of each publisher's last change of its files: `Last-Modified` of the newest. */
export function modifiedDates(files: readonly FetchedFile[]): ReadonlyMap<string, string> {
  const dates = new Map<string, string>();
  for (const { source, lastModified } of files) {
    const time = Date.parse(lastModified ?? "");
    if (Number.isNaN(time)) continue;
    const date = new Date(time).toISOString().slice(0, 10);
    if (date > (dates.get(source) ?? "")) dates.set(source, date);
  }
  return dates;
}
