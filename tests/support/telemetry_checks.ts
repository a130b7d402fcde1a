import assert from "node:assert/strict";
import { counters, gauges, histograms } from "../../core/telemetry/schema.ts";
import type { Exported, ExportedPoint, ExportedSpan } from "./otlp.ts";
import { personal, type Sent } from "./telemetry_traffic.ts";

/** Every metric that the service declares. */
export const instruments = { ...counters, ...gauges, ...histograms };

const screenSpan = "POST /v1/screen";

/** Whether everything that the traffic causes has been exported. */
export function isComplete(exported: Exported): boolean {
  const names = new Set(exported.points.map(({ name }) => name));
  return Object.keys(instruments).every((name) => names.has(name)) &&
    exported.spans.filter(({ name }) => name === screenSpan).length === 7 &&
    exported.spans.some(({ name }) => name === "sequence") &&
    valueOf(exported, "aval.rate_limit.refusals", { "aval.bucket": "screening" }) === 1 &&
    valueOf(exported, "aval.screening.reviews", {}) === 1 &&
    exported.points.some((point) => statusOf(point) === 429) &&
    exported.logs.some(({ body }) => /answered/.test(body));
}

/** The value of the only series with these attributes. */
export function valueOf(
  { points }: Exported,
  name: string,
  attributes: Readonly<Record<string, string>>,
): number | undefined {
  return points.find((point) =>
    point.name === name &&
    Object.entries(attributes).every(([member, value]) => point.attributes[member] === value)
  )?.value;
}

/** Checks that each request is one trace: its route at the top, its steps below. */
export function checkTraces({ spans }: Exported, { classification, candidates }: Sent): void {
  const roots = spans.filter(({ name }) => name === screenSpan);
  for (const root of roots) {
    assert.equal(root.parentSpanId, "", "a caller's trace is not continued");
    assert.equal(root.attributes["http.route"], "/v1/screen");
    assert.match(String(root.attributes["http.response.status_code"]), /^(200|429)$/);
    const below = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    assert(below.every(({ traceId }) => traceId === root.traceId));
    const names = below.map(({ name }) => name);
    assert(names.includes("introspect"), names.join());
  }
  // The client's record is remembered then.
  assert(spans.some((span) => span.name === "read" && parentOf(spans, span)?.name === screenSpan));
  const first = spans.find(({ name }) => name === "POST");
  assert.equal(parentOf(spans, first)?.name, "introspect", "the question to the provider");
  const matches = spans.filter(({ name }) => name === "match");
  assert.equal(matches.length, 5, "a replay and a refusal match nothing");
  const live = matches.find(({ attributes }) => attributes["aval.mode"] === "live");
  assert.equal(live?.attributes["aval.classification"], classification);
  assert.equal(Number(live?.attributes["aval.candidates"]), candidates);
  assert.equal(parentOf(spans, live)?.name, screenSpan);
  const commits = spans.filter((span) =>
    span.name === "commit" && parentOf(spans, span)?.name === screenSpan
  );
  for (const { attributes } of commits) {
    assert.equal(attributes["db.system.name"], "sqlite");
    assert(Number(attributes["db.operation.batch.size"]) > 0);
  }
  assert(commits.some(({ attributes }) => Number(attributes["aval.store.bytes"]) > 0));
  const outcomes = commits.map(({ attributes }) => attributes["aval.outcome"]);
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== "done"),
    [],
    "a replay commits nothing",
  );
  for (const span of spans.filter(({ name }) => name === "sequence")) {
    assert.equal(span.parentSpanId, "", "the sequencer is nobody's request");
  }
}

function parentOf(
  spans: readonly ExportedSpan[],
  span: ExportedSpan | undefined,
): ExportedSpan | undefined {
  return spans.find(({ spanId, traceId }) =>
    spanId === span?.parentSpanId && traceId === span.traceId
  );
}

/**
 * Checks that every declared metric was exported with its unit, exactly its attributes and correct
 * counts.
 */
export function checkMetrics(exported: Exported, { classification }: Sent): void {
  for (const [name, { unit, attributes }] of Object.entries(instruments)) {
    const found = exported.points.filter((point) => point.name === name);
    assert(found.length > 0, name);
    for (const point of found) {
      assert.equal(point.unit, unit, name);
      assert.deepEqual(Object.keys(point.attributes).sort(), [...attributes], name);
    }
  }
  const expected: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ["aval.screening.decisions", { "aval.classification": classification, "aval.mode": "live" }, 4],
    [
      "aval.screening.decisions",
      { "aval.classification": "POSSIBLE_MATCH", "aval.mode": "sandbox" },
      1,
    ],
    ["aval.wallet_risk.scores", { "aval.classification": "LOW", "aval.mode": "live" }, 1],
    [
      "aval.kyb.drafts",
      { "aval.mode": "live", "aval.recommendation": "NEEDS_INFO_RECOMMENDED" },
      1,
    ],
    ["aval.introspection.lookups", { "aval.cache": "miss", "aval.outcome": "active" }, 1],
    ["aval.introspection.lookups", { "aval.cache": "miss", "aval.outcome": "inactive" }, 1],
    ["aval.introspection.lookups", { "aval.cache": "hit", "aval.outcome": "active" }, 9],
    ["aval.draining", {}, 0],
    ["aval.introspection.breaker.open", {}, 0],
    ["aval.lists.age.limit", {}, 172_800],
  ];
  for (const [name, attributes, value] of expected) {
    assert.equal(valueOf(exported, name, attributes), value, JSON.stringify([name, attributes]));
  }
  const served = exported.points.filter(({ name }) => name === "http.server.request.duration");
  for (const status of [200, 401, 404, 429]) {
    assert(served.some((point) => statusOf(point) === status), String(status));
  }
  assert(served.every(({ unit }) => unit === "s"));
}

/**
 * The status in the runtime's own histogram, which is text or a number, depending on its version.
 */
function statusOf({ attributes }: ExportedPoint): number {
  return Number(attributes["http.response.status_code"]);
}

/** Checks that the export contains no text from a caller. */
export function checkNothingPersonal(text: string): void {
  const lower = text.toLowerCase();
  for (const [what, secret] of Object.entries(personal)) {
    const at = positionOf(lower, secret.toLowerCase());
    assert.equal(at, -1, `${what}: ${text.slice(Math.max(0, at - 200), at + 200)}`);
  }
}

/** Position of a text. Digits must stand alone, since durations or times may contain them. */
function positionOf(text: string, wanted: string): number {
  return /^\d+$/.test(wanted)
    ? text.search(new RegExp(`(?<![\\d.])${wanted}(?!\\d)`))
    : text.indexOf(wanted);
}
