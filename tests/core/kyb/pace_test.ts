import assert from "node:assert/strict";
import { openPace } from "../../../core/kyb/pace.ts";
import { fixedClock } from "../../support/clock.ts";

/** Which of so many steps let others run, each of which takes so long. */
async function pausesOf(steps: number, milliseconds: number): Promise<readonly number[]> {
  const clock = fixedClock();
  const pauses: number[] = [];
  let at = 0;
  const pace = openPace({
    clock,
    kyb: { letOthersRun: () => Promise.resolve(void pauses.push(at)) },
  });
  for (; at < steps; at++) {
    await pace.step();
    clock.advance({ milliseconds });
  }
  return pauses;
}

Deno.test("openPace() lets others run before every ninth step, and before each that follows a long one", async () => {
  assert.deepEqual(await pausesOf(20, 0), [8, 16]);
  assert.deepEqual(await pausesOf(4, 5), [1, 2, 3]);
  assert.deepEqual(await pausesOf(6, 2), [2, 4]);
  assert.deepEqual(await pausesOf(4, 0), []);
});
