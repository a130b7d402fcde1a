import assert from "node:assert/strict";
import fc from "fast-check";
import { edtfOfHijri, edtfOfHijriNote } from "../../../sources/lists/hijri.ts";

Deno.test("edtfOfHijriNote() reads births as the Security Council writes them", () => {
  // UN QDi.291, who is also listed as born on 18 and on 19 April 1982.
  assert.equal(edtfOfHijriNote("24/06/1402 (Hijri Calendar)"), "1982-04-18/1982-04-20");
  // The same person's passport ended on 21/03/1431, which the list gives as 7 March 2010, too.
  assert.equal(edtfOfHijriNote("21/03/1431 (Hijri Calendar)"), "2010-03-06/2010-03-08");
  assert.equal(edtfOfHijriNote("24/06/1402"), null);
  assert.equal(edtfOfHijriNote("Hijri"), null);
});

Deno.test("edtfOfHijri() is as precise as what is known, and knows the calendar's bounds", async (t) => {
  const cases = [
    // The year 1400 began on 20 or 21 November 1979 and had 354 or 355 days.
    { date: { year: 1400, month: 0, day: 0 }, expected: "1979-11-20/1980-11-09" },
    { date: { year: 1402, month: 6, day: 0 }, expected: "1982-03-26/1982-04-25" },
    { date: { year: 1402, month: 0, day: 5 }, expected: null },
    { date: { year: 1402, month: 13, day: 1 }, expected: null },
    { date: { year: 1402, month: 6, day: 31 }, expected: null },
    { date: { year: 1982, month: 4, day: 1 }, expected: null },
    { date: { year: Number.NaN, month: 4, day: 1 }, expected: null },
  ];
  for (const { date, expected } of cases) {
    await t.step(JSON.stringify(date), () => assert.equal(edtfOfHijri(date), expected));
  }
});

Deno.test("edtfOfHijri() covers the day of the civil calendar that the runtime knows", () => {
  const format = new Intl.DateTimeFormat("en-u-ca-islamic-civil", {
    ...{ year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" },
  });
  const min = new Date("1801-01-01T00:00:00Z");
  const max = new Date("2099-01-01T00:00:00Z");
  fc.assert(fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
    const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
    const part = (type: "year" | "month" | "day") => Number(parts.get(type));
    const day = date.toISOString().slice(0, 10);
    const { 0: first = "", 1: last = "" } = edtfOfHijri({
      year: part("year"),
      month: part("month"),
      day: part("day"),
    })?.split("/") ?? [];
    assert(first < day && day < last, `${day} ${first} ${last}`);
    assert.equal(Date.parse(last) - Date.parse(first), 2 * 86_400_000);
  }));
});
