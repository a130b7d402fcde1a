import assert from "node:assert/strict";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { policyRows, policyTable } from "../../../core/policy/policy_table.ts";

/** Path and value of every leaf of a nested record. */
function leaves(value: unknown, path: readonly string[] = []): readonly [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path.join("."), value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

Deno.test("policyRows() has every setting of the policy, with its default", () => {
  assert.deepEqual(policyRows().map(({ name, value }) => [name, value]), leaves(defaultPolicy));
});

Deno.test("policyRows() has a unit and a reason for every setting", () => {
  // A number whose name ends in no unit throws.
  for (const { name, value, unit, reason } of policyRows()) {
    assert.notEqual(reason, "", name);
    assert.equal(unit === "switch", typeof value !== "number", name);
  }
});

Deno.test("policyTable() is one Markdown table", () => {
  const lines = policyTable().trimEnd().split("\n");
  assert.equal(lines.length, policyRows().length + 2);
  for (const line of lines) assert.match(line, /^\|(?:[^|]+\|){4}$/);
  assert(lines.includes(
    "| `lists.staleHours` | 48 | h | Age at which health says stale: publishers issue on working days, a weekend passes |",
  ));
});
