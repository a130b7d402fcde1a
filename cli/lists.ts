/** `deno task lists`: from the publishers' files to the snapshot that servers use for screening. */

import { publisherOf } from "../sources/lists/publishers.ts";
import { type Program, runProgram } from "./command/program.ts";
import { listsCommands, type ListsTools } from "./lists/commands.ts";
import { listsNotes } from "./lists/help.ts";
import { processTerminal } from "./command/terminal.ts";

const program: Program<ListsTools> = {
  name: "lists",
  title: "From the publishers' files to the snapshot that servers screen against.",
  commands: listsCommands,
  notes: listsNotes,
};

/** Runs one command. @returns the exit status */
export async function lists(args: readonly string[], tools: ListsTools): Promise<number> {
  return await runProgram(program, args, tools);
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
