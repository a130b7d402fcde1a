import { parseArgs } from "node:util";

/** Options of a task, each with its default value, or null if it is optional. */
type Defaults = Readonly<Record<string, string | null>>;
type Values<D extends Defaults> = {
  readonly [Name in keyof D]: D[Name] extends string ? string : string | undefined;
};

/**
 * Reads the options of a task that measures or breaks things. `--help` prints them with their
 * defaults and exits with 0; an unknown option exits with 2, so that a typing error does not start
 * a long run.
 */
export function readOptions<const D extends Defaults>(task: string, defaults: D): Values<D> {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: "string" as const, ...(value === null ? {} : { default: value }) },
    ]),
  );
  if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
    console.log(usageOf(task, defaults));
    Deno.exit(0);
  }
  try {
    return parseArgs({ args: Deno.args, options }).values as Values<D>;
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    console.error(`${thrown.message}\n${usageOf(task, defaults)}`);
    Deno.exit(2);
  }
}

/**
 * Reads the positional arguments of a task that measures or breaks things; each is optional.
 * `--help` and surplus arguments end the process as in {@link readOptions}.
 *
 * @param names names of the arguments; the last one ends with `...` if it may be repeated
 */
export function readPlaces(task: string, names: readonly string[]): readonly string[] {
  const usage = `usage: deno task ${[task, ...names.map((name) => `[${name}]`)].join(" ")}`;
  const isRepeated = names.at(-1)?.endsWith("...") ?? false;
  if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
    console.log(usage);
    Deno.exit(0);
  }
  const unknown = Deno.args.find((argument) => /^-./.test(argument));
  if (unknown === undefined && (isRepeated || Deno.args.length <= names.length)) return Deno.args;
  console.error(`Unexpected argument "${unknown ?? Deno.args[names.length]}"\n${usage}`);
  Deno.exit(2);
}

function usageOf(task: string, defaults: Defaults): string {
  const options = Object.entries(defaults).map(([name, value]) =>
    value === null ? `[--${name} ...]` : `[--${name} ${value}]`
  );
  return `usage: deno task ${task} ${options.join(" ")}`;
}
