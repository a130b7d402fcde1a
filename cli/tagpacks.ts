/** `deno task tagpacks`: from GraphSense's tag packs to the corpus for wallet scores. */

import { type Program, runProgram } from "./command/program.ts";
import { processTerminal } from "./command/terminal.ts";
import type { TagPacksTools } from "./tagpacks/build.ts";
import { tagPacksCommands } from "./tagpacks/commands.ts";

const program: Program<TagPacksTools> = {
  name: "tagpacks",
  title: "From GraphSense's tag packs to the corpus that wallets are scored by.",
  commands: tagPacksCommands,
  notes: "Exit status: 0 done, 1 failed, 2 wrong usage.\n",
};

/** Runs one command. @returns the exit status */
export async function tagPacks(args: readonly string[], tools: TagPacksTools): Promise<number> {
  return await runProgram(program, args, tools);
}

if (import.meta.main) {
  Deno.exitCode = await tagPacks(Deno.args, {
    ...processTerminal,
    now: () => new Date(),
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
  });
}
