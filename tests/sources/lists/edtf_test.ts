import assert from "node:assert/strict";
import { circa, edtfDate, edtfOfIso, edtfPeriod, edtfRange } from "../../../sources/lists/edtf.ts";

Deno.test("edtfDate() is as precise as what is known, and knows the calendar", async (t) => {
  const cases = [
    [{ year: "1969", month: "7", day: "16" }, "1969-07-16"],
    [{ year: "1969", month: "07" }, "1969-07"],
    [{ year: "1969" }, "1969"],
    [{ year: "1969", month: "00", day: "00" }, "1969"],
    [{ year: "1969", month: "mm", day: "dd" }, "1969"],
    [{ year: "1969", month: null, day: "16" }, "1969"],
    [{ year: "1969", month: "13" }, null],
    [{ year: "1969", month: "2", day: "29" }, null],
    [{ year: "1968", month: "2", day: "29" }, "1968-02-29"],
    [{ year: "0069" }, null],
    [{ year: "69" }, null],
    [{ year: "" }, null],
  ] as const;
  for (const [parts, expected] of cases) {
    await t.step(JSON.stringify(parts), () => assert.equal(edtfDate(parts), expected));
  }
});

Deno.test("edtfOfIso(), edtfRange() and circa() write what they are given", () => {
  assert.equal(edtfOfIso("1969-07-16T00:00:00.000Z"), "1969-07-16");
  assert.equal(edtfOfIso("1969-07"), "1969-07");
  assert.equal(edtfOfIso("1969-7-16"), null);
  assert.equal(edtfOfIso("16/07/1969"), null);
  assert.equal(edtfRange("1958", "1960"), "1958/1960");
  assert.equal(edtfRange("1958", "1958-06"), "1958/1958-06");
  assert.equal(edtfRange("1960", "1958"), null);
  assert.equal(edtfRange("1960", "1960"), "1960");
  assert.equal(edtfRange(null, "1960"), null);
  assert.equal(circa("1958/1960"), "1958~/1960~");
  assert.equal(circa("1958"), "1958~");
  assert.equal(circa(null), null);
});

Deno.test("edtfPeriod() says whole years and months as such", async (t) => {
  const day = (text: string) => {
    const [year = "", month = "", date = ""] = text.split("-");
    return { year, month, day: date };
  };
  const cases = [
    ["1948-12-10", "1948-12-10", "1948-12-10"],
    ["1962-01-01", "1962-12-31", "1962"],
    ["1962-01-01", "1964-12-31", "1962/1964"],
    ["1962-02-01", "1962-02-28", "1962-02"],
    ["1962-02-01", "1962-02-27", "1962-02-01/1962-02-27"],
    ["1962-01-01", "1962-06-30", "1962-01-01/1962-06-30"],
    ["1964-01-01", "1962-12-31", null],
  ] as const;
  for (const [first, last, expected] of cases) {
    await t.step(`${first} to ${last}`, () => {
      assert.equal(edtfPeriod(day(first), day(last)), expected);
    });
  }
});
