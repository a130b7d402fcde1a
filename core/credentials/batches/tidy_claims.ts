import { isArray, isObject, type Json, type JsonObject } from "../../../base/json.ts";
import { trimmed, unprintableIn } from "../../../base/printable_text.ts";
import type { StudentRow } from "../batch_schema.ts";
import type { SchemaIssue } from "../../../standards/json_schema/issue.ts";

/** A student's claims with trimmed texts, and the problems of those texts. */
export interface TidyClaims {
  readonly values: StudentRow["claimValues"];
  /** Problems with JSON Pointers, without values. */
  readonly problems: readonly SchemaIssue[];
}

/** Maximum levels that are trimmed; deeper claims are refused by validation. */
const depthMax = 64;

/**
 * Trims the texts of claims at any depth. Blank texts, and texts with control, bidirectional or
 * zero-width characters, are problems, since a credential shows them to people.
 */
export function tidyClaims(claims: JsonObject): TidyClaims {
  const problems: SchemaIssue[] = [];
  const tidy = (value: Json, path: string, depth: number): Json => {
    if (typeof value === "string") return tidyText(value, path);
    if (depth > depthMax) return value;
    if (isArray(value)) return value.map((each, n) => tidy(each, `${path}/${n}`, depth + 1));
    return isObject(value) ? ({ ...tidyMembers(value, path, depth) }) : value;
  };
  const tidyText = (text: string, path: string): string => {
    const inner = trimmed(text);
    const reason = inner === "" ? "expected a text that is not blank" : unprintableIn(inner);
    if (reason !== null) problems.push({ path, reason });
    return inner;
  };
  const tidyMembers = (of: JsonObject, path: string, depth: number): StudentRow["claimValues"] =>
    Object.fromEntries(
      Object.entries(of).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, tidy(value, `${path}/${escaped(name)}`, depth + 1)]]
      ),
    );
  const values = tidyMembers(claims, "", 0);
  return { values, problems };
}

/** Escapes a token of a JSON Pointer (RFC 6901 §3). */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
