import { z } from "zod";
import { nearestName } from "../../base/nearest_name.ts";

/**
 * Describes the problems of a value that a schema refused: one line an error, with its path. Each
 * unknown name gets a line, with the known name that was most likely meant.
 */
export function problemsOf(error: z.ZodError, schema: z.ZodType): readonly string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") {
      return [`${pathOf(issue.path) || "the whole"}: ${reasonOf(issue)}`];
    }
    const known = namesAt(schema, issue.path);
    return issue.keys.map((key) => {
      const meant = nearestName(key, known);
      const hint = meant === null ? `known are ${known.join(", ")}` : `did you mean "${meant}"?`;
      return `${pathOf([...issue.path, key])}: unknown name; ${hint}`;
    });
  });
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `expected a number of at least ${rounded(issue.minimum)}`;
    case "too_big":
      return `expected a number of at most ${rounded(issue.maximum)}`;
    case "invalid_type":
      return `expected ${typeNames[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    default:
      return issue.message;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
};

function rounded(bound: number | bigint): string {
  return String(Number(Number(bound).toPrecision(4)));
}

/** The names that a schema permits at a path. */
function namesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const [step, ...rest] = path;
  const shape = shapeOf(schema);
  if (step === undefined) return Object.keys(shape);
  const inner = shape[String(step)];
  return inner === undefined ? [] : namesAt(inner, rest);
}

/**
 * The members of an object schema, or of all members of a union, under wrappers; empty for other
 * schemas.
 */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return Object.assign({}, ...schema.options.map((option) => shapeOf(option as z.ZodType)));
  }
  if (
    schema instanceof z.ZodReadonly || schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault || schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  ) {
    return shapeOf(schema.unwrap() as z.ZodType);
  }
  return {};
}
