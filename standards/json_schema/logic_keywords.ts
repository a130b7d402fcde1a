import { isObject } from "../../base/json.ts";
import { type Keyword, schemaList, schemasByName } from "./keyword.ts";
import { pointerTo } from "./issue.ts";
import { applyInPlace, isSettled, problem, spend, tryInPlace } from "./run.ts";

/** Keywords that apply schemas to the same value (Core §8.2 and §10.2). */
export const logicKeywords: Readonly<Record<string, Keyword>> = {
  $ref: (compiler, { value, path, node }) => {
    if (typeof value !== "string") {
      compiler.refuse(path, "must be a string");
      return null;
    }
    const target = compiler.reference(value, path, node);
    return (run, given, place, seen) => applyInPlace(run, target(), given, place, seen);
  },
  allOf: (compiler, use) => {
    const nodes = schemaList(compiler, use, { inPlace: true });
    if (nodes === null) return null;
    compiler.countAlternatives(nodes.length, use.path);
    return (run, given, place, seen) => {
      let valid = true;
      for (const node of nodes) {
        valid = applyInPlace(run, node, given, place, seen) && valid;
        if (!valid && isSettled(run)) break;
      }
      return valid;
    };
  },
  anyOf: (compiler, use) => {
    const nodes = schemaList(compiler, use, { inPlace: true });
    if (nodes === null) return null;
    compiler.countAlternatives(nodes.length, use.path);
    return (run, given, place, seen) => {
      let valid = false;
      for (const node of nodes) {
        valid = tryInPlace(run, node, given, place, seen) || valid;
        // Every one that holds counts where it matters what is evaluated.
        if ((valid && seen === null) || run.exhausted) break;
      }
      return valid || problem(run, place, 'must fit one of "anyOf"');
    };
  },
  oneOf: (compiler, use) => {
    const nodes = schemaList(compiler, use, { inPlace: true });
    if (nodes === null) return null;
    compiler.countAlternatives(nodes.length, use.path);
    return (run, given, place, seen) => {
      let count = 0;
      for (const node of nodes) {
        if (tryInPlace(run, node, given, place, seen)) count++;
        if (count > 1 || run.exhausted) break;
      }
      return count === 1 || problem(run, place, 'must fit exactly one of "oneOf"');
    };
  },
  not: (compiler, { value, path, node }) => {
    compiler.countAlternatives(1, path);
    const excluded = compiler.schema(value, path, node);
    return (run, given, place, seen) => {
      const fits = tryInPlace(run, excluded, given, place, seen);
      return !fits && !run.exhausted || problem(run, place, 'must not fit "not"');
    };
  },
  if: (compiler, { value, path, schema, node }) => {
    compiler.countAlternatives(1, path);
    const condition = compiler.schema(value, path, node);
    const branch = (name: string) =>
      Object.hasOwn(schema, name)
        ? compiler.schema(schema[name]!, path.replace(/if$/, name), node)
        : null;
    const [whenTrue, whenFalse] = [branch("then"), branch("else")];
    return (run, given, place, seen) => {
      const holds = tryInPlace(run, condition, given, place, seen);
      const next = holds ? whenTrue : whenFalse;
      return next === null ? !run.exhausted : applyInPlace(run, next, given, place, seen);
    };
  },
  dependentSchemas: (compiler, use) => {
    const schemas = schemasByName(compiler, use, { inPlace: true });
    if (schemas === null) return null;
    return (run, given, place, seen) => {
      if (!isObject(given)) return true;
      if (!spend(run, schemas.size)) return false;
      let valid = true;
      for (const [name, node] of schemas) {
        if (!Object.hasOwn(given, name)) continue;
        valid = applyInPlace(run, node, given, place, seen) && valid;
      }
      return valid;
    };
  },
  $defs: (compiler, { value, path }) => {
    if (!isObject(value)) compiler.refuse(path, "must be an object of schemas");
    else {for (const [name, schema] of Object.entries(value)) {
        compiler.schema(schema, pointerTo(path, name));
      }}
    return null;
  },
};
