/** `deno task tagpacks`: from GraphSense's tag packs to the corpus that wallets are scored by. */

import { openCorpus } from "../sources/tag_packs/open_corpus.ts";
import { ok } from "../base/result.ts";
import { type Command, type Done, failed, runCommand } from "./command/command.ts";
import { parseTagPacksCommand, type TagPacksCommand } from "./tagpacks/arguments.ts";
import { buildTagPacks, type TagPacksTools } from "./tagpacks/build.ts";
import { tagPacksHelp } from "./tagpacks/help.ts";
import { publishTagPacks } from "./tagpacks/publish.ts";
import { renderCorpus } from "./tagpacks/report.ts";
import { readNamedFile } from "./command/named_files.ts";
import { processTerminal } from "./command/terminal.ts";

/** Runs one command. @returns the exit status */
export async function tagPacks(args: readonly string[], tools: TagPacksTools): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<TagPacksCommand, TagPacksTools> = {
  name: "tagpacks",
  help: tagPacksHelp,
  parse: parseTagPacksCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "build":
        return await buildTagPacks(asked, tools);
      case "publish":
        return await publishTagPacks(asked, tools);
      case "inspect":
        return await inspect(asked, tools);
      default:
        return asked satisfies never;
    }
  },
};

async function inspect(
  { file, json }: Extract<TagPacksCommand, { kind: "inspect" }>,
  { out }: TagPacksTools,
): Promise<Done> {
  const read = await readNamedFile(file);
  if (!read.ok) return read;
  const bytes = read.value;
  const corpus = openCorpus(bytes);
  if (!corpus.ok) {
    return failed(`${file}: no tag corpus of this version (${corpus.refusal.message})`);
  }
  const { meta } = corpus.value;
  out(json ? `${JSON.stringify(meta, null, 2)}\n` : renderCorpus(meta, bytes.length));
  return ok(null);
}

if (import.meta.main) {
  Deno.exitCode = await tagPacks(Deno.args, {
    ...processTerminal,
    now: () => new Date(),
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
  });
}
