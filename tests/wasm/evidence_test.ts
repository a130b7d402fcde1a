import assert from "node:assert/strict";
import { defaultWeights } from "../../core/matching/weights.ts";
import { entity } from "../support/entity.ts";
import { loadList, screen, screenOn } from "./small_list.ts";

Deno.test("match() relates a date of birth to a listed day", async (t) => {
  // OFAC 35096: DOB 07 Oct 1952.
  const cases = [
    { dob: "1952-10-07", relation: "same_day" },
    { dob: "1952-07-10", relation: "day_month_swapped" },
    { dob: "1959-10-07", relation: "one_digit_off" },
    { dob: "1952-11-07", relation: "one_digit_off" },
    { dob: "1952-10-27", relation: "one_digit_off" },
    { why: "two neighbouring digits changed places", dob: "1952-01-07", relation: "one_digit_off" },
    { why: "the same day of another decade", dob: "1962-10-07", relation: "different" },
    { why: "likewise", dob: "1982-10-07", relation: "different" },
    { why: "likewise, of a century of which nobody lives", dob: "1852-10-07", relation: "absent" },
    { why: "digits of the year changed places", dob: "1925-10-07", relation: "different" },
    { why: "a decade and a day", dob: "1962-10-08", relation: "years_apart" },
    { dob: "1952-10", relation: "same_month" },
    { dob: "1952", relation: "same_year" },
    { why: "another month, no day", dob: "1952-11", relation: "other_day" },
    { why: "another month and day", dob: "1952-12-24", relation: "other_day" },
    { dob: "1953-01-01", relation: "near_year" },
    { dob: "1954", relation: "near_year" },
    { dob: "1955-01-01", relation: "different" },
    { dob: "1956", relation: "different" },
    { why: "five years", dob: "1957", relation: "years_apart" },
    { dob: "1990-03-15", relation: "years_apart" },
  ];
  for (const { why, dob, relation } of cases) {
    await t.step(`${dob}: ${relation}${why === undefined ? "" : `, ${why}`}`, () => {
      const [best] = screen("Vladimir Putin", { dob }).candidates;
      assert.equal(best?.birth.relation, relation);
    });
  }
});

Deno.test("match() relates a date of birth to what lists say less exactly", async (t) => {
  const listed = {
    "a year": { name: "BADEGE, ERIC", births: ["1971"] },
    "a month": { name: "MUHAMMAD SHOLEH IBRAHIM", births: ["1958-09"] },
    "circa a year": { name: "BIN LADIN, Usama", births: ["1958~"] },
    "circa a day": { name: "YUNOS, Mukhlis", births: ["1966-07-07~"] },
    "years": { name: "NAQDI, Mohammad Reza", births: ["1951/1953"] },
    "circa years": { name: "MAHAMOUD, Bashir Mohamed", births: ["1979~/1982~"] },
    "months": { name: "SALAVATI, Abolghassem", births: ["1962-03/1963-02"] },
    "months of a year": { name: "MUSTAFA HAJJI MUHAMMAD KHAN", births: ["1977-08/1977-09"] },
    "days": { name: "IBRAHIM HASSAN TALI AL-ASIRI", births: ["1982-04-18/1982-04-20"] },
    "alternates": {
      name: "GHAILANI, Ahmed Khalfan",
      births: ["1974-03-14", "1974-04-13", "1974-04-14", "1970-08-01"],
    },
    "nothing": { name: "AZIM AGHAJANI", births: [] },
  };
  const cases: readonly (readonly [keyof typeof listed, string, string])[] = [
    ["a year", "1971-03-10", "same_year"],
    ["a year", "1971", "same_year"],
    ["a month", "1958-09-30", "same_month"],
    ["a month", "1958-09", "same_month"],
    ["a month", "1958", "same_year"],
    ["a month", "1958-10-01", "other_day"],
    ["circa a year", "1958", "within_range"],
    ["circa a year", "1960-12-31", "within_range"],
    ["circa a year", "1956-01-01", "within_range"],
    ["circa a year", "1961", "near_year"],
    ["circa a year", "1963", "different"],
    ["circa a year", "1965", "years_apart"],
    ["circa a day", "1966-07-07", "same_day"],
    ["circa a day", "1967-01-30", "within_range"],
    ["years", "1952-06-01", "within_range"],
    ["years", "1953-12-31", "within_range"],
    ["years", "1954", "near_year"],
    ["years", "1946", "years_apart"],
    ["circa years", "1977", "within_range"],
    ["circa years", "1985", "near_year"],
    ["months", "1963-02-28", "within_range"],
    ["months", "1963", "within_range"],
    ["months", "1963-03-01", "other_day"],
    ["months of a year", "1977-08-12", "same_year"],
    ["months of a year", "1977-10", "other_day"],
    ["days", "1982-04-19", "same_month"],
    ["days", "1982-04-21", "other_day"],
    ["alternates", "1974-04-13", "same_day"],
    ["alternates", "1970-01-08", "day_month_swapped"],
    ["alternates", "1974", "same_year"],
    ["alternates", "1980-02-02", "years_apart"],
    ["nothing", "1980-02-02", "absent"],
  ];
  for (const [what, dob, relation] of cases) {
    await t.step(`${what}, ${dob}: ${relation}`, () => {
      const { name, births } = listed[what];
      const snapshot = loadList([entity(1, [[name, "primary"]], { births })]);
      const [best] = screenOn(snapshot, name, { dob }).candidates;
      assert.equal(best?.birth.relation, relation);
    });
  }
});

Deno.test("match() ranks what a date of birth says as the weights do", () => {
  const { birth } = defaultWeights;
  const falling = [
    ...[birth.sameDay, birth.dayMonthSwapped, birth.sameYear, birth.withinRange],
    ...[birth.oneDigitOff, 0, birth.otherDay, birth.nearYear, birth.different, birth.yearsApart],
  ];
  assert.deepEqual(falling, falling.toSorted((a, b) => b - a));
  const scoreOf = (dob: string) => screen("Vladimir Putni", { dob }).candidates[0]?.score ?? 0;
  const dates = ["1952-10-07", "1952-07-10", "1952", "1952-10-27"]
    .concat("1952-12-24", "1953-01-01", "1955", "1990");
  const scores = dates.map(scoreOf);
  assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
  assert.equal(new Set(scores).size, scores.length);
});

Deno.test("match() relates nationalities, of which one in common is enough", () => {
  // OFAC 9758: nationality India; alt. nationality Pakistan; citizen United Arab Emirates.
  const snapshot = loadList([
    entity(9758, [["IBRAHIM, Dawood", "primary", "IBRAHIM"]], {
      nationalities: ["IN", "PK", "AE"],
    }),
  ]);
  const relation = (...nationalities: readonly string[]) =>
    screenOn(snapshot, "Dawood Ibrahim", { nationalities }).candidates[0]?.nationality.relation;
  assert.deepEqual(["IN", "PK", "AE", "FR"].map((code) => relation(code)), [
    ...["agrees", "agrees", "agrees", "differs"],
  ]);
  assert.deepEqual([relation("FR", "PK"), relation("FR", "DE"), relation()], [
    ...["agrees", "differs", "absent"],
  ]);
});
