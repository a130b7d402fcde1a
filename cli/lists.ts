/** `deno task lists`: from the publishers' files to the snapshot that servers screen against. */

import { publisherOf } from "../sources/lists/publishers.ts";
import type { Matcher } from "../core/matching/ports.ts";
import { ok } from "../base/result.ts";
import { type Command, type Done, failed, runCommand } from "./command.ts";
import { type ListsCommand, parseListsCommand } from "./lists/arguments.ts";
import { buildLists, type BuildTools } from "./lists/build.ts";
import { fetchLists, type FetchTools } from "./lists/fetch.ts";
import { listsHelp } from "./lists/help.ts";
import { makeKey, publishLists } from "./lists/publish.ts";
import { renderSnapshot } from "./lists/report.ts";
import { readNamedFile } from "./named_files.ts";
import { processTerminal } from "./terminal.ts";

/** The dependencies of the commands; the matching core is opened when it is needed. */
export interface ListsTools extends FetchTools, BuildTools {
  /** Opens a matcher, which proves that a snapshot is whole. */
  readonly openMatcher: () => Promise<Pick<Matcher, "release" | "load">>;
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
        return await buildLists(asked, tools);
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

async function inspect(
  { file, json }: Extract<ListsCommand, { kind: "inspect" }>,
  tools: ListsTools,
): Promise<Done> {
  const read = await readNamedFile(file);
  if (!read.ok) return read;
  const bytes = read.value;
  const matcher = await tools.openMatcher();
  try {
    const snapshot = matcher.load(bytes);
    const format = matcher.release;
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
      const { defaultWeights } = await import("../core/matching/weights.ts");
      return openMatcher(defaultWeights);
    },
  });
}
