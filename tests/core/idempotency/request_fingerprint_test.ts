import assert from "node:assert/strict";
import fc from "fast-check";
import type { Mode } from "../../../core/nouns.ts";
import { requestFingerprint } from "../../../core/idempotency/request_fingerprint.ts";

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

/** A value with its members in the order of their names, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, sorted(member)]).toSorted((a, b) =>
    String(a[0]) < String(b[0]) ? -1 : 1
  ).concat([["object", true]]);
}
