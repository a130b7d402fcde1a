/** `deno task lists`: from the publishers' files to the snapshot that servers screen against. */

import { buildSnapshot, type SnapshotBuilder } from "../core/lists/build_snapshot.ts";
import { type NamedListRead, readLists } from "../core/lists/read_lists.ts";
import { publisherOf } from "../core/lists/publishers.ts";
import type { ListRefusal } from "../core/lists/schema.ts";
import { listFileBounds } from "../core/policy/list_files.ts";
import type { Matcher } from "../core/ports/matcher.ts";
import { ok, type Result } from "../core/result.ts";
import {
  type Command,
  type CommandRefusal,
  type Done,
  failed,
  runCommand,
  usage,
} from "./command.ts";
import { type ListsCommand, parseListsCommand, type SourceArgument } from "./lists/arguments.ts";
import { writeChecked } from "./lists/checked_sources.ts";
import { fetchLists, type FetchTools } from "./lists/fetch.ts";
import { checkedTimes, readFetched, sourceOf } from "./lists/fetched.ts";
import { listsHelp } from "./lists/help.ts";
import { makeKey, publishLists } from "./lists/publish.ts";
import { renderReport, renderSnapshot } from "./lists/report.ts";
import { findFiles, type FoundFiles, openFiles } from "./lists/source_files.ts";
import { writeFileWhole } from "./lists/write_file.ts";
import { clearLine, renderProgress } from "./progress.ts";
import { processTerminal } from "./terminal.ts";

/** What the commands run on; the matching core is opened when it is needed. */
export interface ListsTools extends FetchTools {
  /** Columns of the terminal that `err` is, or null when it is none. */
  readonly columns: number | null;
  /** Opens an empty builder of snapshots. */
  readonly openBuilder: () => Promise<SnapshotBuilder>;
  /** Opens a matcher, which proves that a snapshot is whole. */
  readonly openMatcher: () => Promise<Pick<Matcher, "engineVersion" | "load">>;
}

/** Runs one command. @returns the exit status */
export async function lists(args: readonly string[], tools: ListsTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<ListsCommand, ListsTools> = {
  name: "lists",
  help: listsHelp,
  parse: parseListsCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "build":
        return await build(asked, tools);
      case "inspect":
        return await inspect(asked, tools);
      case "fetch":
        return await fetchLists(asked, tools);
      case "keygen":
        return await makeKey(asked, tools);
      case "publish":
        return await publishLists(asked, tools);
      default:
        return asked satisfies never;
    }
  },
};

async function build(
  { sources: named, from, out, asOf, home }: Extract<ListsCommand, { kind: "build" }>,
  tools: ListsTools,
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
  const asked = { files: found.value, out, asOf, home };
  const built = await buildFile(asked, { ...tools, show });
  show(null);
  if (!built.ok) return built;
  if (checkedAt !== null) await writeChecked(out, built.value.id, checkedAt);
  const seconds = (performance.now() - began) / 1_000;
  tools.err(`${renderReport(built.value.lists)}\nBuilt in ${seconds.toFixed(1)} s\n`);
  tools.out(`${built.value.id}  ${out}\n`);
  return ok(null);
}

/** The lists whose folders are in one that `fetch` has filled. */
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

/** Read before the files are: what comes meanwhile is not what was read. */
async function checkedIn(folder: string): Promise<ReadonlyMap<string, string>> {
  return checkedTimes(await readFetched(folder).catch(() => []));
}

/** Reads the files, and writes their snapshot once it has been loaded whole. */
async function buildFile(
  { files, out, asOf, home }: {
    readonly files: FoundFiles;
    readonly out: string;
    readonly asOf: string | null;
    readonly home: string | null;
  },
  { show, openBuilder, openMatcher }: ListsTools & { readonly show: (label: string) => void },
): Promise<
  Result<{ readonly id: string; readonly lists: readonly NamedListRead[] }, CommandRefusal>
> {
  const understood = readOpened(openFiles(files, asOf), home, show);
  if (!understood.ok) return understood;
  show("building the snapshot");
  const bytes = buildSnapshot(await openBuilder(), understood.value);
  const { id } = (await openMatcher()).load(bytes);
  show(`writing ${out}`);
  try {
    await writeFileWhole(out, bytes);
  } catch (thrown) {
    return failed(`${out}: ${thrown instanceof Error ? thrown.message : "cannot be written"}`);
  }
  return ok({ id, lists: understood.value });
}

/** Reads the lists; a file that vanishes or can't be read meanwhile fails like any other. */
function readOpened(
  files: ReturnType<typeof openFiles>,
  home: string | null,
  show: (label: string) => void,
): Result<readonly NamedListRead[], CommandRefusal> {
  try {
    const read = readLists(files, listFileBounds, { home }, (source) => show(`reading ${source}`));
    return read.ok ? read : failed(describe(read.refusal));
  } catch (thrown) {
    // What the runtime says of a file names its path.
    if (!(thrown instanceof Error) || !isOfFiles(thrown)) throw thrown;
    return failed(thrown.message);
  }
}

function isOfFiles(thrown: Error): boolean {
  const { NotFound, PermissionDenied, NotCapable, IsADirectory, Interrupted } = Deno.errors;
  return [NotFound, PermissionDenied, NotCapable, IsADirectory, Interrupted].some((one) =>
    thrown instanceof one
  );
}

async function inspect(
  { file, json }: Extract<ListsCommand, { kind: "inspect" }>,
  tools: ListsTools,
): Promise<Done> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(file);
  } catch {
    return failed(`${file}: no such file, or no access`);
  }
  const matcher = await tools.openMatcher();
  try {
    const snapshot = matcher.load(bytes);
    const format = matcher.engineVersion;
    tools.out(
      json
        ? `${JSON.stringify({ id: snapshot.id, format, lists: snapshot.lists }, null, 2)}\n`
        : renderSnapshot(snapshot, format),
    );
    return ok(null);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return failed(`${file}: no list snapshot of this version (${reason})`);
  }
}

function describe({ file, line, message }: ListRefusal): string {
  const place = [file, line].filter((part) => part !== null).join(":");
  return place === "" ? message : `${place}: ${message}`;
}

/** Shows steps on a terminal, and nothing elsewhere; null clears the line. */
function openProgress(
  { err, columns }: ListsTools,
  total: number,
): (label: string | null) => void {
  let done = 0;
  return (label) => {
    if (columns === null) return;
    err(
      clearLine + (label === null ? "" : renderProgress({ done: done++, total, label }, columns)),
    );
  };
}

async function isOneOf(out: string, paths: readonly string[]): Promise<boolean> {
  const real = async (path: string) => await Deno.realPath(path).catch(() => null);
  const target = await real(out);
  if (target === null) return false;
  return (await Promise.all(paths.map(real))).includes(target);
}

if (import.meta.main) {
  Deno.exitCode = await lists(Deno.args, {
    ...processTerminal,
    // A terminal that does not know its width says 0.
    publisherOf,
    now: () => new Date().toISOString(),
    limits: { answerMilliseconds: 30_000, fileMilliseconds: 3_600_000 },
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
    openBuilder: async () => (await import("../wasm/matcher.ts")).openSnapshotBuilder(),
    openMatcher: async () => {
      const { openMatcher } = await import("../wasm/matcher.ts");
      const { defaultWeights } = await import("../core/screening/weights.ts");
      return openMatcher(defaultWeights);
    },
  });
}
