import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isPartialDate, isToCome } from "../../../core/screening/birth_date.ts";

Deno.test("isPartialDate() takes dates that exist, of full or reduced precision", async (t) => {
  const cases = [
    { text: "1969", expected: true },
    { text: "1969-07", expected: true },
    { text: "1969-07-16", expected: true },
    { text: "2024-02-29", expected: true },
    { text: "2023-02-29", expected: false },
    { text: "1900-02-29", expected: false },
    { text: "2000-02-29", expected: true },
    { text: "1969-13", expected: false },
    { text: "1969-00", expected: false },
    { text: "1969-07-32", expected: false },
    { text: "1969-7-16", expected: false },
    { text: "0000", expected: false },
    { text: "0099-01-01", expected: true },
    { text: "1969-07-16T00:00:00Z", expected: false },
    { text: "+1969-07-16", expected: false },
    { text: "16/07/1969", expected: false },
    { text: "", expected: false },
    { text: "1969\n", expected: false },
  ];
  for (const { text, expected } of cases) {
    await t.step(JSON.stringify(text), () => assert.equal(isPartialDate(text), expected));
  }
});

Deno.test("isToCome() takes a date for past or present as soon as it has begun anywhere on earth", async (t) => {
  // On Kiritimati, at UTC+14, the 3rd of March begins at 10:00 UTC of the 2nd.
  const cases = [
    { now: "2026-03-02T09:59:59Z", date: "2026-03-03", expected: true },
    { now: "2026-03-02T10:00:00Z", date: "2026-03-03", expected: false },
    { now: "2026-03-02T10:00:00Z", date: "2026-03-04", expected: true },
    { now: "2026-03-02T09:59:59Z", date: "2026-03-02", expected: false },
    { now: "2026-03-31T09:59:59Z", date: "2026-04", expected: true },
    { now: "2026-03-31T10:00:00Z", date: "2026-04", expected: false },
    { now: "2026-12-31T10:00:00Z", date: "2027", expected: false },
  ];
  for (const { now, date, expected } of cases) {
    await t.step(`${date} at ${now}`, () => {
      assert.equal(isToCome(date, Temporal.Instant.from(now)), expected);
    });
  }
});

Deno.test("isPartialDate() takes every day of the calendar and each of its prefixes", () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date("0001-01-01T00:00:00Z"),
        max: new Date("9999-12-31T00:00:00Z"),
        noInvalidDate: true,
      }),
      (date) => {
        const day = date.toISOString().slice(0, 10);
        return isPartialDate(day) && isPartialDate(day.slice(0, 7)) &&
          isPartialDate(day.slice(0, 4));
      },
    ),
  );
});

Deno.test("isPartialDate() takes nothing that does not begin with a year", () => {
  fc.assert(
    fc.property(fc.string(), (text) => !isPartialDate(text) || /^\d{4}(-\d{2}){0,2}$/.test(text)),
  );
});
