import assert from "node:assert/strict";
import { openCohorts } from "../../base/cohorts.ts";

/** Cohorts whose turns the test ends itself. */
function cohortsByHand() {
  const due: (() => void)[] = [];
  const cohorts = openCohorts<"admit" | "run">((run) => void due.push(run));
  const passed: string[] = [];
  return {
    cohorts,
    passed,
    work: async (name: string) => {
      cohorts.enter();
      await cohorts.meet("run");
      passed.push(name);
    },
    turn: async () => {
      due.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    },
    due,
  };
}

Deno.test("work that is alone waits for no turn", async () => {
  const { cohorts, due } = cohortsByHand();
  cohorts.enter();
  await cohorts.meet("admit");
  await cohorts.meet("run");
  cohorts.leave();
  cohorts.enter();
  await cohorts.meet("run");
  assert.equal(due.length, 0);
});

Deno.test("work that comes in one turn goes on in the next, in its order", async () => {
  const { work, turn, passed, due } = cohortsByHand();
  await work("alone");
  const all = [work("a"), work("b"), work("c")];
  assert.equal(due.length, 1);
  assert.deepEqual(passed, ["alone"]);
  await turn();
  assert.deepEqual(passed, ["alone", "a", "b", "c"]);
  await Promise.all(all);
});

Deno.test("a turn takes 32 at most, and the rest goes on by itself", async () => {
  const { work, turn, passed, due } = cohortsByHand();
  await work("first");
  const all = Array.from({ length: 70 }, (_, n) => work(`${n}`));
  for (const expected of [33, 65, 71]) {
    await turn();
    assert.equal(passed.length, expected);
  }
  assert.equal(due.length, 0);
  await Promise.all(all);
});
