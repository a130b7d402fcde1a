import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseDisclosureFrame,
  protectedNames,
} from "../../../standards/sd_jwt/disclosure_frame.ts";
import { runs } from "../../support/runs.ts";

function refusalOf(frame: unknown): readonly [string, string] {
  const parsed = parseDisclosureFrame(frame);
  assert(!parsed.ok, `${JSON.stringify(frame)} is taken`);
  return [parsed.refusal.issue.path, parsed.refusal.issue.reason];
}

Deno.test("a frame is read as it was written", () => {
  const frames = [
    {},
    { _sd: [] },
    { _sd: ["a", "b"], _sd_decoy: 3, c: { _sd: [0, 2], 1: { _sd: ["d"] } } },
    JSON.parse('{"_sd": ["__proto__", "constructor"], "__proto__": {"_sd": ["x"]}}'),
  ];
  for (const frame of frames) {
    const parsed = parseDisclosureFrame(frame);
    assert(parsed.ok);
    assert.equal(JSON.stringify(parsed.value), JSON.stringify(frame));
    assert.equal(Object.getPrototypeOf(parsed.value), Object.prototype);
  }
});

Deno.test("no protected name is disclosable, at any depth", () => {
  const specified = ["iss", "vct", "iat", "exp", "nbf", "cnf", "sub", "status"];
  for (const name of specified) assert(protectedNames.has(name), name);
  for (const name of protectedNames) {
    assert.equal(refusalOf({ _sd: ["a", name] })[0], "/_sd/1", name);
    assert.equal(refusalOf({ a: { b: { _sd: [name] } } })[0], "/a/b/_sd/0", name);
    if (name === "_sd" || name === "_sd_decoy") continue;
    assert.equal(refusalOf({ [name]: {} })[0], `/${name.replace("/", "~1")}`, name);
    assert.match(refusalOf({ a: { [name]: { _sd: ["b"] } } })[1], /protected/);
  }
});

Deno.test("another form, and what is named twice, is refused by its place", () => {
  const refused: readonly (readonly [unknown, string])[] = [
    [null, ""],
    [[], ""],
    ["x", ""],
    [{ a: 1 }, "/a"],
    [{ a: ["b"] }, "/a"],
    [{ a: null }, "/a"],
    [{ _sd: "a" }, "/_sd"],
    [{ _sd: {} }, "/_sd"],
    [{ _sd: ["a", "a"] }, "/_sd/1"],
    [{ _sd: [0, "0"] }, "/_sd/1"],
    [{ _sd: [-1] }, "/_sd/0"],
    [{ _sd: [0.5] }, "/_sd/0"],
    [{ _sd: [1_000] }, "/_sd/0"],
    [{ _sd: [null] }, "/_sd/0"],
    [{ _sd: [""] }, "/_sd/0"],
    [{ _sd: ["x".repeat(256)] }, "/_sd/0"],
    [{ _sd_decoy: -1 }, "/_sd_decoy"],
    [{ _sd_decoy: 33 }, "/_sd_decoy"],
    [{ _sd_decoy: 1.5 }, "/_sd_decoy"],
    [{ _sd_decoy: "1" }, "/_sd_decoy"],
    [{ "a/b~": { _sd: [true] } }, "/a~1b~0/_sd/0"],
  ];
  for (const [frame, path] of refused) {
    assert.equal(refusalOf(frame)[0], path, JSON.stringify(frame));
  }
});

Deno.test("depth, names and decoys are bounded in all", () => {
  let deep: unknown = {};
  for (let level = 0; level < 50_000; level++) deep = { a: deep };
  assert.match(refusalOf(deep)[1], /16 levels/);
  const names = Array.from({ length: 501 }, (_, n) => `a${n}`);
  assert.match(refusalOf({ _sd: names })[1], /500 names/);
  assert.match(refusalOf(Object.fromEntries(names.map((name) => [name, {}])))[1], /500 names/);
  const decoys = Object.fromEntries(names.slice(0, 9).map((name) => [name, { _sd_decoy: 32 }]));
  assert.match(refusalOf(decoys)[1], /256 decoys/);
});

Deno.test("any JSON at all is a frame or refused", () => {
  const frames = fc.oneof(
    fc.jsonValue(),
    fc.letrec((tie) => ({
      frame: fc.dictionary(
        fc.constantFrom("_sd", "_sd_decoy", "a", "b", "0", "iss", "__proto__"),
        fc.oneof(
          { depthSize: "small" },
          fc.array(fc.oneof(fc.constantFrom("a", "iss", "__proto__"), fc.integer())),
          fc.integer({ min: -1, max: 40 }),
          tie("frame"),
        ),
        { noNullPrototype: true },
      ),
    })).frame,
  );
  fc.assert(
    fc.property(frames, (frame) => {
      const parsed = parseDisclosureFrame(frame);
      if (parsed.ok) {
        assert.deepEqual(
          JSON.parse(JSON.stringify(parsed.value)),
          JSON.parse(JSON.stringify(frame)),
        );
      } else assert(parsed.refusal.issue.reason.length > 0);
    }),
    { numRuns: runs(2_000) },
  );
});
