import assert from "node:assert/strict";
import { counters, histograms } from "../../core/telemetry/schema.ts";
import { startObservability } from "../support/observability.ts";
import { type Exported, readOtlp } from "../support/otlp.ts";
import { exportingTo } from "../support/otlp_receiver.ts";
import {
  checkMetrics,
  checkNothingPersonal,
  checkTraces,
  instruments,
  isComplete,
} from "../support/telemetry_checks.ts";
import {
  inventedMethod,
  observedService,
  personal,
  sendTraffic,
} from "../support/telemetry_traffic.ts";

/** Folder with a real collector and a real Prometheus: `tests/telemetry.sh` makes and prints it. */
const tools = Deno.env.get("AVAL_TEST_TELEMETRY");
if (tools === undefined) {
  console.error(
    "LEFT OUT: 2 tests against a real OpenTelemetry Collector and Prometheus; get them by tests/telemetry.sh and name their folder in AVAL_TEST_TELEMETRY",
  );
}

/** Defines a test that needs the real collector and Prometheus. */
function withTools(
  name: string,
  run: (tools: string, t: Deno.TestContext) => Promise<void>,
): void {
  if (tools !== undefined) Deno.test(`observability: ${name}`, (t) => run(tools, t));
}

withTools("promtool finds the rules in order, and each fires when it must", async (tools) => {
  const cwd = new URL("../../deploy/observability/prometheus/", import.meta.url);
  const promtool = async (...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(`${tools}/promtool`, { args, cwd })
      .output();
    const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
    assert(success, said);
  };
  await promtool("check", "config", "prometheus.yml");
  await promtool("check", "rules", "alerts.yml");
  await promtool("test", "rules", "alerts_test.yml");
  const rules = await Deno.readTextFile(new URL("alerts.yml", cwd));
  const tests = await Deno.readTextFile(new URL("alerts_test.yml", cwd));
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  assert.deepEqual(names.filter((name) => !tests.includes(`alertname="${name}"`)), []);
});

withTools("what a collector passes on, and what Prometheus makes of it", async (tools, t) => {
  await using observability = await startObservability(tools);
  await using observed = await observedService(exportingTo(observability.otlp));
  const { server, provider } = observed;
  const sent = await sendTraffic(server.url);
  const exported = await eventually(
    async () => readLines(await observability.passedOn()),
    isComplete,
  );

  await t.step("a request is one trace", () => checkTraces(exported, sent));
  await t.step("metrics come as they are declared", () => checkMetrics(exported, sent));
  await t.step("nothing personal passes, and no invented method", async () => {
    const text = await observability.passedOn() + await observability.scraped();
    checkNothingPersonal(text);
    assert(!text.includes(inventedMethod));
    assert(text.includes("_OTHER"));
  });
  await t.step("a log line becomes a record with its members and its level", () => {
    const record = exported.logs.find(({ body, attributes }) =>
      body === "answered" && attributes["operation"] === "POST /v1/screen"
    );
    assert.equal(record?.severityText, "debug");
    assert.equal(Number(record?.attributes["status"]), 200);
    assert(exported.spans.some(({ traceId }) => traceId === record?.traceId));
  });
  await t.step("Prometheus knows every metric by its name", async () => {
    for (const [name, instrument] of Object.entries(instruments)) {
      const { data } = await eventually(
        () => observability.ask(`query?query=${prometheusName(name, instrument)}`),
        ({ data }) => data.result.length > 0,
      );
      const { metric } = data.result[0];
      assert.deepEqual([metric.job, metric.instance], ["aval", "test-1"]);
    }
  });
  await t.step("every rule is loaded, and none is in error", async () => {
    const { data } = await observability.ask("rules");
    // deno-lint-ignore no-explicit-any -- Prometheus's answer
    const rules = data.groups.flatMap((group: any) => group.rules);
    assert(rules.length > 15);
    for (const { name, lastError } of rules) assert.equal(lastError ?? "", "", name);
  });
  await t.step("a provider that fails makes the alert fire that is for it", async () => {
    const firing = async () => {
      const { data } = await observability.ask("alerts");
      // deno-lint-ignore no-explicit-any -- Prometheus's answer
      const fires = data.alerts.filter(({ state }: any) => state === "firing");
      // deno-lint-ignore no-explicit-any -- Prometheus's answer
      return fires.map(({ labels }: any) => labels.alertname as string);
    };
    assert(!(await firing()).includes("AvalBreakerOpen"));
    provider.says(() => new Response(null, { status: 500 }));
    for (let asked = 0; asked < 10; asked++) {
      const headers = { authorization: `Bearer ${personal.otherToken}-${asked}` };
      const answer = await fetch(`${server.url}/v1/lists`, { headers });
      assert.equal(answer.status, 503);
      await answer.body?.cancel();
    }
    await eventually(firing, (names) => names.includes("AvalBreakerOpen"));
  });
});

/** Parses complete lines; text after the last line break is still being written. */
function readLines(text: string): Exported {
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return readOtlp(lines.filter((line) => line !== "").map((line) => JSON.parse(line)));
}

/** A metric's name in the collector's exporter for Prometheus, which appends the unit. */
function prometheusName(name: string, { unit }: { readonly unit: string }): string {
  const base = `${name.replaceAll(".", "_")}${unit === "s" ? "_seconds" : ""}`;
  if (name in histograms) return `${base}_count`;
  return name in counters ? `${base}_total` : base;
}

/** Tries for a minute until there is a value, which normally takes a few seconds. */
async function eventually<Value>(
  read: () => Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<Value> {
  for (let reads = 0; reads < 300; reads++) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`It did not come about: ${holds}`);
}
