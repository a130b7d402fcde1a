import assert from "node:assert/strict";
import { anySignal } from "../../base/any_signal.ts";

Deno.test("the first signal aborts, for its reason, and no later one does", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const joined = anySignal([one.signal, other.signal]);
  let times = 0;
  joined.addEventListener("abort", () => times++);
  assert.equal(joined.aborted, false);
  other.abort("the second");
  one.abort("the first");
  assert.deepEqual([joined.aborted, joined.reason, times], [true, "the second", 1]);
});

Deno.test("one that has aborted already aborts at once", () => {
  const joined = anySignal([new AbortController().signal, AbortSignal.abort("before")]);
  assert.deepEqual([joined.aborted, joined.reason], [true, "before"]);
});

Deno.test("whoever waits for a deadline is told of it, whatever is collected meanwhile", async () => {
  const script = `
    import { anySignal } from "./base/any_signal.ts";
    const never = new AbortController();
    let told = 0;
    (() => {
      for (let n = 0; n < 50; n++) {
        anySignal([never.signal, AbortSignal.timeout(100)]).addEventListener("abort", () => told++);
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 10));
    gc();
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log(told);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--v8-flags=--expose-gc", script],
    stdin: "null",
  }).output();
  assert.equal(new TextDecoder().decode(stdout).trim(), "50");
});
