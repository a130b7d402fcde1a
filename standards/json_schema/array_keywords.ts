import { isArray, type Json } from "../../base/json.ts";
import { countOf, type Keyword, type KeywordUse, schemaList } from "./keyword.ts";
import {
  applyWithin,
  isSettled,
  type Place,
  problem,
  type Run,
  type SchemaNode,
  spend,
} from "./run.ts";

/** Keywords that apply schemas to the items of an array (Core §10.3.1 and §11.2). */
export const arrayKeywords: Readonly<Record<string, Keyword>> = {
  prefixItems: (compiler, use) => {
    const nodes = schemaList(compiler, use, { inPlace: false });
    if (nodes === null) return null;
    return (run, given, place, seen) => {
      if (!isArray(given)) return true;
      const count = Math.min(nodes.length, given.length);
      for (let index = 0; seen !== null && index < count; index++) seen.items.add(index);
      return eachItem(run, given, { from: 0, to: count, place, nodeOf: (index) => nodes[index]! });
    };
  },
  items: (compiler, { value, path, schema }) => {
    if (isArray(value)) {
      compiler.refuse(path, 'must be one schema; a list is called "prefixItems" since 2020-12');
      return null;
    }
    const node = compiler.schema(value, path);
    const from = isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
    return (run, given, place, seen) => {
      if (!isArray(given)) return true;
      if (seen !== null) seen.allItems = true;
      return eachItem(run, given, { from, to: given.length, place, nodeOf: () => node });
    };
  },
  contains: (compiler, use) => {
    const node = compiler.schema(use.value, use.path);
    const [min, max] = [boundOf(use, "minContains") ?? 1, boundOf(use, "maxContains") ?? Infinity];
    return (run, given, place, seen) => {
      if (!isArray(given)) return true;
      let found = 0;
      run.quiet++;
      for (const [index, item] of given.entries()) {
        if (!applyWithin(run, node, item, { in: place, token: index })) continue;
        found++;
        seen?.items.add(index);
      }
      run.quiet--;
      if (run.exhausted) return false;
      if (found < min) return problem(run, place, `must contain at least ${min} such items`);
      return found <= max || problem(run, place, `must contain at most ${max} such items`);
    };
  },
  // Read by "contains".
  minContains: (compiler, use) => (countOf(compiler, use), null),
  maxContains: (compiler, use) => (countOf(compiler, use), null),
  unevaluatedItems: (compiler, { value, path }) => {
    const node = compiler.schema(value, path);
    compiler.track();
    return (run, given, place, seen) => {
      if (!isArray(given) || seen === null || seen.allItems) return true;
      let valid = true;
      for (const [index, item] of given.entries()) {
        if (!spend(run, 1)) return false;
        if (seen.items.has(index)) continue;
        valid = applyWithin(run, node, item, { in: place, token: index }) && valid;
        if (!valid && isSettled(run)) break;
      }
      seen.allItems = true;
      return valid;
    };
  },
};

function boundOf({ schema }: KeywordUse, name: string): number | null {
  const value = schema[name];
  return typeof value === "number" ? value : null;
}

function eachItem(
  run: Run,
  given: readonly Json[],
  { from, to, place, nodeOf }: {
    readonly from: number;
    readonly to: number;
    readonly place: Place;
    nodeOf(index: number): SchemaNode;
  },
): boolean {
  let valid = true;
  for (let index = from; index < to; index++) {
    valid = applyWithin(run, nodeOf(index), given[index]!, { in: place, token: index }) && valid;
    if (!valid && isSettled(run)) break;
  }
  return valid;
}
