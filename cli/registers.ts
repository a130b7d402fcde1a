/** `deno task registers`: companies' numbers, and snapshots of what registers know. */

import { ok, type Result } from "../base/result.ts";
import { openRegisters, type RegisterSnapshot } from "../sources/registers/open_registers.ts";
import {
  type Command,
  type CommandRefusal,
  type Done,
  failed,
  runCommand,
} from "./command/command.ts";
import { parseRegistersCommand, type RegistersCommand } from "./registers/arguments.ts";
import { buildRegisters, renderRegisters } from "./registers/build.ts";
import { checkLines, checkOne } from "./registers/check.ts";
import { registersHelp } from "./registers/help.ts";
import { readNamedFile } from "./command/named_files.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";

/** The dependencies of the commands. */
export interface RegistersTools extends Terminal {
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
}

/** Runs one command. @returns the exit status */
export async function registers(
  args: readonly string[],
  tools: RegistersTools,
): Promise<number> {
  return await runCommand(command, args, tools);
}

const command: Command<RegistersCommand, RegistersTools> = {
  name: "registers",
  help: registersHelp,
  parse: parseRegistersCommand,
  run: async (asked, tools) => {
    switch (asked.kind) {
      case "build":
        return await buildRegisters(asked, tools);
      case "inspect":
        return await inspect(asked, tools);
      case "find":
        return await find(asked, tools);
      case "check":
        return checkOne(asked, { json: asked.json, out: tools.out });
      case "checkLines":
        return await checkLines(tools.input, tools);
      default:
        return asked satisfies never;
    }
  },
};

async function inspect(
  { file, json }: Extract<RegistersCommand, { kind: "inspect" }>,
  { out }: Terminal,
): Promise<Done> {
  const opened = await openFile(file);
  if (!opened.ok) return opened;
  const { snapshot, bytes } = opened.value;
  const { id, description } = snapshot;
  out(
    json
      ? `${JSON.stringify({ id, bytes, ...description }, null, 2)}\n`
      : renderRegisters(id, bytes, description),
  );
  return ok(null);
}

async function find(
  { file, asked }: Extract<RegistersCommand, { kind: "find" }>,
  { out }: Terminal,
): Promise<Done> {
  const opened = await openFile(file);
  if (!opened.ok) return opened;
  const { snapshot } = opened.value;
  const found = "lei" in asked
    ? [snapshot.findLei(asked.lei)].filter((entity) => entity !== null)
    : snapshot.findNumber(asked.country, asked.number);
  for (const entity of found) out(`${JSON.stringify(entity)}\n`);
  return ok(null);
}

async function openFile(
  file: string,
): Promise<
  Result<{ readonly snapshot: RegisterSnapshot; readonly bytes: number }, CommandRefusal>
> {
  const read = await readNamedFile(file);
  if (!read.ok) return read;
  const bytes = read.value;
  const opened = openRegisters(bytes);
  return opened.ok
    ? ok({ snapshot: opened.value, bytes: bytes.length })
    : failed(`${file}: no register snapshot of this version (${opened.refusal.message})`);
}

if (import.meta.main) {
  Deno.exitCode = await registers(Deno.args, { ...processTerminal, input: Deno.stdin.readable });
}
