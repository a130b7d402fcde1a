import fc from "fast-check";
import assert from "node:assert/strict";
import { parseBirth } from "../../../sources/lists/birth.ts";

Deno.test("parseBirth() reads every form that OFAC's remarks use", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["16 Jul 1969", "1969-07-16"],
    ["5 Jul 1969", "1969-07-05"],
    ["Jul 1969", "1969-07"],
    ["1969", "1969"],
    ["1969.", "1969"],
    ["10 October 1969", "1969-10-10"],
    ["circa 1965", "1965~"],
    ["circa 07 Jul 1966", "1966-07-07~"],
    ["1958 to 1960", "1958/1960"],
    ["01 Jan 1961 to 31 Dec 1962", "1961-01-01/1962-12-31"],
    ["Mar 1962 to Feb 1963", "1962-03/1963-02"],
    ["circa 1979-1982", "1979~/1982~"],
    ["Between 1955 and 1957", "1955/1957"],
    ["29 Feb 1968", "1968-02-29"],
    ["Between Aug and Sep 1977", "1977-08/1977-09"],
    ["16 Jul to 18 Jul 1969", "1969-07-16/1969-07-18"],
    ["1960s", "1960/1969"],
    ["circa 1960s", "1960~/1969~"],
    ["the early 1970s", "1970~/1974~"],
    ["late 1960s", "1965~/1969~"],
  ];
  for (const [text, expected] of cases) {
    await t.step(text, () => assert.equal(parseBirth(text), expected));
  }
});

Deno.test("parseBirth() does not guess", async (t) => {
  const cases = [
    { why: "no such day", text: "30 Feb 1969" },
    { why: "no leap year", text: "29 Feb 1969" },
    { why: "day zero", text: "00 Jan 1969" },
    { why: "no month", text: "16 Jux 1969" },
    { why: "day or month first is not known", text: "07/08/1969" },
    { why: "two digits of a year", text: "16 Jul 69" },
    { why: "a year of nobody alive", text: "0969" },
    { why: "the end before the start", text: "1960 to 1958" },
    { why: "the end within the month before", text: "Mar 1962 to Feb 1962" },
    { why: "half a range", text: "1960 to" },
    { why: "free words", text: "30-35 years old" },
    { why: "no decade", text: "1965s" },
    { why: "a decade of nobody alive", text: "1760s" },
    { why: "a bank code", text: "ADEF1" },
    { why: "nothing", text: "" },
    { why: "digits of another script", text: "١٩٦٩" },
  ];
  for (const { why, text } of cases) {
    await t.step(`${why}: ${text}`, () => assert.equal(parseBirth(text), null));
  }
});

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

Deno.test("parseBirth() reads back any day written in OFAC's way", () => {
  const day = fc.date({
    min: new Date("1800-01-01T00:00:00Z"),
    max: new Date("2099-12-31T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(day, day, fc.boolean(), (one, other, circa) => {
    const written = (date: Date) =>
      `${String(date.getUTCDate()).padStart(2, "0")} ${
        MONTHS[date.getUTCMonth()]
      } ${date.getUTCFullYear()}`;
    const iso = (date: Date) => date.toISOString().slice(0, 10);
    const [prefix, mark] = circa ? ["circa ", "~"] : ["", ""];
    assert.equal(parseBirth(prefix + written(one)), iso(one) + mark);
    const [from, to] = one <= other ? [one, other] : [other, one];
    const range = `${iso(from)}${mark}/${iso(to)}${mark}`;
    assert.equal(parseBirth(`${prefix}${written(from)} to ${written(to)}`), range);
  }));
});

Deno.test("parseBirth() gives EDTF or null for any text", () => {
  const point = String.raw`\d{4}(?:-\d\d(?:-\d\d)?)?~?`;
  const edtf = new RegExp(`^${point}(?:/${point})?$`);
  const pieces = fc.array(
    fc.constantFrom("1969", "16", "Jul", "to", "circa", "-", "between", "and", ".", " ", "x"),
  );
  fc.assert(fc.property(fc.oneof(fc.string(), pieces.map((all) => all.join(" "))), (text) => {
    const birth = parseBirth(text);
    if (birth !== null) assert.match(birth, edtf);
  }));
});
