import assert from "node:assert/strict";
import { counters, gauges, histograms } from "../../core/telemetry/instruments.ts";
import { activeAnswer, fakeProvider, providerEnvironment } from "../support/identity_provider.ts";
import { otlpReceiver, type ReceivedSpan } from "../support/otlp_receiver.ts";
import { liveEnvironment } from "../support/service.ts";
import { startServer } from "../support/server.ts";

/** Texts that must be found in nothing that is exported: each is in a place of its own. */
const personal = {
  name: "Xaver Unverwechselbar",
  token: "tok-unverwechselbar-0123456789",
  clientId: "client-unverwechselbar",
  wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  country: "ZZ-unverwechselbar",
  query: "query-unverwechselbar",
  path: "path-unverwechselbar",
  method: "Unverwechselbar",
  baggage: "baggage-unverwechselbar",
  state: "state-unverwechselbar",
  idempotencyKey: "key-unverwechselbar",
  address: "203.0.113.77",
} as const;

Deno.test("telemetry over OTLP: spans, metrics and log records of a live deployment, nothing personal in them", async (t) => {
  await using receiver = otlpReceiver();
  await using provider = fakeProvider((token) =>
    Response.json(
      token === personal.token
        ? activeAnswer(provider, Temporal.Now.instant(), {
          client_id: personal.clientId,
          azp: personal.clientId,
        })
        : { active: false },
    )
  );
  await using server = await startServer({
    ...await liveEnvironment(),
    ...providerEnvironment(provider.url),
    ...receiver.environment,
    AVAL_KV: ":memory:",
    AVAL_LOG: "debug",
    AVAL_TRUSTED_PROXIES: "127.0.0.1/32",
  });
  const headers = {
    authorization: `Bearer ${personal.token}`,
    "content-type": "application/json",
    "x-forwarded-for": personal.address,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    tracestate: `a=${personal.state}`,
    baggage: `name=${personal.baggage}`,
  };
  const screen = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${server.url}/v1/screen?q=${personal.query}`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ name, walletAddresses: [personal.wallet] }),
    });
    assert.equal(answer.status, 200);
    return await answer.json();
  };
  const key = { "idempotency-key": personal.idempotencyKey };
  const { classification, candidates: { length: candidates } } = await screen(personal.name, key);
  await screen(personal.name, key); // a replay is no decision
  await screen(personal.name);
  const others = [
    fetch(`${server.url}/v1/screen/${personal.path}?${personal.query}`, { headers }),
    fetch(`${server.url}/${personal.path}?${personal.query}`, { method: personal.method, headers }),
    fetch(`${server.url}/v1/lists`, { headers: { authorization: "Bearer unknown" } }),
  ];
  const statuses: number[] = [];
  for (const answer of await Promise.all(others)) {
    statuses.push(answer.status);
    await answer.body?.cancel();
  }
  assert.deepEqual(statuses, [404, 404, 401]);

  const spansOf = (traceId: string) => receiver.spans().filter((span) => span.traceId === traceId);
  const served = (name: string) => receiver.spans().filter((span) => span.name === name);
  const point = (name: string, attributes: Readonly<Record<string, string>> = {}) =>
    receiver.points().find((one) =>
      one.name === name &&
      Object.entries(attributes).every(([member, value]) => one.attributes[member] === value)
    );
  const declared = { ...counters, ...histograms, ...gauges };
  const quiet = ["aval.screening.reviews", "aval.rate_limit.refusals"];
  const expected = Object.keys(declared).filter((name) => !quiet.includes(name));
  await receiver.until(() =>
    served("POST /v1/screen").length === 3 && served("_OTHER").length === 1 &&
    expected.every((name) => point(name) !== undefined) &&
    point("aval.screening.decisions", {
        "aval.classification": classification,
        "aval.mode": "live",
      })?.value === 2 &&
    receiver.logs().filter(({ body }) => body.includes('"answered"')).length >= 5
  );

  await t.step("a request is one trace: its route above, its steps below", () => {
    for (const root of served("POST /v1/screen")) {
      assert.equal(root.parentSpanId, "", "a caller's trace is not continued");
      assert.equal(root.attributes["http.route"], "/v1/screen");
      assert.equal(Number(root.attributes["http.response.status_code"]), 200);
      const children = spansOf(root.traceId).filter(({ parentSpanId }) =>
        parentSpanId === root.spanId
      );
      assert(children.some(({ name }) => name === "introspect"));
      assert(children.some(({ name }) => name === "read"));
    }
    const [first] = served("POST /v1/screen").map(({ traceId }) => spansOf(traceId));
    const one = (name: string) => first?.find((span) => span.name === name);
    assert.equal(parentOf(first, one("POST"))?.name, "introspect", "the question to the provider");
    assert.equal(one("match")?.attributes["aval.classification"], classification);
    assert.equal(one("match")?.attributes["aval.candidates"], candidates);
    const commit = one("commit");
    assert.equal(commit?.attributes["db.system.name"], "sqlite");
    assert.equal(commit?.attributes["aval.outcome"], "done");
    assert(Number(commit?.attributes["aval.store.bytes"]) > 0);
  });

  await t.step("work that a request sets off has a trace of its own", () => {
    const [sequence] = receiver.spans().filter(({ name }) => name === "sequence");
    assert(sequence !== undefined);
    assert.equal(sequence.parentSpanId, "");
  });

  await t.step("every metric comes with its declared unit and attributes", () => {
    for (const name of expected) {
      const instrument = declared[name as keyof typeof declared];
      for (const found of receiver.points().filter((one) => one.name === name)) {
        assert.equal(found.unit, instrument.unit, name);
        assert.deepEqual(Object.keys(found.attributes).sort(), [...instrument.attributes], name);
      }
    }
    assert.equal(point("aval.draining")?.value, 0);
    assert.equal(point("aval.introspection.breaker.open")?.value, 0);
    assert.equal(
      point("aval.introspection.lookups", { "aval.cache": "hit", "aval.outcome": "active" })?.value,
      3,
    );
    assert.equal(
      point("aval.introspection.lookups", { "aval.outcome": "inactive" })?.value,
      1,
    );
    const duration = receiver.points().filter(({ name }) =>
      name === "http.server.request.duration"
    );
    assert(
      duration.some(({ attributes }) => Number(attributes["http.response.status_code"]) === 200),
    );
    // The runtime of the floor leaves the route out of its metric.
    if (!Deno.version.deno.startsWith("2.5.")) {
      assert(duration.some(({ attributes }) => attributes["http.route"] === "/v1/screen"));
    }
  });

  await t.step("log lines say their trace, exported and on standard error", () => {
    const [root] = served("POST /v1/screen");
    const lines = server.errorText().split("\n").filter((line) =>
      line.includes(root?.traceId ?? "-")
    );
    assert(lines.length > 0);
    for (const line of lines) {
      const record = JSON.parse(line);
      assert.equal(record.trace_id, root?.traceId);
      const exported = receiver.logs().find(({ body }) => body.trim() === line);
      assert.deepEqual([exported?.traceId, exported?.spanId], [record.trace_id, record.span_id]);
    }
  });

  await t.step("nothing personal is exported", () => {
    const text = receiver.text().toLowerCase();
    for (const [what, secret] of Object.entries(personal)) {
      const found = text.indexOf(secret.toLowerCase());
      // The runtime's own metric has the method as it came: the collector's configuration renames it.
      if (what === "method") continue;
      assert.equal(found, -1, `${what}: ${text.slice(Math.max(0, found - 200), found + 200)}`);
    }
    for (const span of receiver.spans()) {
      assert(
        !Object.keys(span.attributes).some((name) =>
          name.startsWith("url.") && name !== "url.scheme"
        ),
      );
      assert(!JSON.stringify(span).includes(personal.method));
    }
  });
});

function parentOf(
  spans: readonly ReceivedSpan[] | undefined,
  span: ReceivedSpan | undefined,
): ReceivedSpan | undefined {
  return spans?.find(({ spanId }) => spanId === span?.parentSpanId);
}

Deno.test("telemetry is off by default: no log line says a trace", async () => {
  await using server = await startServer({ AVAL_KV: ":memory:", AVAL_LOG: "debug" });
  await (await fetch(`${server.url}/health`)).body?.cancel();
  assert.equal(await server.terminate(), 0);
  assert.match(server.errorText(), /"answered"/);
  assert.doesNotMatch(server.errorText(), /trace_id/);
});
