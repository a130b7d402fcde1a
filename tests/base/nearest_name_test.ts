import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestName } from "../../base/nearest_name.ts";

Deno.test("nearestName() finds what was meant", async (t) => {
  const known = ["AVAL_MODE", "AVAL_LISTS", "AVAL_LOG", "AVAL_SECRET_KEY"];
  const cases = [
    { why: "a letter left out", typed: "AVAL_MOD", expected: "AVAL_MODE" },
    { why: "a letter too many", typed: "AVAL_LOGG", expected: "AVAL_LOG" },
    { why: "another letter", typed: "AVAL_MOTE", expected: "AVAL_MODE" },
    { why: "two swapped", typed: "AVAL_MOED", expected: "AVAL_MODE" },
    { why: "letter case", typed: "aval_lists", expected: "AVAL_LISTS" },
    { why: "three edits of a long name", typed: "AVAL_SECRTKY", expected: "AVAL_SECRET_KEY" },
    { why: "nothing near", typed: "AVAL_SOMETHING_ELSE", expected: null },
    { why: "too short to guess", typed: "AV", expected: null },
  ];
  for (const { why, typed, expected } of cases) {
    await t.step(why, () => assert.equal(nearestName(typed, known), expected));
  }
});

Deno.test("nearestName() gives a known name back as itself", () => {
  fc.assert(fc.property(
    fc.uniqueArray(fc.string({ minLength: 1 }), {
      minLength: 1,
      selector: (name) => name.toLowerCase(),
    }),
    fc.nat(),
    (known, pick) => {
      const name = known[pick % known.length]!;
      assert.equal(nearestName(name, known), name);
    },
  ));
});
