/** `deno task config`: checks a server's configuration before its start. */

import { ok } from "../base/result.ts";
import { readEnvironment } from "../service/config/environment.ts";
import { namedFiles } from "../service/config/named_files.ts";
import { readConfig } from "../service/config/read_config.ts";
import { type Environment, supportedVariables } from "../service/config/variables.ts";
import { type Done, failed } from "./command/command.ts";
import { type Program, runProgram } from "./command/program.ts";
import { command, takes } from "./command/record.ts";
import { processTerminal, type Terminal } from "./command/terminal.ts";

/** The dependencies of the command. */
export interface ConfigTools extends Terminal {
  readonly environment: () => Environment;
}

const program: Program<ConfigTools> = {
  name: "config",
  title: "Checks the configuration of a server.",
  commands: [command({
    name: "check",
    arguments: takes({}),
    help: `
      reads every variable as a start does, and names all that is wrong at once:
      values, contradictions, the policy file, names that no version reads (with
      the nearest that one does), and files that are not there. It opens no store,
      connects to nothing and prints no value`,
    run: async (_: unknown, tools: ConfigTools) => await check(tools),
  })],
  notes: `
Give it the variables of the server:

  set -a; . /etc/aval/aval.env; set +a; deno task config check

Exit status: 0 valid, 1 something is wrong, 2 wrong usage
`,
};

/** Runs the command. @returns the exit status */
export async function config(args: readonly string[], tools: ConfigTools): Promise<number> {
  return await runProgram(program, args, tools);
}

async function check({ environment: read, out, err }: ConfigTools): Promise<Done> {
  const environment = read();
  const parsed = await readConfig(environment);
  const problems = [
    ...parsed.ok ? [] : parsed.refusal.problems,
    ...await missingFiles(environment),
  ];
  for (const problem of problems) err(`${problem}\n`);
  if (!parsed.ok || problems.length > 0) {
    return failed(`${problems.length} ${problems.length === 1 ? "problem" : "problems"}`);
  }
  const set = supportedVariables.filter((name) => environment[name] !== undefined);
  const named = set.length === 0 ? "no variable is set" : `set are ${set.join(", ")}`;
  out(`The configuration is valid: ${parsed.value.mode}; ${named}\n`);
  return ok(null);
}

/**
 * Problems of missing files, without paths: a path may be a key that was pasted without its frame.
 */
async function missingFiles(environment: Environment): Promise<readonly string[]> {
  const found = await Promise.all(
    namedFiles(environment).map(async ({ variable, path }) => {
      const isThere = await Deno.stat(path).then(() => true, () => false);
      return isThere ? [] : [`${variable}: there is no such file or folder`];
    }),
  );
  return found.flat();
}

if (import.meta.main) {
  Deno.exitCode = await config(Deno.args, { ...processTerminal, environment: readEnvironment });
}
