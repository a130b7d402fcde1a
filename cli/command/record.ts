import { ok, type Result } from "../../base/result.ts";
import { type Done, parseOptions, usage, type UsageRefusal } from "./command.ts";
import { refuseArgument } from "./options.ts";
import type { Parameter } from "./parameter.ts";
import type { Terminal } from "./terminal.ts";

/** A parsed command, which runs once it has its dependencies. */
export type Act<Tools> = (tools: Tools) => Promise<Done>;

/** One command, as a record like routes: parsing, help and operation come from it. */
export interface CommandRecord<Tools> {
  /** The words of its name, such as `client put`. */
  readonly name: string;
  /** The parts after the name, one for each usage line. */
  readonly usages: readonly string[];
  /** The description in the layout of help, without the usage line. */
  readonly help: string;
  /** Reads the arguments after the name. */
  readonly read: (args: readonly string[]) => Result<Act<Tools>, UsageRefusal>;
}

/** A record as its author writes it. */
export interface CommandDescription<Asked, Tools> {
  readonly name: string;
  readonly arguments: Arguments<Asked>;
  readonly help: string;
  readonly run: (asked: Asked, tools: Tools) => Promise<Done> | Done;
}

/** Makes a command's record. */
export function command<Asked, Tools = Terminal>(
  { name, arguments: { usages, read }, help, run }: CommandDescription<Asked, Tools>,
): CommandRecord<Tools> {
  return {
    name,
    usages,
    // A text that stands as it is printed begins on a line of its own.
    help: help.replace(/^\n/, ""),
    read: (args) => {
      const asked = read(args);
      return asked.ok ? ok(async (tools) => await run(asked.value, tools)) : asked;
    },
  };
}

/** The arguments and options of a command, read together. */
export interface Arguments<Asked> {
  readonly usages: readonly string[];
  readonly read: (args: readonly string[]) => Result<Asked, UsageRefusal>;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of parameters, by their names. */
export type Given<Of extends Parameters> = {
  readonly [Name in keyof Of]: Of[Name] extends Parameter<infer Value> ? Value : never;
};

/** Options for reading arguments differently from most commands. */
export interface ReadingOptions {
  /** Whether arguments may begin with a dash, for a command without options. */
  readonly verbatim?: boolean;
  /** The refusal of too many arguments. */
  readonly tooMany?: string;
}

/**
 * Declares arguments, in their order, and options.
 *
 * @param accept converts them to the operation's input, or refuses contradictory ones
 */
export function takes<Of extends Parameters>(
  parameters: Of,
  accept?: null,
  options?: ReadingOptions,
): Arguments<Given<Of>>;
/** Reads the arguments, and makes the operation's input of them. */
export function takes<Of extends Parameters, Asked>(
  parameters: Of,
  accept: (given: Given<Of>) => Result<Asked, UsageRefusal>,
  options?: ReadingOptions,
): Arguments<Asked>;
export function takes<Of extends Parameters>(
  parameters: Of,
  accept: ((given: Given<Of>) => Result<unknown, UsageRefusal>) | null = null,
  options: ReadingOptions = {},
): Arguments<unknown> {
  return {
    usages: Object.values(parameters).map((one) => one.usage).filter((usage) => usage !== ""),
    read: (args) => {
      const given = readParameters(parameters, args, options);
      return given.ok && accept !== null ? accept(given.value) : given;
    },
  };
}

/**
 * Reads parameters: refuses unknown options first, then too many arguments, then reads values in
 * their order.
 */
function readParameters<Of extends Parameters>(
  parameters: Of,
  args: readonly string[],
  { verbatim = false, tooMany }: ReadingOptions,
): Result<Given<Of>, UsageRefusal> {
  const all = Object.entries(parameters);
  const options = Object.fromEntries(
    all.flatMap(([, { option }]) =>
      option === null ? [] : [[option.name, { type: option.type, multiple: true }] as const]
    ),
  );
  const parsed = parseOptions(verbatim ? ["--", ...args] : args, options);
  if (!parsed.ok) return parsed;
  const positionals = [...parsed.value.positionals];
  const most = all.reduce((sum, [, { argumentsMax }]) => sum + argumentsMax, 0);
  const unexpected = refuseArgument(positionals.slice(most));
  if (unexpected !== null) return tooMany === undefined ? unexpected : usage(tooMany);
  const given: [string, unknown][] = [];
  for (const [name, { option, argumentsMax, read }] of all) {
    const texts = option === null
      ? positionals.splice(0, argumentsMax)
      : [parsed.value.values[option.name] ?? []].flat().map(String);
    const value = read(texts);
    if (!value.ok) return value;
    given.push([name, value.value]);
  }
  return ok(Object.fromEntries(given) as Given<Of>);
}
