import assert from "node:assert/strict";
import { openGuard } from "../../wasm/guard.ts";

/** (module (func (export "trap") unreachable)) */
const trapping = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x08, 0x01, 0x04, 0x74, 0x72, 0x61, 0x70, 0x00, 0x00],
  ...[0x0a, 0x05, 0x01, 0x03, 0x00, 0x00, 0x0b],
]);

function trap(): never {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(trapping));
  (exports["trap"] as () => void)();
  throw new Error("Expected a trap");
}

function overflow(): number {
  return 1 + overflow();
}

Deno.test("openGuard() answers nothing after a trap or an overrun stack", async (t) => {
  for (const [why, call] of [["a trap", trap], ["an overrun stack", overflow]] as const) {
    await t.step(why, () => {
      const { inside, isRunning } = openGuard();
      assert.equal(inside("before()", () => 1), 1);
      assert(isRunning());
      assert.throws(() => inside("match()", call), /stopped in match\(\); restart the process/);
      assert.throws(() => inside("after()", () => 1), /has stopped; restart the process/);
      assert(!isRunning());
    });
  }
});

Deno.test("openGuard() passes a reported error on and goes on", () => {
  const { inside, isRunning } = openGuard();
  const reported = new Error("query: expected dob as 1969");
  const report = () => {
    throw reported;
  };
  assert.throws(() => inside("match()", report), reported);
  assert.equal(inside("match()", () => 1), 1);
  assert(isRunning());
});
