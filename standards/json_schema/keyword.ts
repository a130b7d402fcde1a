import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { pointerTo } from "./issue.ts";
import type { Pattern } from "./patterns.ts";
import type { Check, SchemaNode } from "./run.ts";

/** The parts of a document that compiling a keyword needs. */
export interface Compiler {
  /**
   * Compiles a subschema.
   * @param inPlaceOf the schema that applies the subschema to the same value, if any
   */
  schema(value: Json, path: string, inPlaceOf?: SchemaNode): SchemaNode;
  /** Resolves a schema elsewhere in the document; read the result when the check runs. */
  reference(ref: string, path: string, inPlaceOf: SchemaNode): () => SchemaNode;
  /** Compiles a regular expression once. @returns null when it is refused */
  pattern(source: string, path: string): Pattern | null;
  /** Counts members of `anyOf` and similar keywords. */
  countAlternatives(count: number, path: string): void;
  /** Notes that the document uses `unevaluated*`. */
  track(): void;
  /** Refuses the document. */
  refuse(path: string, reason: string): void;
}

/** A keyword in a schema. */
export interface KeywordUse {
  readonly value: Json;
  /** JSON Pointer of the keyword. */
  readonly path: string;
  /** The schema that contains the keyword. */
  readonly schema: JsonObject;
  readonly node: SchemaNode;
}

/** Compiles one keyword. @returns null when the keyword asserts nothing, or was refused */
export type Keyword = (compiler: Compiler, use: KeywordUse) => Check | null;

/** Reads a whole number of at least 0. @returns null when it is refused */
export function countOf(compiler: Compiler, { value, path }: KeywordUse): number | null {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  compiler.refuse(path, "must be a whole number of at least 0");
  return null;
}

/** Reads a list of distinct texts. @returns null when they are refused */
export function textsOf(
  compiler: Compiler,
  { value, path }: Pick<KeywordUse, "value" | "path">,
): readonly string[] | null {
  if (isArray(value)) {
    const texts = value.filter((each) => typeof each === "string");
    if (texts.length === value.length && new Set(texts).size === texts.length) return texts;
  }
  compiler.refuse(path, "must be an array of different strings");
  return null;
}

/** Reads schemas by name. @returns null when they are refused */
export function schemasByName(
  compiler: Compiler,
  { value, path, node }: KeywordUse,
  { inPlace }: { readonly inPlace: boolean },
): ReadonlyMap<string, SchemaNode> | null {
  if (!isObject(value)) {
    compiler.refuse(path, "must be an object of schemas");
    return null;
  }
  return new Map(
    Object.entries(value).map(([name, schema]) => [
      name,
      compiler.schema(schema, pointerTo(path, name), inPlace ? node : undefined),
    ]),
  );
}

/** Reads a list of schemas that is not empty. @returns null when it is refused */
export function schemaList(
  compiler: Compiler,
  { value, path, node }: KeywordUse,
  { inPlace }: { readonly inPlace: boolean },
): readonly SchemaNode[] | null {
  if (!isArray(value) || value.length === 0) {
    compiler.refuse(path, "must be an array of schemas that is not empty");
    return null;
  }
  return value.map((schema, index) =>
    compiler.schema(schema, pointerTo(path, index), inPlace ? node : undefined)
  );
}
