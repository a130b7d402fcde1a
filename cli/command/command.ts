import { parseArgs, type ParseArgsConfig } from "node:util";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Terminal } from "./terminal.ts";

/** Invalid usage of a command. */
export interface UsageRefusal {
  readonly code: "usage";
  /** The fault, for the caller, without a full stop. */
  readonly message: string;
}

/** The reason why a command failed; code `usage` for invalid usage. */
export interface CommandRefusal {
  readonly code: string;
  /** A message for the caller, without a full stop. */
  readonly message: string;
}

/** The result of a command once all its output is written. */
export type Done = Result<null, CommandRefusal>;

/** One command of `cli/`. */
export interface Command<Asked, Tools extends Terminal> {
  /** The name of its task; its messages begin with it. */
  readonly name: string;
  /** The text of `--help`, or of the topic in the arguments. */
  readonly help: string | ((args: readonly string[]) => string);
  /** Reads the arguments, without `--help`. */
  readonly parse: (args: readonly string[]) => Result<Asked, UsageRefusal>;
  /** Runs the command and writes its output. */
  readonly run: (asked: Asked, tools: Tools) => Promise<Done>;
}

/**
 * Runs a command: help, wrong usage and failure have the same form for all commands.
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

/**
 * Parses options and positional arguments; an unknown option, or one without its value, is refused.
 */
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

/** Refuses invalid usage. */
export function usage(message: string): Result<never, UsageRefusal> {
  return refuse({ code: "usage", message });
}

/** Reports a failure. */
export function failed(message: string): Result<never, CommandRefusal> {
  return refuse({ code: "failed", message });
}

/** Whether the arguments request help. After `--` there are no options. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end < 0 ? args : args.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}
