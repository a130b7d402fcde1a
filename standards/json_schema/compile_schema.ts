import { isObject, type Json, type JsonObject } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { arrayKeywords } from "./array_keywords.ts";
import { sizeOf } from "./equality.ts";
import { pointerTo, type SchemaIssue } from "./issue.ts";
import type { Compiler, Keyword } from "./keyword.ts";
import { problemsMax, type SchemaLimits } from "./limits.ts";
import { logicKeywords } from "./logic_keywords.ts";
import { nothingAllowed, objectKeywords } from "./object_keywords.ts";
import { openPatterns } from "./patterns.ts";
import { apply, nothingSeen, type Run, type SchemaNode } from "./run.ts";
import { valueKeywords } from "./value_keywords.ts";

/** A compiled schema, which validates any number of values. */
export interface CompiledSchema {
  /**
   * @param budget the steps that several validations share
   * @returns the problems of the value, bounded in number; empty for a valid value
   */
  validate(value: Json, budget?: StepBudget): readonly SchemaIssue[];
}

/**
 * Steps left for validations that share the budget; negative once a validation was ended because of
 * it.
 */
export interface StepBudget {
  left: number;
}

/** The reasons why a schema is refused, each with the path of the keyword. */
export interface SchemaRefusal {
  readonly code: "schema_refused";
  readonly issues: readonly SchemaIssue[];
}

/** The one dialect. */
export const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Keywords that describe values without asserting anything (Core §8.3; Validation §8 and §9). */
const annotations = new Set([
  "$comment",
  "contentEncoding",
  "contentMediaType",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);

/** Keywords that are read together with another keyword. */
const readElsewhere = new Set(["$anchor", "then", "else"]);

const keywords = new Map<string, Keyword>(
  [valueKeywords, objectKeywords, arrayKeywords, logicKeywords].flatMap(Object.entries),
);

/**
 * Compiles a JSON Schema (2020-12) into closures. Generates no code, makes no `RegExp` of its
 * patterns, and fetches nothing. A validation that exceeds the budget ends as a problem of the
 * value. An unknown keyword is refused, since it is misspelled or belongs to another draft.
 */
export function compileSchema(
  document: Json,
  limits: SchemaLimits,
): Result<CompiledSchema, SchemaRefusal> {
  const reason = tooLarge(document, limits);
  if (reason !== null) return refuse({ code: "schema_refused", issues: [{ path: "", reason }] });
  const { root, issues, tracks } = compileDocument(document, limits);
  if (issues.length > 0) return refuse({ code: "schema_refused", issues });
  return ok({
    validate: (value, budget = { left: Infinity }) =>
      validate(root, value, { tracks, limits, budget }),
  });
}

function tooLarge(
  document: Json,
  { schemaBytesMax, schemaDepthMax }: SchemaLimits,
): string | null {
  const bounds = { valuesMax: schemaBytesMax, depthMax: schemaDepthMax };
  if (sizeOf(document, bounds) === Infinity) {
    return `must not be nested deeper than ${schemaDepthMax} levels, nor larger than ${schemaBytesMax} bytes`;
  }
  const { length } = new TextEncoder().encode(JSON.stringify(document));
  return length > schemaBytesMax ? `must not be larger than ${schemaBytesMax} bytes as JSON` : null;
}

function validate(
  root: SchemaNode,
  value: Json,
  { tracks, limits, budget }: {
    readonly tracks: boolean;
    readonly limits: SchemaLimits;
    readonly budget: StepBudget;
  },
): readonly SchemaIssue[] {
  const steps = Math.max(0, Math.min(limits.schemaStepsMax, budget.left));
  const run: Run = {
    stepsLeft: steps,
    depth: 0,
    quiet: 0,
    exhausted: false,
    issues: [],
    tracks,
  };
  const seen = tracks ? nothingSeen() : null;
  const valid = apply(run, root, value, null, seen);
  budget.left -= steps - run.stepsLeft;
  if (run.exhausted) return [{ path: "", reason: "is too complex to be validated by this schema" }];
  if (valid) return [];
  return run.issues.length > 0 ? run.issues : [{ path: "", reason: "does not fit the schema" }];
}

interface CompiledDocument {
  readonly root: SchemaNode;
  readonly issues: readonly SchemaIssue[];
  readonly tracks: boolean;
}

function compileDocument(document: Json, limits: SchemaLimits): CompiledDocument {
  const issues: SchemaIssue[] = [];
  const places = new Map<string, SchemaNode>();
  const anchors = new Map<string, SchemaNode>();
  const resolveAll: (() => void)[] = [];
  let [tracks, alternatives] = [false, 0];
  const refuseAt = (path: string, reason: string) => {
    if (issues.length < problemsMax) issues.push({ path, reason });
  };
  const compiler: Compiler = {
    schema: (value, path, inPlaceOf) => {
      const node: SchemaNode = { checks: [], lastChecks: [], inPlace: [] };
      places.set(path, node);
      inPlaceOf?.inPlace.push(node);
      if (isObject(value)) {
        noteAnchor(value, { path, node, anchors, refuse: refuseAt });
        compileKeywords(compiler, value, { path, node });
      } else if (value === false) node.checks.push(nothingAllowed);
      else if (value !== true) refuseAt(path, "must be a schema: an object, true or false");
      return node;
    },
    reference: (ref, path, inPlaceOf) => {
      let target = inPlaceOf;
      resolveAll.push(() => {
        const found = resolve(ref, {
          places,
          anchors,
          id: isObject(document) ? document["$id"] : undefined,
        });
        if (found === undefined) {
          refuseAt(path, "must name a schema within this document (#/$defs/...)");
        } else inPlaceOf.inPlace.push(target = found);
      });
      return () => target;
    },
    countAlternatives: (count, path) => {
      const before = alternatives;
      alternatives += count;
      if (before <= limits.schemaAlternativesMax && alternatives > limits.schemaAlternativesMax) {
        refuseAt(path, `makes more than ${limits.schemaAlternativesMax} alternatives in all`);
      }
    },
    pattern: openPatterns(refuseAt),
    track: () => void (tracks = true),
    refuse: refuseAt,
  };
  const root = compiler.schema(document, "");
  for (const each of resolveAll) each();
  const looping = [...places].find(([, node]) => appliesItself(node));
  if (looping !== undefined) refuseAt(looping[0], "applies itself to the same value without end");
  return { root, issues, tracks };
}

function compileKeywords(
  compiler: Compiler,
  schema: JsonObject,
  { path, node }: { readonly path: string; readonly node: SchemaNode },
): void {
  for (const [name, value] of Object.entries(schema)) {
    const keyword = keywords.get(name);
    const at = pointerTo(path, name);
    if (keyword !== undefined) {
      const check = keyword(compiler, { value, path: at, schema, node });
      const checks = name.startsWith("unevaluated") ? node.lastChecks : node.checks;
      if (check !== null) checks.push(check);
    } else if (readElsewhere.has(name)) {
      // Without "if" they assert nothing, but must be schemas that others may refer to.
      if (name !== "$anchor" && !Object.hasOwn(schema, "if")) compiler.schema(value, at);
    } else if (!annotations.has(name) && !isHeading(name, value, path)) {
      compiler.refuse(at, whyRefused(name));
    }
  }
}

/** Whether a member is `$schema` or `$id` of the document itself. */
function isHeading(name: string, value: Json, path: string): boolean {
  if (path !== "") return false;
  if (name === "$schema") return value === dialect || value === `${dialect}#`;
  return name === "$id" && typeof value === "string" && !value.includes("#");
}

function whyRefused(name: string): string {
  switch (name) {
    case "$schema":
      return `must be ${dialect}, at the top alone`;
    case "$id":
      return "is supported at the top alone, without a fragment";
    case "definitions":
      return 'is not of 2020-12: use "$defs"';
    case "dependencies":
      return 'is not of 2020-12: use "dependentRequired" or "dependentSchemas"';
    default:
      return "is not a supported keyword";
  }
}

function noteAnchor(
  schema: JsonObject,
  { path, node, anchors, refuse }: {
    readonly path: string;
    readonly node: SchemaNode;
    readonly anchors: Map<string, SchemaNode>;
    refuse(path: string, reason: string): void;
  },
): void {
  if (!Object.hasOwn(schema, "$anchor")) return;
  const anchor = schema["$anchor"];
  if (typeof anchor !== "string" || !/^[A-Za-z_][A-Za-z0-9._-]*$/.test(anchor)) {
    refuse(pointerTo(path, "$anchor"), "must begin with a letter or _ and have no blanks");
  } else if (anchors.has(anchor)) {
    refuse(pointerTo(path, "$anchor"), "is used twice in the document");
  } else anchors.set(anchor, node);
}

function resolve(
  ref: string,
  { places, anchors, id }: {
    readonly places: ReadonlyMap<string, SchemaNode>;
    readonly anchors: ReadonlyMap<string, SchemaNode>;
    readonly id: Json | undefined;
  },
): SchemaNode | undefined {
  const fragment = fragmentOf(ref, id);
  if (fragment === undefined) return undefined;
  return fragment === "" || fragment.startsWith("/") ? places.get(fragment) : anchors.get(fragment);
}

/**
 * The decoded fragment of a reference into the same document.
 * @returns undefined for a reference to another document
 */
export function fragmentOf(ref: string, id: Json | undefined): string | undefined {
  const [base = "", fragment = "", ...more] = ref.split("#");
  if (more.length > 0 || (base !== "" && base !== id)) return undefined;
  try {
    // One spelling for each pointer, as the places have them.
    const decoded = decodeURIComponent(fragment);
    if (!decoded.startsWith("/")) return decoded;
    return decoded.slice(1).split("/").reduce(
      (path, token) => pointerTo(path, token.replaceAll("~1", "/").replaceAll("~0", "~")),
      "",
    );
  } catch {
    return undefined;
  }
}

/** Whether a schema leads back to itself through schemas that apply to the same value. */
function appliesItself(start: SchemaNode): boolean {
  const open = [...start.inPlace];
  const known = new Set<SchemaNode>();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === start) return true;
    if (known.has(node)) continue;
    known.add(node);
    open.push(...node.inPlace);
  }
  return false;
}
