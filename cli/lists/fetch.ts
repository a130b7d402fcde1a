import { createHash } from "node:crypto";
import { download, type DownloadRefusal } from "../../gateways/http/download.ts";
import { formatOf } from "../../sources/lists/format_of.ts";
import type { PublishedFile, Publisher } from "../../sources/lists/publisher.ts";
import type { ListSource } from "../../sources/lists/publishers.ts";
import type { SourceFile } from "../../sources/lists/schema.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type Done, failed } from "../command/command.ts";
import { printable, type Terminal } from "../command/terminal.ts";
import { type FetchedFile, folderOf, readFetched, writeFetched } from "./fetched.ts";
import { lazyFile } from "./lazy_file.ts";

/** The dependencies of fetching. */
export interface FetchTools extends Terminal {
  /** The publisher of a list; tests have their own. */
  readonly publisherOf: (source: ListSource) => Publisher;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  readonly limits: {
    /** Milliseconds until an answer begins. */
    readonly answerMilliseconds: number;
    /** Milliseconds for one file, from the first connection to the last byte. */
    readonly fileMilliseconds: number;
  };
}

/** The reason why a file was refused; the previous one stays. */
interface FetchRefusal {
  readonly code: DownloadRefusal["code"] | "not_the_list" | "not_written";
  readonly message: string;
}

/** One file of a list, and its destination. */
interface Wanted {
  readonly publisher: Publisher;
  readonly hosts: readonly string[];
  readonly file: PublishedFile;
  readonly out: string;
}

/**
 * Fetches the publishers' files of lists into separate folders, and notes their times. Replaces a
 * file only by a complete one of its list; unavailable files do not affect the others.
 */
export async function fetchLists(
  { sources, out }: { readonly sources: readonly ListSource[]; readonly out: string },
  tools: FetchTools,
): Promise<Done> {
  let known: readonly FetchedFile[];
  try {
    await Deno.mkdir(out, { recursive: true });
    known = await readFetched(out);
  } catch {
    return failed(`${out}: no folder for lists, or its fetched.json is damaged`);
  }
  let [asked, missed] = [0, 0];
  for (const source of sources) {
    const publisher = tools.publisherOf(source);
    const { licence, download } = publisher;
    if (download === null) {
      return failed(`${source}: it is not published at an address that can be fetched`);
    }
    tools.err(`${source}: ${download.note ?? licence}\n`);
    await Deno.mkdir(`${out}/${folderOf(source)}`, { recursive: true });
    for (const file of download.files) {
      asked++;
      const path = `${folderOf(source)}/${file.name}`;
      const before = known.find((one) => one.file === path) ?? null;
      const had = await fetchFile({ publisher, hosts: download.hosts, file, out }, before, tools);
      if (!had.ok) {
        missed++;
        tools.err(`  ${printable(had.refusal.message)}\n`);
        continue;
      }
      known = [...known.filter((one) => one.file !== path), had.value];
      await writeFetched(out, known);
      const isNew = had.value.fetchedAt === had.value.checkedAt;
      tools.err(`  ${file.name}: ${had.value.bytes} bytes${isNew ? "" : ", unchanged"}\n`);
      tools.out(`${had.value.sha256}  ${out}/${path}\n`);
    }
  }
  return missed === 0 ? ok(null) : failed(
    `${missed} of ${asked} files could not be fetched${
      missed === asked ? "; can this machine reach the publishers?" : "; the others are in place"
    }`,
  );
}

async function fetchFile(
  wanted: Wanted,
  before: FetchedFile | null,
  { now, limits }: FetchTools,
): Promise<Result<FetchedFile, FetchRefusal>> {
  const { publisher: { source, formats }, hosts, file: { name, url, mediaTypes, bytesMax }, out } =
    wanted;
  const path = `${out}/${folderOf(source)}/${name}`;
  // Not in the list's own folder: what a fetch that was killed leaves is no file of the list.
  const beside = `${out}/.${crypto.randomUUID()}.tmp`;
  const isHere = before !== null && before.url === url && await hashOf(path) === before.sha256;
  const hash = createHash("sha256");
  try {
    const written = await Deno.open(beside, { write: true, createNew: true });
    let had: Awaited<ReturnType<typeof download>>;
    try {
      had = await download({
        url,
        mayAsk: ({ host }) => hosts.includes(host),
        known: isHere ? before : null,
        mediaTypes,
        bytesMax,
        answerMilliseconds: limits.answerMilliseconds,
        wholeMilliseconds: limits.fileMilliseconds,
        take: async (piece) => {
          hash.update(piece);
          for (let at = 0; at < piece.length;) at += await written.write(piece.subarray(at));
        },
      });
      await written.syncData();
    } finally {
      written.close();
    }
    if (!had.ok) return had;
    const checkedAt = now();
    if (had.value.kind === "unchanged" && before !== null) return ok({ ...before, checkedAt });
    if (had.value.kind !== "fetched") return no("status", `${url} answers with status 304`);
    const format = formatOf(namedAs(path, beside));
    if (!formats.some(({ id }) => id === format?.id)) {
      return no("not_the_list", `${name}: the received file does not belong to ${source}`);
    }
    const { bytes, validators } = had.value;
    await dateAs(beside, validators.lastModified);
    await Deno.rename(beside, path);
    const sha256 = hash.digest("hex");
    const file = `${folderOf(source)}/${name}`;
    return ok({ source, file, url, sha256, bytes, ...validators, fetchedAt: checkedAt, checkedAt });
  } catch (thrown) {
    return no(
      "not_written",
      `${path}: ${thrown instanceof Error ? thrown.message : "not written"}`,
    );
  } finally {
    await Deno.remove(beside).catch(() => {});
  }
}

/** Sets the file's date to its publisher's, for lists whose files state no date. */
async function dateAs(path: string, lastModified: string | null): Promise<void> {
  const date = new Date(lastModified ?? "");
  if (!Number.isNaN(date.getTime()) && date <= new Date()) await Deno.utime(path, date, date);
}

/** A file with the name that it will have in the folder. */
function namedAs(name: string, path: string): SourceFile {
  const file = lazyFile(path);
  return {
    name,
    get bytes() {
      return file.bytes;
    },
    ...(file.pieces === undefined ? {} : { pieces: file.pieces }),
  };
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    using file = await Deno.open(path);
    for await (const piece of file.readable) hash.update(piece);
    return hash.digest("hex");
  } catch {
    return null;
  }
}

function no(code: FetchRefusal["code"], message: string): Result<never, FetchRefusal> {
  return refuse({ code, message });
}
