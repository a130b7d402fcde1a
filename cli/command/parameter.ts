import type { z } from "zod";
import { ok, type Result } from "../../base/result.ts";
import { usage, type UsageRefusal } from "./command.ts";
import { neededOnce, once } from "./options.ts";

/** One argument or option of a command: how it is written, and how it is read. */
export interface Parameter<Value> {
  /** As the command's line of usage shows it: `ID`, `--client ID`, `[--json]`. */
  readonly usage: string;
  /** Null: it is an argument, known by its place. */
  readonly option: { readonly name: string; readonly type: "string" | "boolean" } | null;
  /** Arguments that it takes at most; 0 for an option. */
  readonly argumentsMax: number;
  /** Reads what was given: nothing, one value, or several. */
  readonly read: (given: readonly string[]) => Result<Value, UsageRefusal>;
}

/** Reads one text. */
export type Reader<Value> = (text: string) => Result<Value, UsageRefusal>;

/** Reads a text by its schema. @param message the refusal of what the schema does not take */
export function by<Schema extends z.ZodType>(
  schema: Schema,
  message: string,
): Reader<z.output<Schema>> {
  return (text) => {
    const read = schema.safeParse(text);
    return read.success ? ok(read.data) : usage(message);
  };
}

/** Reads an ID. @param what names it in the refusal */
export function idBy<Schema extends z.ZodType>(
  schema: Schema,
  what: string,
): Reader<z.output<Schema>> {
  return by(schema, `${what} must be 1 to 255 visible ASCII characters`);
}

/** Reads any text but an empty one. */
export function notEmpty(message: string): Reader<string> {
  return (text) => text === "" ? usage(message) : ok(text);
}

/** An argument that must be given. @param missing the refusal without it; the reader's, if absent */
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

/** An argument that may be left out; then it is null. */
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

/** One argument or more. */
export function restOfArguments(shown: string, missing: string): Parameter<readonly string[]> {
  return {
    usage: `${shown}...`,
    option: null,
    argumentsMax: Number.POSITIVE_INFINITY,
    read: (texts) => texts.length === 0 || texts.includes("") ? usage(missing) : ok(texts),
  };
}

/**
 * An option that must be given, once.
 *
 * @param shown with what it takes: `--client ID`
 * @param named the same as the refusal names it
 */
export function needed(shown: string): Parameter<string>;
/** The same, with a value that is read. */
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

/** An option that may be given, once; without it, null. */
export function optional(shown: string): Parameter<string | null>;
/** The same, with a value that is read. */
export function optional<Value>(shown: string, read: Reader<Value>): Parameter<Value | null>;
export function optional(shown: string, read: Reader<unknown> = ok): Parameter<unknown> {
  return option(shown, `[${shown}]`, (given) => {
    const text = once(nameOf(shown), given);
    return text.ok && text.value !== null ? read(text.value) : text;
  });
}

/** An option that may be given, once; without it, its default is read. */
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

/** The same option, of which the last one counts where it is given again. */
export function lastOf<Value>(once: Parameter<Value>): Parameter<Value> {
  return { ...once, read: (given) => once.read(given.slice(-1)) };
}

/** An option that may be given any number of times. */
export function repeated(shown: string): Parameter<readonly string[]>;
/** The same, each with a value that is read. */
export function repeated<Value>(
  shown: string,
  read: Reader<Value>,
): Parameter<readonly Value[]>;
export function repeated(shown: string, read: Reader<unknown> = ok): Parameter<unknown> {
  return option(shown, `[${shown} ...]`, (given) => readAll(given, read));
}

/** An option that must be given, once or more. @param missing the refusal without it */
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

/** An option without a value: whether it is given. */
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

/** An option of another command, which help does not show: refused by what it belongs to. */
export function elsewhere(name: string, message: string): Parameter<readonly never[]> {
  return option(name, "", (given) => given.length === 0 ? ok([]) : usage(message));
}
