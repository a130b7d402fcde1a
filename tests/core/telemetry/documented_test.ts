import assert from "node:assert/strict";
import { counters, gauges, histograms, type Instrument } from "../../../core/telemetry/schema.ts";

const root = new URL("../../../", import.meta.url);
const page = await Deno.readTextFile(new URL("docs/observability.md", root));

/** The level of an event: the head of its table, which has `debug` beside `info`. */
function levelOf(event: string): string {
  const [before = ""] = page.split(`\n| \`${event}\` |`);
  const level = [...before.matchAll(/^\| (\w+) \| Members \|$/gm)].at(-1)?.[1]?.toLowerCase();
  assert(before.length < page.length, event);
  return event === "answered" && level === "info" ? "debug" : level ?? "";
}

Deno.test("docs/observability.md has every metric as it is declared, and no other", () => {
  const kinds: readonly (readonly [string, Readonly<Record<string, Instrument>>])[] = [
    ["Counter", counters],
    ["Histogram", histograms],
    ["Gauge", gauges],
  ];
  for (const [kind, declared] of kinds) {
    const [, table = ""] = page.split(`| ${kind} | Attributes | Meaning |\n`);
    const documented = table.split("\n\n")[0]!.split("\n").slice(1);
    const expected = Object.entries(declared).map(([name, { attributes, description }]) => {
      const named = attributes.map((attribute) => `\`${attribute}\``).join(", ") || "none";
      return `| \`${name}\` | ${named} | ${description} |`;
    });
    assert.deepEqual(documented.toSorted(), expected.toSorted());
  }
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
