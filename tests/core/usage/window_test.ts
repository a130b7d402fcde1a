import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { requestVolume } from "../../../core/usage/request_volume.ts";
import { datesOf, usageWindow } from "../../../core/usage/window.ts";
import { runs } from "../../support/runs.ts";

const today = Temporal.PlainDate.from("2026-03-02");

Deno.test("usageWindow() defaults to the 90 days before today", () => {
  assert.deepEqual(usageWindow({}, today), {
    ok: true,
    value: { from: "2025-12-02", to: "2026-03-02" },
  });
  assert.deepEqual(usageWindow({ to: "2024-03-01" }, today), {
    ok: true,
    value: { from: "2023-12-02", to: "2024-03-01" },
  });
});

Deno.test("usageWindow() takes up to 366 days and names what is wrong", async (t) => {
  const cases = [
    { why: "one day", from: "2026-03-01", to: "2026-03-02", days: 1 },
    { why: "a leap year and nothing more", from: "2024-01-01", to: "2025-01-01", days: 366 },
    { why: "a day more", from: "2023-12-31", to: "2025-01-01", days: null },
    { why: "no day: an empty window", from: "2026-03-02", to: "2026-03-02", days: 0 },
    { why: "backwards", from: "2026-03-03", to: "2026-03-02", days: null },
  ];
  for (const { why, from, to, days } of cases) {
    await t.step(why, () => {
      const window = usageWindow({ from, to }, today);
      if (window.ok) assert.equal(datesOf(window.value).length, days);
      else assert.match(window.refusal.message, /^Query parameter "from" is not valid: /);
      assert.equal(window.ok, days !== null);
    });
  }
});

Deno.test("requestVolume() has every day and month once, and they add up", () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((day) =>
    Temporal.PlainDate.from("1990-01-01").add({ days: day })
  );
  const width = fc.integer({ min: 1, max: 366 });
  fc.assert(
    fc.property(days, width, fc.array(fc.nat(99)), (first, wide, counts) => {
      const window = { from: first.toString(), to: first.add({ days: wide }).toString() };
      const dates = datesOf(window);
      const requests = new Map(
        counts.map((count, index) => [dates[(index * 7) % dates.length] ?? "", count]),
      );
      const { total, byDay, byMonth } = requestVolume(window, requests);
      assert.deepEqual(byDay.map(({ date }) => date), dates);
      const sum = [...requests.values()].reduce((all, count) => all + count, 0);
      assert.equal(total, sum);
      assert.equal(byMonth.reduce((all, { count }) => all + count, 0), sum);
      assert.deepEqual(byMonth.map(({ month }) => month), [
        ...new Set(dates.map((date) => date.slice(0, 7))),
      ]);
    }),
    { numRuns: runs(30) },
  );
});
