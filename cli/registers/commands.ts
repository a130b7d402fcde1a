import { ok, type Result } from "../../base/result.ts";
import { openRegisters, type RegisterSnapshot } from "../../sources/registers/open_registers.ts";
import { type CommandRefusal, type Done, failed, usage } from "../command/command.ts";
import { inspectArguments } from "../command/inspect_arguments.ts";
import { readNamedFile } from "../command/named_files.ts";
import {
  argument,
  flag,
  needed,
  optional,
  optionalArgument,
  restOfArguments,
} from "../command/parameter.ts";
import { command, type CommandRecord, takes } from "../command/record.ts";
import type { Terminal } from "../command/terminal.ts";
import { buildRegisters, renderRegisters } from "./build.ts";
import { checkLines, checkOne } from "./check.ts";

/** The dependencies of the commands. */
export interface RegistersTools extends Terminal {
  /** Standard input. */
  readonly input: AsyncIterable<Uint8Array>;
}

const checkTakes = "check takes COUNTRY and NUMBER, or JSON lines on standard input";
const findTakes = "find takes FILE and LEI, or FILE, COUNTRY and NUMBER";

/** The arguments of `check`; null: JSON lines on standard input. */
const checkArguments = takes(
  {
    country: optionalArgument("COUNTRY", ok),
    number: optionalArgument("NUMBER", ok),
    scheme: optional("--scheme S"),
    json: flag("--json"),
  },
  ({ country, number, scheme, json }) => {
    if (number !== null && country !== null) return ok({ country, number, scheme, json });
    if (country !== null && country !== "-") return usage(checkTakes);
    return scheme === null
      ? ok(null)
      : usage("--scheme needs COUNTRY and NUMBER; each line names its own scheme");
  },
  { tooMany: checkTakes },
);

/** The commands of `registers`. */
export const registersCommands: readonly CommandRecord<RegistersTools>[] = [
  command({
    name: "check",
    arguments: checkArguments,
    help: `
      holds a number against the form and check digits of its country's schemes;
      contacts no register. What no rule covers is neither right nor wrong. Without COUNTRY
      the same for JSON lines {"country", "scheme", "number"} on standard input:
      one line {"country", "scheme", "number", "checksumValid"} for each, in
      order; checksumValid is true, false, or null where no rule is known`,
    run: async (asked, tools) =>
      asked === null
        ? await checkLines(tools.input, tools)
        : checkOne(asked, { json: asked.json, out: tools.out }),
  }),
  command({
    name: "build",
    arguments: takes({
      paths: restOfArguments("PATH", "build takes one PATH or several"),
      out: needed("--out FILE"),
    }),
    help: `
      reads files of GLEIF's golden copy, level 1 (LEI-CDF 3.1, JSON or XML,
      unpacked), or folders of them, and writes one snapshot. Of an LEI that
      comes twice the record that was updated last is kept`,
    run: buildRegisters,
  }),
  command({
    name: "inspect",
    arguments: inspectArguments,
    help: `
      shows what a snapshot holds: its id, records, age and findings`,
    run: inspect,
  }),
  command({
    name: "find",
    arguments: takes(
      {
        file: argument("FILE", ok, findTakes),
        first: argument("LEI|COUNTRY", ok, findTakes),
        number: optionalArgument("NUMBER", ok),
      },
      null,
      { tooMany: findTakes },
    ),
    help: `
      prints the records of an LEI, or of a NUMBER of a country's register, as
      JSON lines; none is no error`,
    run: find,
  }),
];

async function inspect(
  { file, json }: { readonly file: string; readonly json: boolean },
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
  { file, first, number }: {
    readonly file: string;
    /** An LEI, or the country of the register that a number is of. */
    readonly first: string;
    readonly number: string | null;
  },
  { out }: Terminal,
): Promise<Done> {
  const opened = await openFile(file);
  if (!opened.ok) return opened;
  const { snapshot } = opened.value;
  const found = number === null
    ? [snapshot.findLei(first)].filter((entity) => entity !== null)
    : snapshot.findNumber(first, number);
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
