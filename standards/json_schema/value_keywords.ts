import { isArray, isObject, type Json } from "../../base/json.ts";
import { equalityKey, sizeOf } from "./equality.ts";
import { formats } from "./formats.ts";
import { pointerTo } from "./issue.ts";
import { countOf, type Keyword, textsOf } from "./keyword.ts";
import { isMultipleOf } from "./multiple_of.ts";
import { type Check, problem, type Run, spend } from "./run.ts";

/** Characters that are read in one step. */
const charactersPerStep = 64;

/** Keywords that assert something about the value alone (Validation §6 and §7). */
export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type: (compiler, { value, path }) => {
    const names = textsOf(compiler, { value: typeof value === "string" ? [value] : value, path });
    if (names === null) return null;
    if (names.length === 0 || !names.every((name) => Object.hasOwn(types, name))) {
      compiler.refuse(path, `must name types: ${Object.keys(types).join(", ")}`);
      return null;
    }
    const fits = names.map((name) => types[name]!);
    const reason = `must be ${names.join(" or ")}`;
    return (run, given, place) => fits.some((fit) => fit(given)) || problem(run, place, reason);
  },
  enum: (compiler, { value, path }) => {
    if (!isArray(value)) {
      compiler.refuse(path, "must be an array");
      return null;
    }
    return isOneOf(new Set(value.map(equalityKey)), 'must be one of the values of "enum"');
  },
  const: (_, { value }) => isOneOf(new Set([equalityKey(value)]), 'must be the value of "const"'),
  multipleOf: ofNumber((given, by) => isMultipleOf(given, by), "must be a multiple of", true),
  maximum: ofNumber((given, by) => given <= by, "must be at most"),
  exclusiveMaximum: ofNumber((given, by) => given < by, "must be under"),
  minimum: ofNumber((given, by) => given >= by, "must be at least"),
  exclusiveMinimum: ofNumber((given, by) => given > by, "must be over"),
  maxLength: ofLength((length, max) => length <= max, "must have at most", "characters"),
  minLength: ofLength((length, min) => length >= min, "must have at least", "characters"),
  maxItems: ofSize(itemsOf, (size, max) => size <= max, "must have at most", "items"),
  minItems: ofSize(itemsOf, (size, min) => size >= min, "must have at least", "items"),
  maxProperties: ofSize(membersOf, (size, max) => size <= max, "must have at most", "members"),
  minProperties: ofSize(membersOf, (size, min) => size >= min, "must have at least", "members"),
  uniqueItems: (compiler, { value, path }) => {
    if (typeof value !== "boolean") compiler.refuse(path, "must be true or false");
    return value === true ? hasUniqueItems : null;
  },
  pattern: (compiler, { value, path }) => {
    if (typeof value !== "string") {
      compiler.refuse(path, "must be a string");
      return null;
    }
    const pattern = compiler.pattern(value, path);
    if (pattern === null) return null;
    return (run, given, place) =>
      typeof given !== "string" ||
      spend(run, pattern.cost(given)) &&
        (pattern.test(given) || problem(run, place, 'must match "pattern"'));
  },
  format: (compiler, { value, path }) => {
    const format = typeof value === "string" && Object.hasOwn(formats, value)
      ? formats[value]
      : undefined;
    if (format === undefined) {
      compiler.refuse(path, `must be a supported format: ${Object.keys(formats).join(", ")}`);
      return null;
    }
    return (run, given, place) =>
      typeof given !== "string" ||
      spend(run, 1 + given.length / charactersPerStep) &&
        (format(given) || problem(run, place, `must have the format ${value}`));
  },
  required: (compiler, use) => {
    const names = textsOf(compiler, use);
    return names === null ? null : requires(names);
  },
  dependentRequired: (compiler, { value, path }) => {
    if (!isObject(value)) {
      compiler.refuse(path, "must be an object of arrays of names");
      return null;
    }
    const required = Object.entries(value).map(([name, names]) =>
      [
        name,
        requires(textsOf(compiler, { value: names, path: pointerTo(path, name) }) ?? []),
      ] as const
    );
    return (run, given, place, seen) =>
      !isObject(given) || spend(run, required.length) &&
        required.every(([name, check]) =>
          !Object.hasOwn(given, name) || check(run, given, place, seen)
        );
  },
};

const types: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  object: (value) => isObject(value),
  array: isArray,
  null: (value) => value === null,
};

function isOneOf(keys: ReadonlySet<string>, reason: string): Check {
  return (run, given, place) =>
    spendReading(run, given) && (keys.has(equalityKey(given)) || problem(run, place, reason));
}

const hasUniqueItems: Check = (run, given, place) => {
  if (!isArray(given)) return true;
  if (!spendReading(run, given)) return false;
  const keys = new Set(given.map(equalityKey));
  return keys.size === given.length || problem(run, place, "must not have an item twice");
};

/** Deducts the steps of reading a whole value from the budget. */
function spendReading(run: Run, value: Json): boolean {
  if (typeof value === "string") return spend(run, 1 + value.length / charactersPerStep);
  if (value === null || typeof value !== "object") return spend(run, 1);
  // What is deeper than this has no equal in a schema, whose own depth is bounded.
  const size = sizeOf(value, { valuesMax: run.stepsLeft, depthMax: 128 });
  return spend(run, size) && spend(run, JSON.stringify(value).length / charactersPerStep);
}

function requires(names: readonly string[]): Check {
  return (run, given, place) => {
    if (!isObject(given)) return true;
    if (!spend(run, names.length / 8)) return false;
    let valid = true;
    for (const name of names) {
      if (Object.hasOwn(given, name)) continue;
      valid = problem(run, { in: place, token: name }, "is required");
    }
    return valid;
  };
}

function ofNumber(
  holds: (given: number, by: number) => boolean,
  reason: string,
  positive = false,
): Keyword {
  return (compiler, { value, path }) => {
    if (typeof value !== "number" || (positive && value <= 0)) {
      compiler.refuse(path, positive ? "must be a number above 0" : "must be a number");
      return null;
    }
    return (run, given, place) =>
      typeof given !== "number" || holds(given, value) || problem(run, place, `${reason} ${value}`);
  };
}

function ofSize(
  sizeIn: (given: Json) => number | null,
  holds: (size: number, bound: number) => boolean,
  reason: string,
  noun: string,
): Keyword {
  return (compiler, use) => {
    const bound = countOf(compiler, use);
    if (bound === null) return null;
    return (run, given, place) => {
      const size = sizeIn(given);
      return size === null || spend(run, 1 + size / charactersPerStep) &&
          (holds(size, bound) || problem(run, place, `${reason} ${bound} ${noun}`));
    };
  };
}

function ofLength(
  holds: (length: number, bound: number) => boolean,
  reason: string,
  noun: string,
): Keyword {
  return ofSize(
    (given) => typeof given === "string" ? charactersIn(given) : null,
    holds,
    reason,
    noun,
  );
}

/** Unicode code points (Validation §6.3.1). */
function charactersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++, count++) {
    if (text.codePointAt(at)! > 0xffff) at++;
  }
  return count;
}

function itemsOf(given: Json): number | null {
  return isArray(given) ? given.length : null;
}

function membersOf(given: Json): number | null {
  return isObject(given) ? Object.keys(given).length : null;
}
