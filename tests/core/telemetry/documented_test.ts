import assert from "node:assert/strict";
import { counters, gauges, histograms } from "../../../core/telemetry/schema.ts";

const root = new URL("../../../", import.meta.url);
const page = await Deno.readTextFile(new URL("docs/observability.md", root));
const rows = page.split("\n").filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

/** The level of an event: the head of its table, which has `debug` beside `info`. */
function levelOf(event: string): string {
  const [before = ""] = page.split(`\n| \`${event}\` |`);
  const level = [...before.matchAll(/^\| (\w+) \| Members \|$/gm)].at(-1)?.[1]?.toLowerCase();
  assert(before.length < page.length, event);
  return event === "answered" && level === "info" ? "debug" : level ?? "";
}

/** The row whose first cell begins with this code. */
function rowOf(name: string): readonly string[] {
  return rows.find(([first]) => first?.startsWith(`\`${name}\``)) ?? assert.fail(name);
}

Deno.test("docs/observability.md has every metric as it is declared, and no other", () => {
  const declared = { ...counters, ...histograms, ...gauges };
  for (const [name, { unit, attributes, description }] of Object.entries(declared)) {
    const [, , ownUnit, ownAttributes, meaning] = rowOf(name);
    const expected = attributes.map((attribute) => `\`${attribute}\``).join(", ") || "none";
    assert.deepEqual([ownUnit, ownAttributes, meaning], [`\`${unit}\``, expected, description]);
  }
  const documented = rows.filter((cells) => cells.length === 5 && cells[0]?.startsWith("`"));
  assert.equal(documented.length, Object.keys(declared).length);
});

Deno.test("docs/runbooks.md has a runbook for every alert, and for no other", async () => {
  const rules = await Deno.readTextFile(
    new URL("deploy/observability/prometheus/alerts.yml", root),
  );
  const runbooks = await Deno.readTextFile(new URL("docs/runbooks.md", root));
  const found = rules.matchAll(
    /- alert: (\w+)\n[\s\S]*?severity: (\w+)[\s\S]*?reason: (".*")\n\s*runbook: (".*")/g,
  );
  const headings: string[] = [];
  for (const [, name = "", severity, reason = "", runbook = ""] of found) {
    const heading = `${name} (${severity})`;
    headings.push(heading);
    const [, section = ""] = runbooks.split(`### ${heading}\n`);
    const text = section.split(/^##/m)[0]!.replaceAll(/\s+/g, " ");
    assert(text.startsWith(` ${JSON.parse(reason)} 1. `), `${name}: reason`);
    assert(text.includes(` 1. ${JSON.parse(runbook)}`), `${name}: steps`);
    assert(text.includes("**Check.**"), `${name}: check`);
  }
  assert.equal(headings.length, rules.match(/- alert:/g)?.length);
  assert.deepEqual([...runbooks.matchAll(/^### (.+)$/gm)].map(([, one]) => one), headings);
});

Deno.test("docs/observability.md has every event that is logged, with its level", async () => {
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
  for (const [event, level] of events) assert.equal(levelOf(event), level, event);
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
