import { type Command, runCommand } from "./command.ts";
import { commandsNear, findCommand } from "./find_command.ts";
import type { Act, CommandRecord } from "./record.ts";
import type { Terminal } from "./terminal.ts";
import { usageLines } from "./usage_lines.ts";

/** The commands under one name, with the text of their help before and after them. */
export interface Program<Tools> {
  /** The name of its task. */
  readonly name: string;
  readonly title: string;
  readonly commands: readonly CommandRecord<Tools>[];
  readonly notes: string;
}

/** The text of `--help`; after the first words of commands, only of those. */
export function helpOn(
  { name, title, commands, notes }: Program<never>,
  args: readonly string[],
): string {
  const about = commandsNear(commands, args).map((command) =>
    `${usageLines(`${name} ${command.name}`, command.usages)}${command.help}\n`
  );
  return [`${title}\n\n`, ...about, notes].join("");
}

/** Runs a program. @returns the exit status: 0 done, 1 failed, 2 wrong usage */
export async function runProgram<Tools extends Terminal>(
  program: Program<Tools>,
  args: readonly string[],
  tools: Tools,
): Promise<number> {
  const command: Command<Act<Tools>, Tools> = {
    name: program.name,
    help: (asked) => helpOn(program, asked),
    parse: (asked) => {
      const found = findCommand(program.commands, asked);
      return found.ok ? found.value.command.read(found.value.rest) : found;
    },
    run: (act) => act(tools),
  };
  return await runCommand(command, args, tools);
}
