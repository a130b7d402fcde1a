import { isObject, type JsonObject } from "../../base/json.ts";
import { pointerTo } from "./issue.ts";
import { type Compiler, type Keyword, schemasByName } from "./keyword.ts";
import type { Pattern } from "./patterns.ts";
import { applyWithin, type Check, isSettled, problem, type Run, spend } from "./run.ts";

/** The name that stands for an unnamed member in the path of a problem. */
const unnamed = "*";

/** Keywords that apply schemas to the members of an object (Core §10.3.2 and §11.3). */
export const objectKeywords: Readonly<Record<string, Keyword>> = {
  properties: (compiler, use) => {
    const schemas = schemasByName(compiler, use, { inPlace: false });
    if (schemas === null) return null;
    return (run, given, place, seen) => {
      if (!isObject(given)) return true;
      let valid = true;
      for (const [name, node] of schemas) {
        if (!spend(run, 1 / 8)) return false;
        if (!Object.hasOwn(given, name)) continue;
        seen?.members.add(name);
        if (applyWithin(run, node, given[name]!, { in: place, token: name })) continue;
        valid = false;
        if (isSettled(run)) break;
      }
      return valid;
    };
  },
  patternProperties: (compiler, use) => {
    const schemas = schemasByName(compiler, use, { inPlace: false });
    if (schemas === null) return null;
    const compiled = [...schemas].flatMap(([source, node]) => {
      const pattern = compiler.pattern(source, pointerTo(use.path, source));
      return pattern === null ? [] : [{ pattern, node }];
    });
    return eachMember((run, { name, given, place, note }) => {
      let valid = true;
      for (const { pattern, node } of compiled) {
        if (!spend(run, pattern.cost(name))) return false;
        if (!pattern.test(name)) continue;
        note();
        valid = applyWithin(run, node, given[name]!, { in: place, token: unnamed }) && valid;
      }
      return valid;
    });
  },
  additionalProperties: (compiler, { value, path, schema }) => {
    const node = compiler.schema(value, path);
    const named = new Set(isObject(schema["properties"]) ? Object.keys(schema["properties"]) : []);
    const patterns = patternsOf(compiler, schema, path);
    return eachMember((run, { name, given, place, note }) => {
      if (named.has(name)) return true;
      for (const pattern of patterns) {
        if (!spend(run, pattern.cost(name))) return false;
        if (pattern.test(name)) return true;
      }
      note();
      return applyWithin(run, node, given[name]!, { in: place, token: unnamed });
    });
  },
  propertyNames: (compiler, { value, path }) => {
    const node = compiler.schema(value, path);
    return eachMember((run, { name, place }) =>
      applyWithin(run, node, name, { in: place, token: unnamed })
    );
  },
  unevaluatedProperties: (compiler, { value, path }) => {
    const node = compiler.schema(value, path);
    compiler.track();
    return (run, given, place, seen) => {
      if (!isObject(given) || seen === null || seen.allMembers) return true;
      let valid = true;
      for (const name of Object.keys(given)) {
        if (!spend(run, 1)) return false;
        if (seen.members.has(name)) continue;
        valid = applyWithin(run, node, given[name]!, { in: place, token: unnamed }) && valid;
        if (!valid && isSettled(run)) break;
      }
      seen.allMembers = true;
      return valid;
    };
  },
};

/**
 * The patterns of a `patternProperties` in the same schema, which itself reports refused patterns.
 */
function patternsOf(compiler: Compiler, schema: JsonObject, path: string): readonly Pattern[] {
  const beside = schema["patternProperties"];
  const sources = isObject(beside) ? Object.keys(beside) : [];
  return sources.flatMap((source) => compiler.pattern(source, path) ?? []);
}

interface Member {
  readonly name: string;
  readonly given: JsonObject;
  readonly place: Parameters<Check>[2];
  /** Marks a member as evaluated. */
  note(): void;
}

function eachMember(check: (run: Run, member: Member) => boolean): Check {
  return (run, given, place, seen) => {
    if (!isObject(given)) return true;
    let valid = true;
    for (const name of Object.keys(given)) {
      if (!spend(run, 1)) return false;
      valid = check(run, { name, given, place, note: () => seen?.members.add(name) }) && valid;
      if (!valid && isSettled(run)) break;
    }
    return valid;
  };
}

/** A schema that no value matches. */
export const nothingAllowed: Check = (run, _, place) => problem(run, place, "is not allowed");
