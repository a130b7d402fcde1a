import "../../base/temporal.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Mode } from "../../core/nouns.ts";
import { requestFingerprint } from "../../core/idempotency/request_fingerprint.ts";
import { jsonLog } from "../../base/json_log.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { fixedClock } from "../support/clock.ts";
import { seededRandom } from "../support/random.ts";

Deno.test("requestFingerprint() is the same for the same members in any order, and for nothing else", () => {
  const of = (body: unknown, path = "/v1/screen", mode: Mode = "sandbox") =>
    requestFingerprint({ method: "post", path, mode, params: undefined, body });
  assert.equal(of({ a: 1, b: [1, 2] }), of({ b: [1, 2], a: 1 }));
  assert.notEqual(of({ b: [1, 2] }), of({ b: [2, 1] }));
  assert.notEqual(of({}), of({ a: null }));
  assert.notEqual(of({}), of({}, "/v1/screen/x/review"));
  assert.notEqual(of({}), of({}, undefined, "live"));
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
    assert.equal(of(a) === of(b), JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
  }));
});

/** Members in the order of their names, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, sorted(member)]).toSorted((a, b) =>
    String(a[0]) < String(b[0]) ? -1 : 1
  ).concat([["object", true]]);
}

Deno.test("uuidV7() is a version 7 UUID that begins with the time", () => {
  const clock = fixedClock("2026-03-02T09:00:00.123Z");
  const random = seededRandom(3);
  const ids = Array.from({ length: 50 }, () => {
    clock.advance({ milliseconds: 1 });
    return uuidV7({ clock, random });
  });
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.deepEqual(ids.toSorted(), ids);
  const milliseconds = parseInt((ids[0] ?? "").replaceAll("-", "").slice(0, 12), 16);
  assert.equal(milliseconds, Date.parse("2026-03-02T09:00:00.124Z"));
});

Deno.test("jsonLog() writes one JSON object a line from its level on, faults with their causes", () => {
  const lines: string[] = [];
  const log = jsonLog({
    level: "info",
    clock: fixedClock(),
    write: (line) => void lines.push(line),
  });
  log.debug("hidden");
  log.info("started", { mode: "sandbox" });
  log.error("fault", new Error("outer\nline", { cause: new TypeError("inner") }), {
    requestId: "r",
  });
  log.error("odd", "text that may hold anything");
  assert.equal(lines.length, 3);
  assert.deepEqual(JSON.parse(lines[0] ?? ""), {
    at: "2026-03-02T09:00:00.000Z",
    level: "info",
    event: "started",
    mode: "sandbox",
  });
  const { fault } = JSON.parse(lines[1] ?? "");
  assert.deepEqual([fault.message, fault.cause.name, fault.cause.message], [
    "outer\nline",
    "TypeError",
    "inner",
  ]);
  assert.doesNotMatch(lines[2] ?? "", /anything/);
  for (const line of lines) assert.doesNotMatch(line, /\n/);
});
