/** `deno task match`: queries the matching core from the terminal. */

import "../base/temporal.ts";
import { readEnvironment } from "../service/config/environment.ts";
import { type Program, runProgram } from "./command/program.ts";
import { processTerminal } from "./command/terminal.ts";
import { matchCommands } from "./match/commands.ts";
import type { MatchTools } from "./match/query.ts";

const program: Program<MatchTools> = {
  name: "match",
  title: "match: asks the matching core from the terminal",
  commands: matchCommands,
  notes: `
  --dob DATE        1969, 1969-07 or 1969-07-16
  --nationality N   ISO 3166-1 code, the country's English name or a demonym
  --why-not LISTREF the publisher's identifier of an entry, on whatever list
  --json            classification, candidates and meta, as in the answer of the
                    service

  schema is Person, LegalEntity, Organization, Company, PublicBody, Vessel or
  Airplane. A name that begins with a dash comes after --.

Variables
  AVAL_POLICY  the servers' policy: its screening.* moves the gates
  AVAL_LISTS   the list snapshot, FILE or FILE#sha256=HEX; without it the
               synthetic list of the sandbox answers

Exit status: 0 done, whatever the class; 1 failed; 2 wrong usage
`,
};

/** Runs one command. @returns the exit status */
export async function match(args: readonly string[], tools: MatchTools): Promise<number> {
  return await runProgram(program, args, tools);
}

if (import.meta.main) {
  const environment = readEnvironment();
  Deno.exitCode = await match(Deno.args, {
    ...processTerminal,
    clock: { now: () => Temporal.Now.instant() },
    input: Deno.stdin.readable,
    lists: environment["AVAL_LISTS"],
    policy: environment["AVAL_POLICY"],
    live: environment["AVAL_MODE"] === "live",
  });
}
