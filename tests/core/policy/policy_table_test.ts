import assert from "node:assert/strict";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { policyRows, policyTable } from "../../../core/policy/policy_table.ts";
import { supportedVariables } from "../../../service/config/variables.ts";

const page = await Deno.readTextFile(new URL("../../../docs/configuration.md", import.meta.url));

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
    const isList = name.endsWith("Countries");
    assert.equal(unit === "switch", typeof value !== "number" && !isList, name);
  }
});

Deno.test("policyTable() is one Markdown table", () => {
  const lines = policyTable().trimEnd().split("\n");
  assert.equal(lines.length, policyRows().length + 2);
  for (const line of lines) assert.match(line, /^\|(?:[^|]+\|){3}$/);
  const stale =
    "| `lists.staleHours` | 48 | Age at which health reports stale lists: spans a weekend |";
  assert(lines.includes(stale));
});

Deno.test("docs/configuration.md has the policy as policyTable() prints it", () => {
  const printed = /^\| name \| default [\s\S]*?(?=\n\n)/m.exec(page)?.[0];
  assert.equal(printed, policyTable().trimEnd());
});

Deno.test("docs/configuration.md has every variable that is read", () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
  assert.deepEqual(rows, supportedVariables);
});
