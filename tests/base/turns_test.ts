import assert from "node:assert/strict";
import { openSteps, openTurns } from "../../base/turns.ts";
import { fixedClock } from "../support/clock.ts";

Deno.test("openTurns() lets one of all who wait go on in a turn, in the order of asking", async () => {
  const due: (() => void)[] = [];
  const nextTurn = openTurns((run) => void due.push(run));
  const gone: string[] = [];
  const wait = async (name: string, steps: number) => {
    for (let step = 1; step <= steps; step++) {
      await nextTurn();
      gone.push(`${name}${step}`);
    }
  };
  const all = Promise.all([wait("a", 2), wait("b", 1), wait("c", 2)]);
  const turns: (readonly string[])[] = [];
  while (due.length > 0) {
    assert.equal(due.length, 1);
    due.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
    turns.push(gone.splice(0));
  }
  await all;
  assert.deepEqual(turns, [["a1"], ["b1"], ["c1"], ["a2"], ["c2"]]);
  const later = nextTurn();
  due.shift()?.();
  await later;
});

Deno.test("openSteps() lets others run before a step that follows long work", async () => {
  const turnsOf = async (steps: number, milliseconds: number) => {
    const clock = fixedClock();
    const turns: number[] = [];
    let at = 0;
    const step = openSteps({ clock, nextTurn: () => Promise.resolve(void turns.push(at)) });
    for (; at < steps; at++) {
      await step();
      clock.advance({ milliseconds });
    }
    return turns;
  };
  assert.deepEqual(await turnsOf(4, 5), [1, 2, 3]);
  assert.deepEqual(await turnsOf(6, 2), [2, 4]);
  assert.deepEqual(await turnsOf(4, 0), []);
});
