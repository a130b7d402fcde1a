import type { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../refusals.ts";

/**
 * Parses a part of a request by its schema.
 *
 * @param what how the message calls a member of it, such as `Field`
 * @returns 400 that names the first offending property by its path, and never its value
 */
export function validate(
  schema: z.ZodType | undefined,
  value: unknown,
  what: "Field" | "Query parameter",
): Result<unknown, Refusal<"bad_request">> {
  if (schema === undefined) return ok(undefined);
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const message = issue === undefined ? undefined : explain(issue, value, what);
  return refuse({ code: "bad_request", ...(message === undefined ? {} : { message }) });
}

function explain(issue: z.core.$ZodIssue, value: unknown, what: string): string {
  if (issue.path.length === 0) return "The body must be an object with the documented fields";
  const path = issue.path.map((part) => typeof part === "number" ? `[${part}]` : `.${String(part)}`)
    .join("").slice(1);
  if (isMissing(value, issue.path)) return `${what} "${path}" is required`;
  return `${what} "${path}" is not valid: ${reason(issue)}`;
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let current: unknown = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !(part in current)) return true;
    current = (current as Record<PropertyKey, unknown>)[part];
  }
  return false;
}

/** The expected form. Only our own words: a library's message may quote what the caller sent. */
function reason(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected}`;
    case "too_big":
      return `at most ${issue.maximum} ${unitOf(issue.origin)}`;
    case "too_small":
      return `at least ${issue.minimum} ${unitOf(issue.origin)}`;
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
