import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "./command.ts";

interface Named {
  readonly name: string;
}

/**
 * Finds the command at the start of the arguments.
 *
 * @returns the command, and the arguments after its name
 */
export function findCommand<Of extends Named>(
  commands: readonly Of[],
  args: readonly string[],
): Result<{ readonly command: Of; readonly rest: readonly string[] }, UsageRefusal> {
  const near = commandsNear(commands, args);
  const lengths = near.map(({ name }) => wordsOf(name).length);
  // Where no word is known, the first of two may be meant.
  const isKnown = near.some(({ name }) => wordsInCommon(name, args) > 0);
  const words = isKnown ? Math.min(...lengths) : Math.max(...lengths);
  const command = near.find(({ name }) => wordsInCommon(name, args) === wordsOf(name).length);
  if (command !== undefined) {
    return ok({ command, rest: args.slice(wordsOf(command.name).length) });
  }
  return args.length < words
    ? usage(`Name a command: ${oneOf(near.map(({ name }) => name), words)}`)
    : usage(`Unknown command "${args.slice(0, words).join(" ")}"`);
}

/** The commands whose names share the most words with the typed ones; all if none shares any. */
export function commandsNear<Of extends Named>(
  commands: readonly Of[],
  args: readonly string[],
): readonly Of[] {
  const common = commands.map(({ name }) => wordsInCommon(name, args));
  const most = Math.max(...common);
  return commands.filter((_, index) => common[index] === most);
}

function wordsInCommon(name: string, args: readonly string[]): number {
  const words = wordsOf(name);
  const differs = words.findIndex((word, index) => word !== args[index]);
  return differs < 0 ? words.length : differs;
}

function wordsOf(name: string): readonly string[] {
  return name.split(" ");
}

/** Joins the words as in a sentence: `build, inspect or publish`. */
function oneOf(names: readonly string[], words: number): string {
  return words > 1 ? names.join(", ") : names.join(", ").replace(/, (?=[^,]*$)/, " or ");
}
