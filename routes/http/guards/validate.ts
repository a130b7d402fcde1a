import type { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../refusals.ts";

/** Maximum wrong members in one message (decisions.md part 2). */
const namedMax = 10;

/**
 * Parses a part of a request by its schema.
 *
 * @param what the noun for a member in the message, such as `Field`
 * @returns 400 with the paths of up to ten wrong properties, never their values
 */
export function validate(
  schema: z.ZodType | undefined,
  value: unknown,
  what: "Field" | "Header" | "Query parameter",
): Result<unknown, Refusal<"bad_request">> {
  if (schema === undefined) return ok(undefined);
  const parsed = schema.safeParse(value);
  return parsed.success
    ? ok(parsed.data)
    : refuse({ code: "bad_request", message: explainAll(parsed.error.issues, value, what) });
}

/** One sentence for each property: of several errors, the first. */
function explainAll(issues: readonly z.core.$ZodIssue[], value: unknown, what: string): string {
  const byPath = new Map<string, string>();
  for (const issue of issues) {
    const path = pathOf(issue);
    if (!byPath.has(path)) byPath.set(path, explain(issue, value, what));
    if (byPath.size > namedMax) break;
  }
  const named = [...byPath.values()].slice(0, namedMax);
  return (byPath.size > named.length ? [...named, "and more"] : named).join("; ");
}

function pathOf({ path }: z.core.$ZodIssue): string {
  return path.map((part) => typeof part === "number" ? `[${part}]` : `.${String(part)}`)
    .join("").replace(/^\./, "");
}

function explain(issue: z.core.$ZodIssue, value: unknown, what: string): string {
  if (issue.path.length === 0) return "The body must be an object with the documented fields";
  const path = pathOf(issue);
  if (isMissing(value, issue.path)) return `${what} "${path}" is required`;
  return `${what} "${path}" is not valid: ${reason(issue)}`;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let current: unknown = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !(part in current)) return true;
    current = (current as Record<PropertyKey, unknown>)[part];
  }
  // It reads as absent.
  return current === null;
}

/** The expected form, in fixed words: a library's message may quote what the caller sent. */
function reason(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "too_big":
      return `at most ${issue.maximum} ${unitOf(issue.origin)}`.trimEnd();
    case "too_small":
      return `at least ${issue.minimum} ${unitOf(issue.origin)}`.trimEnd();
    case "invalid_value":
      return `expected one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      // That of a pattern is what its schema says is expected.
      return issue.format === "regex" ? issue.message : `expected ${issue.format}`;
    case "custom":
      return issue.message;
    default:
      return "it has not the documented form";
  }
}

function unitOf(origin: string): string {
  if (origin === "string") return "characters";
  return origin === "array" ? "entries" : "";
}
