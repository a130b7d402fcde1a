import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isOver18 } from "../../../core/verification/age.ts";

function over18(birthdate: unknown, today: string): boolean | null {
  return isOver18(birthdate, Temporal.PlainDate.from(today));
}

Deno.test("somebody turns 18 on the day, and who was born on 29 February on 1 March", () => {
  const cases = [
    ["2008-11-21", "2026-11-20", false],
    ["2008-11-21", "2026-11-21", true],
    ["2008-02-29", "2026-02-28", false],
    ["2008-02-29", "2026-03-01", true],
    ["2004-02-29", "2022-02-28", false],
    ["2008-02-28", "2026-02-28", true],
    // 18 years after a leap year is never one in this century, but is over 2100.
    ["2086-02-28", "2104-02-28", true],
    ["1900-01-01", "2026-11-21", true],
    ["2026-11-21", "2026-11-21", false],
  ] as const;
  for (const [birthdate, today, expected] of cases) {
    assert.equal(over18(birthdate, today), expected, `${birthdate} on ${today}`);
  }
});

Deno.test("what is no whole date of the past says nothing about an age", () => {
  const none = [
    "2026-11-22",
    "1979",
    "1979-00-00",
    "1979-02-30",
    "1979-13-01",
    "1979-2-3",
    "+001979-02-03",
    "1979-02-03T00:00:00Z",
    "1979-02-03[u-ca=hebrew]",
    " 1979-02-03",
    "",
    19790203,
    null,
    undefined,
    ["1979-02-03"],
  ];
  for (const birthdate of none) assert.equal(over18(birthdate, "2026-11-21"), null);
});

Deno.test("nobody is over 18 before their eighteenth year is over, and everybody after it", () => {
  const day = fc.date({
    min: new Date("1900-01-01T00:00:00Z"),
    max: new Date("2100-12-31T00:00:00Z"),
    noInvalidDate: true,
  }).map((date) => Temporal.PlainDate.from(date.toISOString().slice(0, 10)));
  fc.assert(
    fc.property(day, fc.nat(40_000), (born, days) => {
      const today = born.add({ days });
      const years = born.until(today, { largestUnit: "year" }).years;
      const expected = years >= 18;
      // Temporal counts a birthday of 29 February on the 28th.
      if (born.month === 2 && born.day === 29 && today.month === 2 && today.day === 28) return;
      assert.equal(isOver18(born.toString(), today), expected);
    }),
  );
});
