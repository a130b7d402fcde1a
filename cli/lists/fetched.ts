import { z } from "zod";
import { type ListSource, listSource } from "../../sources/lists/publishers.ts";
import { writeFileWhole } from "../command/write_file.ts";

/** A file that was fetched, and when. */
const FetchedFile = z.strictObject({
  source: z.string(),
  /** Path under the folder. */
  file: z.string(),
  url: z.string(),
  sha256: z.hex().length(64),
  bytes: z.int().nonnegative(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** When these bytes came. */
  fetchedAt: z.iso.datetime(),
  /** When its publisher last said that they are the newest. */
  checkedAt: z.iso.datetime(),
}).readonly();
export type FetchedFile = z.infer<typeof FetchedFile>;

const FetchedFiles = z.strictObject({ files: z.array(FetchedFile).readonly() }).readonly();

/** Reads what `lists fetch` has put into a folder; nothing where it never ran. */
export async function readFetched(folder: string): Promise<readonly FetchedFile[]> {
  const text = await Deno.readTextFile(`${folder}/fetched.json`).catch(() => null);
  if (text === null) return [];
  return FetchedFiles.parse(JSON.parse(text)).files;
}

/** Writes what is in a folder, whole or not at all. */
export async function writeFetched(folder: string, files: readonly FetchedFile[]): Promise<void> {
  const text = `${JSON.stringify({ files }, null, 2)}\n`;
  await writeFileWhole(`${folder}/fetched.json`, new TextEncoder().encode(text));
}

/** The folder of a list inside that of all. A colon is no letter of every file system. */
export function folderOf(source: string): string {
  return source.replace(":", "-");
}

/** The list whose folder has this name, or null. */
export function sourceOf(folder: string): ListSource | null {
  return listSource(folder.replace(/^ftm-/, "ftm:"));
}

/** When each list was last known to be its publisher's newest: its file of the longest ago counts. */
export function checkedTimes(files: readonly FetchedFile[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const { source, checkedAt } of files) {
    const known = times.get(source);
    if (known === undefined || checkedAt < known) times.set(source, checkedAt);
  }
  return times;
}

/** The day on which each publisher says that it changed its files last: `Last-Modified` of the newest. */
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
