/** `deno task lists`: builds list snapshots from publishers' files, and shows what is in one. */

import { buildSnapshot, type SnapshotBuilder } from "../core/lists/build_snapshot.ts";
import { readLists } from "../core/lists/read_lists.ts";
import type { ListRefusal } from "../core/lists/schema.ts";
import { listFileBounds } from "../core/policy/list_files.ts";
import type { Matcher } from "../core/ports/matcher.ts";
import { type ListsCommand, parseListsCommand } from "./lists/arguments.ts";
import { LISTS_HELP } from "./lists/help.ts";
import { renderReport, renderSnapshot } from "./lists/report.ts";
import { findFiles, readFiles } from "./lists/source_files.ts";
import { writeFileWhole } from "./lists/write_file.ts";
import { CLEAR_LINE, renderProgress } from "./progress.ts";

/** Where a command writes to, and the matching core, opened when it is needed. */
export interface ListsTools {
  /** Standard output. */
  readonly out: (text: string) => void;
  /** Standard error. */
  readonly err: (text: string) => void;
  /** Columns of the terminal that `err` is, or null when it is none. */
  readonly columns: number | null;
  /** Opens an empty builder of snapshots. */
  readonly openBuilder: () => Promise<SnapshotBuilder>;
  /** Opens a matcher, which proves that a snapshot is whole. */
  readonly openMatcher: () => Promise<Pick<Matcher, "engineVersion" | "load">>;
}

/**
 * Runs one command.
 *
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage
 */
export async function lists(args: readonly string[], tools: ListsTools): Promise<number> {
  const command = parseListsCommand(args);
  if (!command.ok) {
    tools.err(`lists: ${command.refusal.message}. See lists --help.\n`);
    return 2;
  }
  switch (command.value.kind) {
    case "help":
      tools.out(LISTS_HELP);
      return 0;
    case "build":
      return await build(command.value, tools);
    case "inspect":
      return await inspect(command.value, tools);
    case "fetch":
      return fail(
        tools,
        "Downloading follows in a later version; get the publisher's files and use lists build",
      );
    default:
      return command.value satisfies never;
  }
}

async function build(
  { sources, out, asOf }: Extract<ListsCommand, { kind: "build" }>,
  tools: ListsTools,
): Promise<number> {
  const found = await findFiles(sources, listFileBounds);
  if (!found.ok) return fail(tools, found.refusal.message);
  if (await isOneOf(out, found.value.files.map(({ path }) => path))) {
    tools.err(`lists: --out ${out} is one of the files to read. See lists --help.\n`);
    return 2;
  }
  for (const path of found.value.ignored) tools.err(`not read: ${path}\n`);
  const show = openProgress(tools, found.value.files.length + 3);
  const files = await readFiles(found.value, asOf, (path) => show(`reading ${path}`));
  if (!files.ok) return fail(tools, files.refusal.message);
  show("understanding the lists");
  const read = readLists(files.value, listFileBounds);
  if (!read.ok) return fail(tools, describe(read.refusal));
  show("building the snapshot");
  const bytes = buildSnapshot(await tools.openBuilder(), read.value);
  const { id } = (await tools.openMatcher()).load(bytes);
  show(`writing ${out}`);
  try {
    await writeFileWhole(out, bytes);
  } catch (thrown) {
    return fail(tools, `${out}: ${thrown instanceof Error ? thrown.message : "cannot be written"}`);
  }
  show(null);
  tools.err(`${renderReport(read.value)}\n`);
  tools.out(`${id}  ${out}\n`);
  return 0;
}

async function inspect(
  { file, json }: Extract<ListsCommand, { kind: "inspect" }>,
  tools: ListsTools,
): Promise<number> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(file);
  } catch {
    return fail(tools, `${file}: no such file, or no access`);
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
    return 0;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : "not readable";
    return fail(tools, `${file}: no list snapshot of this version (${reason})`);
  }
}

function describe({ file, line, message }: ListRefusal): string {
  const place = [file, line].filter((part) => part !== null).join(":");
  return place === "" ? message : `${place}: ${message}`;
}

function fail(tools: ListsTools, message: string): number {
  if (tools.columns !== null) tools.err(CLEAR_LINE);
  tools.err(`lists: ${message}\n`);
  return 1;
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
      CLEAR_LINE + (label === null ? "" : renderProgress({ done: done++, total, label }, columns)),
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
  const write = (to: { writeSync(bytes: Uint8Array): number }) => (text: string) => {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) written += to.writeSync(bytes.subarray(written));
  };
  Deno.exitCode = await lists(Deno.args, {
    out: write(Deno.stdout),
    err: write(Deno.stderr),
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
    openBuilder: async () => (await import("../wasm/matcher.ts")).openSnapshotBuilder(),
    openMatcher: async () => {
      const { openMatcher } = await import("../wasm/matcher.ts");
      const { defaultWeights } = await import("../core/screening/weights.ts");
      return openMatcher(defaultWeights);
    },
  });
}
