import { isArray, isObject, type Json, parseJson } from "../../../base/json.ts";

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The claim that a cell of a CSV text stands for, by the types that the schema gives the claim. A
 * schema that takes texts, or says no type, gets the text itself; numbers and `true` or `false` are
 * written as in JSON, objects and arrays as JSON texts. A cell that is no such thing stays a text,
 * which the schema then refuses.
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
