/** `deno task screen`: screens the customers of a file. */

import "../base/temporal.ts";
import { ok, type Result } from "../base/result.ts";
import { type BookMember, bookMembers } from "../core/screening/batches/columns.ts";
import { readEnvironment } from "../service/config/environment.ts";
import { type Command, runCommand, usage, type UsageRefusal } from "./command/command.ts";
import { argument, flag, notEmpty, optional, repeated } from "./command/parameter.ts";
import { takes } from "./command/record.ts";
import { processTerminal } from "./command/terminal.ts";
import { type ScreenFile, screenFile, type ScreenTools } from "./screen/screen_file.ts";

const help = `Screens the customers of a file.

  screen FILE.csv [--column MEMBER=HEADER ...] [--check] [--skip] [--out PREFIX]
         [--server URL] [--token-file FILE]

FILE has a row for each customer under a header: CSV in UTF-8, or UTF-16 with a
byte order mark, divided by comma, semicolon or tab. The columns are guessed by
their headers in English, German, French, Spanish and Italian, and shown; one
that is guessed wrong is corrected by --column. MEMBER is subjectRef, name,
givenName, familyName, dob, nationality or entityType.

Without --server this process screens against the snapshot that AVAL_LISTS
names, and records nothing. With --server each customer is a decision of that
server, POST /v1/screen.

  PREFIX.results.ndjson  a line for each customer: class, and each candidate
  PREFIX.hits.csv        every customer who is not CLEAR, a row for each
                         candidate

A run that was interrupted goes on when the same command is called again.

  --column MEMBER=HEADER  reads the column HEADER as MEMBER
  --check                 reads the file, shows columns and wrong rows, but
                          screens no row
  --skip                  passes rows over that cannot be screened
  --out PREFIX            default: FILE without .csv
  --server URL            base address of a server
  --token-file FILE       holds the bearer token for that server

Variables, without --server
  AVAL_LISTS   the list snapshot, FILE or FILE#sha256=HEX; without it the
               synthetic list of the sandbox answers
  AVAL_POLICY  the servers' policy: its screening.* moves the gates

Exit status: 0 done, whatever was found; 1 failed; 2 wrong usage
`;

const screenArguments = takes(
  {
    file: argument("FILE", notEmpty("screen takes one FILE")),
    columns: repeated("--column MEMBER=HEADER", readColumn),
    out: optional("--out PREFIX"),
    server: optional("--server URL"),
    tokenFile: optional("--token-file FILE"),
    skip: flag("--skip"),
    check: flag("--check"),
  },
  ({ columns, ...asked }): Result<ScreenFile, UsageRefusal> => {
    if (asked.tokenFile !== null && asked.server === null) {
      return usage("--token-file goes with --server");
    }
    if (asked.server !== null && !/^https?:\/\/./.test(asked.server)) {
      return usage("--server takes an address such as https://aval.example");
    }
    return ok({ ...asked, columns: new Map(columns) });
  },
  { tooMany: "screen takes one FILE" },
);

function readColumn(text: string): Result<readonly [BookMember, string], UsageRefusal> {
  const at = text.indexOf("=");
  const member = bookMembers.find((one) => one === text.slice(0, at));
  return member === undefined || text.length === at + 1
    ? usage(`--column takes MEMBER=HEADER; MEMBER is one of ${bookMembers.join(", ")}`)
    : ok([member, text.slice(at + 1)]);
}

const command: Command<ScreenFile, ScreenTools> = {
  name: "screen",
  help,
  parse: screenArguments.read,
  run: screenFile,
};

/** Runs the command. @returns the exit status */
export async function screen(args: readonly string[], tools: ScreenTools): Promise<number> {
  return await runCommand(command, args, tools);
}

if (import.meta.main) {
  const environment = readEnvironment();
  Deno.exitCode = await screen(Deno.args, {
    ...processTerminal,
    clock: { now: () => Temporal.Now.instant() },
    // A terminal that does not know its width says 0.
    columns: Deno.stderr.isTerminal() ? Deno.consoleSize().columns || 80 : null,
    lists: environment["AVAL_LISTS"],
    policy: environment["AVAL_POLICY"],
    live: environment["AVAL_MODE"] === "live",
  });
}
