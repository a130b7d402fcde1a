import { parseArgs, type ParseArgsConfig } from "node:util";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Terminal } from "./terminal.ts";

/** A call that makes no sense. */
export interface UsageRefusal {
  readonly code: "usage";
  /** The fault, for the caller, without a full stop. */
  readonly message: string;
}

/** Why a command did not do what was asked; with the code `usage` the call made no sense. */
export interface CommandRefusal {
  readonly code: string;
  /** For the caller, without a full stop. */
  readonly message: string;
}

/** The result of a command once all its output is written. */
export type Done = Result<null, CommandRefusal>;

/** One command of `cli/`. */
export interface Command<Asked, Tools extends Terminal> {
  /** The name of its task; its messages begin with it. */
  readonly name: string;
  /** The text of `--help`, or of what it is asked about. */
  readonly help: string | ((args: readonly string[]) => string);
  /** Reads the arguments. `--help` never comes here. */
  readonly parse: (args: readonly string[]) => Result<Asked, UsageRefusal>;
  /** Does what was asked and writes it. */
  readonly run: (asked: Asked, tools: Tools) => Promise<Done>;
}

/**
 * Runs a command: help, wrong usage and failure have one form for all of them.
 *
 * @returns the exit status: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommand<Asked, Tools extends Terminal>(
  { name, help, parse, run }: Command<Asked, Tools>,
  args: readonly string[],
  tools: Tools,
): Promise<number> {
  if (asksForHelp(args)) {
    tools.out(typeof help === "string" ? help : help(args));
    return 0;
  }
  const asked = parse(args);
  const done = asked.ok ? await run(asked.value, tools) : asked;
  if (done.ok) return 0;
  const { code, message } = done.refusal;
  const misused = code === "usage";
  tools.err(`${name}: ${message}${misused ? `. See ${name} --help.` : ""}\n`);
  return misused ? 2 : 1;
}

/** Options and positional arguments as written; one that is unknown or lacks its value is refused. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return ok(parseArgs({ args: [...args], options, allowPositionals: true }));
  } catch (thrown) {
    // parseArgs reports wrong usage by throwing; its first sentence names the argument.
    if (thrown instanceof TypeError) return usage(thrown.message.split(". ")[0] ?? "");
    throw thrown;
  }
}

/** Refuses a call that makes no sense. */
export function usage(message: string): Result<never, UsageRefusal> {
  return refuse({ code: "usage", message });
}

/** Refuses what was asked for and could not be done. */
export function failed(message: string): Result<never, CommandRefusal> {
  return refuse({ code: "failed", message });
}

/** Whether help is asked for. After `--` comes no option. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}
