import assert from "node:assert/strict";
import { otlpReceiver } from "../support/otlp_receiver.ts";
import { startServer } from "../support/server.ts";
import {
  checkMetrics,
  checkNothingPersonal,
  checkTraces,
  isComplete,
} from "../support/telemetry_checks.ts";
import {
  inventedMethod,
  observedService,
  personal,
  sendTraffic,
} from "../support/telemetry_traffic.ts";

/** The oldest supported runtime omits the route in its own metric. */
const isFloor = Deno.version.deno.startsWith("2.5.");

Deno.test("telemetry of a live deployment arrives whole over OTLP, with nothing personal in it", async (t) => {
  await using receiver = otlpReceiver();
  await using observed = await observedService(receiver.environment);
  const { server } = observed;
  const sent = await sendTraffic(server.url);
  await receiver.until(isComplete);
  const exported = receiver.exported();

  await t.step("a request is one trace", () => checkTraces(exported, sent));
  await t.step("metrics come as they are declared", () => checkMetrics(exported, sent));
  await t.step("nothing personal is exported", () => checkNothingPersonal(receiver.text()));

  await t.step("a span says the route and neither target nor invented method", () => {
    for (const { name, attributes } of exported.spans) {
      const urls = Object.keys(attributes).filter((key) => key.startsWith("url."));
      assert.deepEqual(urls.filter((key) => key !== "url.scheme"), []);
      assert(!`${name} ${attributes["http.request.method"]}`.includes(inventedMethod));
    }
    assert(exported.spans.some(({ name }) => name === "_OTHER"));
    assert(exported.spans.some(({ name }) => name === "GET /v1/screen/{decisionId}"));
  });

  await t.step("the runtime's metric of requests has their route, from a version on", () => {
    const routes = exported.points.filter(({ name }) => name === "http.server.request.duration")
      .map(({ attributes }) => attributes["http.route"]);
    assert.equal(routes.includes("/v1/screen"), !isFloor);
  });

  await t.step("log lines say their trace, exported and on standard error", () => {
    const { traceId } = exported.spans.find(({ name }) => name === "POST /v1/screen") ?? {};
    const lines = server.errorText().split("\n").filter((line) => line.includes(traceId ?? "-"));
    assert(lines.length > 0);
    for (const line of lines) {
      const record = JSON.parse(line);
      const one = exported.logs.find(({ body }) => body.trim() === line);
      assert.deepEqual([one?.traceId, one?.spanId], [record.trace_id, record.span_id]);
    }
  });
});

Deno.test("telemetry is off by default: no log line says a trace", async () => {
  await using server = await startServer({ AVAL_KV: ":memory:", AVAL_LOG: "debug" });
  await (await fetch(`${server.url}/health`)).body?.cancel();
  assert.equal(await server.terminate(), 0);
  assert.match(server.errorText(), /"answered"/);
  assert.doesNotMatch(server.errorText(), /trace_id/);
});

for (
  const { why, value, env } of [
    {
      why: "where the variable may not be read",
      value: "true",
      env: "AVAL_*,PORT,DENO_KV_ACCESS_TOKEN",
    },
    {
      why: "where it is written otherwise",
      value: "TRUE",
      env: "AVAL_*,PORT,DENO_KV_ACCESS_TOKEN,OTEL_*",
    },
  ]
) {
  Deno.test(`no span says its target, ${why}`, async () => {
    await using receiver = otlpReceiver();
    await using server = await startServer({
      ...receiver.environment,
      OTEL_DENO: value,
      AVAL_KV: ":memory:",
    }, ["--no-prompt", "--allow-net", "--allow-read", `--allow-env=${env}`]);
    await (await fetch(`${server.url}/v1/screen/${personal.path}?${personal.query}`)).body
      ?.cancel();
    await receiver.until(({ spans }) => spans.some(({ name }) => name.startsWith("GET")));
    checkNothingPersonal(receiver.text());
  });
}
