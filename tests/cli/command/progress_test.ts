import assert from "node:assert/strict";
import fc from "fast-check";
import { renderProgress } from "../../../cli/command/progress.ts";

Deno.test("renderProgress() shows bar, percentage and what is done now", async (t) => {
  const cases = [
    { done: 0, columns: 80, expected: `[${"-".repeat(30)}]   0 % reading` },
    { done: 1, columns: 18, expected: "[#####-----]  50 %" },
    { done: 1, columns: 80, expected: `[${"#".repeat(15)}${"-".repeat(15)}]  50 % reading` },
    { done: 2, columns: 80, expected: `[${"#".repeat(30)}] 100 % reading` },
  ];
  for (const { done, columns, expected } of cases) {
    await t.step(`${done} of 2 on ${columns} columns`, () => {
      const line = renderProgress({ done, total: 2, label: "reading" }, columns);
      assert.equal(line, expected);
    });
  }
});

Deno.test("renderProgress() fits any terminal and never runs over 100 %", () => {
  const counts = fc.integer({ min: -5, max: 1_000 });
  fc.assert(fc.property(counts, counts, fc.string(), fc.nat(200), (done, total, label, columns) => {
    const line = renderProgress({ done, total, label }, columns);
    assert([...line].length <= columns);
    const percent = /(\d+) %/.exec(line)?.[1];
    if (percent !== undefined && columns > 40) assert(Number(percent) <= 100);
  }));
});
