import { isArray, isObject, type Json, parseJson } from "../../../base/json.ts";

/** A number in JSON's notation. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts a cell of a CSV text to a claim, by the types in the schema. A claim whose schema
 * permits text, or states no type, gets the text itself. Numbers, `true` and `false` are written as
 * in JSON, objects and arrays as JSON texts. Any other cell stays text, which the schema then
 * refuses.
 */
export function claimOfText(text: string, types: readonly string[]): Json {
  if (types.length === 0 || types.includes("string")) return text;
  const trimmed = text.trim();
  if (types.some((type) => type === "number" || type === "integer") && number.test(trimmed)) {
    return Number(trimmed);
  }
  if (types.includes("boolean") && (trimmed === "true" || trimmed === "false")) {
    return trimmed === "true";
  }
  if (!types.includes("object") && !types.includes("array")) return text;
  const value = parseJson(trimmed);
  return isObject(value) || isArray(value) ? value : text;
}
