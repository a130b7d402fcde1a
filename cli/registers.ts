/** `deno task registers`: companies' numbers, and snapshots of registers. */

import { type Program, runProgram } from "./command/program.ts";
import { processTerminal } from "./command/terminal.ts";
import { registersCommands, type RegistersTools } from "./registers/commands.ts";

const program: Program<RegistersTools> = {
  name: "registers",
  title: "registers: companies' numbers, and snapshots of what registers know",
  commands: registersCommands,
  notes: `
  COUNTRY       ISO 3166-1 alpha-2, or LEI
  --scheme S    the kind of number, such as registrikood, SIREN, KRS or CRN;
                without it the number's form decides
  --out FILE    the snapshot; it replaces the file at once when it is whole
  --json        for programs

Exit status: 0 done, whatever was found; 1 failed; 2 wrong usage
`,
};

/** Runs one command. @returns the exit status */
export async function registers(
  args: readonly string[],
  tools: RegistersTools,
): Promise<number> {
  return await runProgram(program, args, tools);
}

if (import.meta.main) {
  Deno.exitCode = await registers(Deno.args, { ...processTerminal, input: Deno.stdin.readable });
}
