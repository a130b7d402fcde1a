import assert from "node:assert/strict";
import { counters, gauges, histograms } from "../../../core/telemetry/schema.ts";

const root = new URL("../../../", import.meta.url);
const page = await Deno.readTextFile(new URL("docs/observability.md", root));
const rows = page.split("\n").filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

/** The row whose first cell begins with this code. */
function rowOf(name: string): readonly string[] {
  return rows.find(([first]) => first?.startsWith(`\`${name}\``)) ?? assert.fail(name);
}

Deno.test("docs/observability.md describes every metric as it is declared, and no other", () => {
  const declared = { ...counters, ...histograms, ...gauges };
  for (const [name, { unit, attributes, description }] of Object.entries(declared)) {
    const [, , ownUnit, ownAttributes, meaning] = rowOf(name);
    const expected = attributes.map((attribute) => `\`${attribute}\``).join(", ") || "none";
    assert.deepEqual([ownUnit, ownAttributes, meaning], [`\`${unit}\``, expected, description]);
  }
  const described = rows.filter((cells) => cells.length === 6 && cells[0]?.startsWith("`"));
  assert.equal(described.length, Object.keys(declared).length);
});

Deno.test("docs/observability.md lists every alert with its reason and what to do", async () => {
  const rules = await Deno.readTextFile(
    new URL("deploy/observability/prometheus/alerts.yml", root),
  );
  const found = rules.matchAll(
    /- alert: (\w+)\n[\s\S]*?severity: (\w+)[\s\S]*?reason: (".*")\n\s*runbook: (".*")/g,
  );
  let alerts = 0;
  for (const [, name = "", severity, reason = "", runbook = ""] of found) {
    const [first, , ownReason, ownRunbook] = rowOf(name);
    assert.equal(first, `\`${name}\` (${severity})`);
    assert.deepEqual([ownReason, ownRunbook], [JSON.parse(reason), JSON.parse(runbook)]);
    alerts++;
  }
  assert.equal(alerts, rules.match(/- alert:/g)?.length);
});

Deno.test("docs/observability.md lists every event that is logged, with its level", async () => {
  const events = new Map<string, string>();
  for (
    const path of await sources([
      "base/",
      "core/",
      "gateways/",
      "kv/",
      "routes/",
      "service/",
      "main.ts",
    ])
  ) {
    const text = await Deno.readTextFile(new URL(path, root));
    for (const [, level = "", event = ""] of text.matchAll(/\blog\.(\w+)\("(\w+)"/g)) {
      events.set(event, level);
    }
  }
  assert(events.size > 10, "log calls are read");
  for (const [event, level] of events) assert.equal(rowOf(event)[1], level, event);
});

async function sources(roots: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(roots.map(async (path) => {
    if (!path.endsWith("/")) return [path];
    const inside: string[] = [];
    for await (const { name, isDirectory } of Deno.readDir(new URL(path, root))) {
      if (isDirectory) inside.push(...await sources([`${path}${name}/`]));
      else if (name.endsWith(".ts")) inside.push(`${path}${name}`);
    }
    return inside;
  }));
  return found.flat();
}
