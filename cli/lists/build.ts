import { buildSnapshot, type SnapshotBuilder } from "../../sources/lists/build_snapshot.ts";
import { type NamedListRead, readLists } from "../../sources/lists/read_lists.ts";
import { listFileBounds } from "../../core/policy/list_files.ts";
import type { Matcher } from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, type Done, failed, usage } from "../command/command.ts";
import { isOneOf } from "../command/file_faults.ts";
import { readPublishedFiles, writeNamedFile } from "../command/named_files.ts";
import { openProgress } from "../command/progress.ts";
import type { Terminal } from "../command/terminal.ts";
import type { ListsBuild, SourceArgument } from "./build_arguments.ts";
import { writeChecked } from "./checked_sources.ts";
import { checkedTimes, modifiedDates, readFetched, sourceOf } from "./fetched.ts";
import { renderReport } from "./report.ts";
import type { ListFiles } from "../../sources/lists/read_list.ts";
import { findFiles, type FoundFiles, openFiles } from "./source_files.ts";

/** The dependencies of building. */
export interface BuildTools extends Terminal {
  /** Columns of the terminal behind `err`; null if there is none. */
  readonly columns: number | null;
  /** Opens an empty builder of snapshots. */
  readonly openBuilder: () => Promise<SnapshotBuilder>;
  /** Opens a matcher, which proves that a snapshot is complete. */
  readonly openMatcher: () => Promise<Pick<Matcher, "load">>;
}

/** Reads every named list, and writes their snapshot after loading it completely. */
export async function buildLists(
  { sources: named, from, out, asOf, asOfByList, home }: ListsBuild,
  tools: BuildTools,
): Promise<Done> {
  const inFolder = from === null ? ok([]) : await sourcesIn(from);
  if (!inFolder.ok) return inFolder;
  const sources = [...named, ...inFolder.value];
  const found = await findFiles(sources, listFileBounds);
  if (!found.ok) return found;
  if (await isOneOf(out, found.value.files.map(({ path }) => path))) {
    return usage(`--out ${out} is one of the files to read`);
  }
  for (const path of found.value.ignored) tools.err(`not read: ${path}\n`);
  const show = openProgress(tools, found.value.lists.length + 2);
  const began = performance.now();
  const checkedAt = from === null ? null : await checkedIn(from);
  const missing = [...asOfByList.keys()].find((source) => !found.value.lists.includes(source));
  if (missing !== undefined) return usage(`--as-of dates ${missing}, which is not read`);
  const dates = await datesOf(from, asOf, asOfByList);
  const asked = { files: found.value, out, asOf, dates, home };
  const built = await buildFile(asked, { ...tools, show });
  show(null);
  if (!built.ok) return built;
  if (checkedAt !== null) await writeChecked(out, built.value.id, checkedAt);
  const seconds = (performance.now() - began) / 1_000;
  tools.err(
    `${renderReport(built.value.lists)}\nBuilt in ${seconds.toFixed(1)} s\n`,
  );
  tools.out(`${built.value.id}  ${out}\n`);
  return ok(null);
}

/** The lists whose folders are in one that `fetch` filled. */
async function sourcesIn(
  folder: string,
): Promise<Result<readonly SourceArgument[], CommandRefusal>> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) names.push(name);
    }
  } catch {
    return failed(`${folder}: no such folder, or no access`);
  }
  const sources = names.toSorted().flatMap((name) => {
    const source = sourceOf(name);
    return source === null ? [] : [{ source, path: `${folder.replace(/\/+$/, "")}/${name}` }];
  });
  return sources.length > 0 ? ok(sources) : failed(`${folder}: no folder of a list is in it`);
}

/**
 * Reads the check times before the files, since files that arrive meanwhile are not the ones read.
 */
async function checkedIn(folder: string): Promise<ReadonlyMap<string, string>> {
  return checkedTimes(await readFetched(folder).catch(() => []));
}

/** Dates of single lists, with their source. */
type ListDates = ReadonlyMap<string, Pick<ListFiles, "asOf" | "asOfFrom">>;

/** The operator's dates; without them, the publishers' modification dates of the files. */
async function datesOf(
  from: string | null,
  asOf: string | null,
  asOfByList: ListsBuild["asOfByList"],
): Promise<ListDates> {
  const fetched = from === null || asOf !== null ? [] : await readFetched(from).catch(() => []);
  return new Map<string, Pick<ListFiles, "asOf" | "asOfFrom">>([
    ...[...modifiedDates(fetched)].map(([source, date]) =>
      [source, { asOf: date, asOfFrom: "publisher" as const }] as const
    ),
    ...[...asOfByList].map(([source, date]) =>
      [source, { asOf: date, asOfFrom: "operator" as const }] as const
    ),
  ]);
}

/** Reads the files, and writes their snapshot after loading it completely. */
async function buildFile(
  { files, out, asOf, dates, home }: {
    readonly files: FoundFiles;
    readonly out: string;
    readonly asOf: string | null;
    readonly dates: ListDates;
    readonly home: string | null;
  },
  { show, openBuilder, openMatcher }: BuildTools & { readonly show: (label: string) => void },
): Promise<
  Result<{ readonly id: string; readonly lists: readonly NamedListRead[] }, CommandRefusal>
> {
  const opened = openFiles(files, asOf, dates);
  const understood = readPublishedFiles(() =>
    readLists(opened, listFileBounds, { home }, (source) => show(`reading ${source}`))
  );
  if (!understood.ok) return understood;
  show("building the snapshot");
  const bytes = buildSnapshot(await openBuilder(), understood.value);
  const { id } = (await openMatcher()).load(bytes);
  show(`writing ${out}`);
  const written = await writeNamedFile(out, bytes);
  if (!written.ok) return written;
  return ok({ id, lists: understood.value });
}
