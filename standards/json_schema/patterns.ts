import { RE2JS } from "re2js";

/** A regular expression whose matching takes time linear in the text. */
export interface Pattern {
  /** Whether a part of the text matches. */
  test(text: string): boolean;
  readonly instructions: number;
  /** Steps of a match, by the sizes of the compiled expression and the text. */
  cost(text: string): number;
}

/** Maximum characters of one expression. */
const charactersMax = 500;
/** Maximum instructions of one compiled expression. */
const instructionsMax = 1_100;
/** Visits of an instruction by a character that together count as one step. */
const visitsPerStep = 16;

/**
 * Compiles a pattern of JSON Schema by RE2, which has no look-around and no back-references.
 *
 * @returns the reason as text when the pattern is refused
 */
function compilePattern(source: string): Pattern | string {
  if (source.length > charactersMax) return `is longer than ${charactersMax} characters`;
  const compiled = compile(source);
  if (compiled === null) {
    return "is not a regular expression of RE2's syntax (without look-around and back-references)";
  }
  const size = compiled.programSize();
  if (size > instructionsMax) return "is too large: its repetitions multiply";
  return {
    instructions: size,
    test: (text) => compiled.test(text),
    cost: ({ length }) => 1 + Math.ceil(length * size / visitsPerStep),
  };
}

/** Compiles with the syntax of ECMAScript (`\u00e9`, `(?<name>)`), as JSON Schema requires. */
function compile(source: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    return null;
  }
}

/** Maximum distinct expressions of one schema. */
const patternsMax = 64;
/** Maximum instructions of all expressions together. */
const instructionsInAllMax = 5_000;

/** Opens the compiler of one schema's patterns, which compiles each pattern once. */
export function openPatterns(
  refuse: (path: string, reason: string) => void,
): (source: string, path: string) => Pattern | null {
  const known = new Map<string, Pattern | null>();
  let instructions = 0;
  return (source, path) => {
    const before = known.get(source);
    if (before !== undefined) return before;
    const pattern = known.size < patternsMax && instructions <= instructionsInAllMax
      ? compilePattern(source)
      : "comes after too many or too large ones";
    if (typeof pattern === "string") refuse(path, pattern);
    else instructions += pattern.instructions;
    const made = typeof pattern === "string" ? null : pattern;
    known.set(source, made);
    return made;
  };
}
