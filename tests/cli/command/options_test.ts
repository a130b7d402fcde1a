import assert from "node:assert/strict";
import { neededOnce, once, refuseArgument } from "../../../cli/command/options.ts";

Deno.test("once() takes no value or one, and refuses a second by the option's name", () => {
  assert.deepEqual(once("--home", undefined), { ok: true, value: null });
  assert.deepEqual(once("--home", ["DE"]), { ok: true, value: "DE" });
  const twice = once("--home", ["DE", "DE"]);
  assert(!twice.ok);
  assert.equal(twice.refusal.message, "--home is given once");
});

Deno.test("neededOnce() takes exactly one value that is not empty", () => {
  assert.deepEqual(neededOnce("--out FILE", ["a"]), { ok: true, value: "a" });
  for (const values of [undefined, [], [""], ["a", "b"]]) {
    const refused = neededOnce("--out FILE", values);
    assert(!refused.ok);
    assert.equal(refused.refusal.message, "--out FILE is needed, once");
  }
});

Deno.test("refuseArgument() names the first argument that belongs to no option", () => {
  assert.equal(refuseArgument([]), null);
  assert.equal(refuseArgument(["a", "b"])?.ok, false);
});
