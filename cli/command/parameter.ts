import type { z } from "zod";
import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "./command.ts";
import { neededOnce, once } from "./options.ts";

/** One argument or option of a command: its notation and its reader. */
export interface Parameter<Value> {
  /** Its form in the usage line: `ID`, `--client ID`, `[--json]`. */
  readonly usage: string;
  /** Null: a positional argument. */
  readonly option: { readonly name: string; readonly type: "string" | "boolean" } | null;
  /** Maximum arguments; 0 for an option. */
  readonly argumentsMax: number;
  /** Reads the given values: none, one, or several. */
  readonly read: (given: readonly string[]) => Result<Value, UsageRefusal>;
}

/** Reads one text. */
export type Reader<Value> = (text: string) => Result<Value, UsageRefusal>;

/** Reads a text by its schema. @param message the refusal of a text that the schema rejects */
export function by<Schema extends z.ZodType>(
  schema: Schema,
  message: string,
): Reader<z.output<Schema>> {
  return (text) => {
    const read = schema.safeParse(text);
    return read.success ? ok(read.data) : usage(message);
  };
}

/** Reads an ID. @param the ID's name in the refusal */
export function idBy<Schema extends z.ZodType>(
  schema: Schema,
  what: string,
): Reader<z.output<Schema>> {
  return by(schema, `${what} must be 1 to 255 visible ASCII characters`);
}

/** Reads any text except an empty one. */
export function notEmpty(message: string): Reader<string> {
  return (text) => text === "" ? usage(message) : ok(text);
}

/** A required argument. @param missing the refusal without it; the reader's, if absent */
export function argument<Value = string>(
  shown: string,
  read: Reader<Value>,
  missing?: string,
): Parameter<Value> {
  return {
    usage: shown,
    option: null,
    argumentsMax: 1,
    read: ([text]) =>
      text === undefined && missing !== undefined ? usage(missing) : read(text ?? ""),
  };
}

/** An optional argument; null when absent. */
export function optionalArgument<Value>(
  shown: string,
  read: Reader<Value>,
): Parameter<Value | null> {
  return {
    usage: `[${shown}]`,
    option: null,
    argumentsMax: 1,
    read: ([text]) => text === undefined ? ok(null) : read(text),
  };
}

/** One or more arguments. */
export function restOfArguments(shown: string, missing: string): Parameter<readonly string[]> {
  return {
    usage: `${shown}...`,
    option: null,
    argumentsMax: Number.POSITIVE_INFINITY,
    read: (texts) => texts.length === 0 || texts.includes("") ? usage(missing) : ok(texts),
  };
}

/**
 * A required option, given once.
 *
 * @param shown name with its value's placeholder: `--client ID`
 * @param named the same as the refusal names it
 */
export function needed(shown: string): Parameter<string>;
/** A required option whose value is parsed. */
export function needed<Value>(
  shown: string,
  read: Reader<Value>,
  named?: string,
): Parameter<Value>;
export function needed(
  shown: string,
  read: Reader<unknown> = ok,
  named = shown,
): Parameter<unknown> {
  return option(shown, shown, (given) => {
    const text = neededOnce(named, given);
    return text.ok ? read(text.value) : text;
  });
}

/** An optional option, given at most once; null when absent. */
export function optional(shown: string): Parameter<string | null>;
/** An optional option whose value is parsed. */
export function optional<Value>(shown: string, read: Reader<Value>): Parameter<Value | null>;
export function optional(shown: string, read: Reader<unknown> = ok): Parameter<unknown> {
  return option(shown, `[${shown}]`, (given) => {
    const text = once(nameOf(shown), given);
    return text.ok && text.value !== null ? read(text.value) : text;
  });
}

/** An optional option, given at most once; without it, its default is parsed. */
export function defaulted<Value>(
  shown: string,
  value: string,
  read: Reader<Value>,
): Parameter<Value> {
  return option(shown, `[${shown}]`, (given) => {
    const text = once(nameOf(shown), given);
    return text.ok ? read(text.value ?? value) : text;
  });
}

/** The same option, of which the last one counts if it is repeated. */
export function lastOf<Value>(once: Parameter<Value>): Parameter<Value> {
  return { ...once, read: (given) => once.read(given.slice(-1)) };
}

/** An option that may be repeated any number of times. */
export function repeated(shown: string): Parameter<readonly string[]>;
/** A repeatable option whose values are parsed. */
export function repeated<Value>(
  shown: string,
  read: Reader<Value>,
): Parameter<readonly Value[]>;
export function repeated(shown: string, read: Reader<unknown> = ok): Parameter<unknown> {
  return option(shown, `[${shown} ...]`, (given) => readAll(given, read));
}

/** An option that must be given at least once. @param missing the refusal without it */
export function repeatedNeeded<Value>(
  shown: string,
  read: Reader<Value>,
  missing: string,
): Parameter<readonly Value[]> {
  return option(
    shown,
    `${shown} [${shown} ...]`,
    (given) => given.length === 0 ? usage(missing) : readAll(given, read),
  );
}

/** An option without a value; true when given. */
export function flag(name: string): Parameter<boolean> {
  return {
    usage: `[${name}]`,
    option: { name: name.slice(2), type: "boolean" },
    argumentsMax: 0,
    read: (given) => ok(given.length > 0),
  };
}

function option<Value>(
  shown: string,
  usage: string,
  read: Parameter<Value>["read"],
): Parameter<Value> {
  const name = nameOf(shown).slice(2);
  return { usage, option: { name, type: "string" }, argumentsMax: 0, read };
}

function nameOf(shown: string): string {
  return shown.split(" ")[0] ?? shown;
}

function readAll<Value>(
  given: readonly string[],
  read: Reader<Value>,
): Result<readonly Value[], UsageRefusal> {
  const values: Value[] = [];
  for (const text of given) {
    const value = read(text);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

/**
 * An option of another command, hidden in help: its refusal names the command that it belongs to.
 */
export function elsewhere(name: string, message: string): Parameter<readonly never[]> {
  return option(name, "", (given) => given.length === 0 ? ok([]) : usage(message));
}
