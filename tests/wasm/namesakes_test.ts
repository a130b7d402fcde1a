/** Unlisted persons with a common name, or with one that is only similar to a listed name. */

import assert from "node:assert/strict";
import gates from "../../core/screening/gates.json" with { type: "json" };
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const list = loadList([
  entity(1, [["AHMED, Mohamed Mansour", "primary", "AHMED"]], { births: ["1971-03-04"] }),
  entity(2, [["KHARZUNIEH, Ibrahim Mansour", "primary", "KHARZUNIEH"]]),
  entity(3, [["SALMAN, Khaled", "primary", "SALMAN"]]),
  entity(4, [["GARCIA LOPEZ, Jose", "primary", "GARCIA LOPEZ"]]),
  entity(5, [["DUNSTABLE, Colin T.", "primary", "DUNSTABLE"]]),
  entity(6, [["VANTONGEREN, Mike", "primary", "VANTONGEREN"]]),
  entity(7, [["TARIQ", "primary"]]),
  entity(8, [["Zaw Htay", "primary"]]),
  entity(10, [
    ["MARCHETTO, Lionel B.", "primary", "MARCHETTO"],
    ["MARCHETTO, Lionel", "strong", "MARCHETTO"],
    ["MARCHETTO, Lionel Quentin", "strong", "MARCHETTO"],
  ], { births: ["1961-05-17"] }),
  entity(11, [
    ["OSTRALEGO, Nadine", "primary", "OSTRALEGO"],
    ["OSTRALEGO VANDERMOLEN, Nadine Beatrix", "strong", "OSTRALEGO VANDERMOLEN"],
    ["NADINKA", "strong"],
  ]),
  entity(12, [["GOMEZ VALENCIA, Jorge Luis", "primary", "GOMEZ VALENCIA"]]),
  entity(9, [["Petrenko, Hryhoriy Stepanovych", "primary", "Petrenko"]]),
]);
const scoreOf = (name: string, ref: string, dob?: string) =>
  screenOn(list, name, dob === undefined ? {} : { dob }).candidates
    .find(({ listRef }) => listRef === ref)?.score ?? 0;

Deno.test("match() flags no part of a name that many people bear", async (t) => {
  const cases = [
    { why: "a common name in part", name: "Mohamed Ahmed", ref: "1", flagged: false },
    { why: "the whole of it", name: "Mohamed Mansour Ahmed", ref: "1", flagged: true },
    { why: "a rare family name", name: "Ibrahim Kharzunieh", ref: "2", flagged: true },
    { why: "the first of two family names", name: "Jose Garcia", ref: "4", flagged: true },
    { why: "the second of them", name: "Jose Lopez", ref: "4", flagged: false },
    {
      why: "the second given name, one family name",
      name: "Luis Gomez",
      ref: "12",
      flagged: false,
    },
    { why: "the first of each", name: "Jorge Gomez", ref: "12", flagged: true },
    { why: "both family names", name: "Luis Gomez Valencia", ref: "12", flagged: true },
    { why: "both given names", name: "Jorge Luis Gomez", ref: "12", flagged: true },
    { why: "a common name more", name: "Zaw Htay Lin", ref: "8", flagged: false },
    { why: "no name after the father", name: "Hryhoriy Petrenko", ref: "9", flagged: true },
  ];
  for (const { why, name, ref, flagged } of cases) {
    await t.step(`${why}: ${name}`, () => {
      assert.equal(scoreOf(name, ref) >= gates.possibleAt, flagged, `${scoreOf(name, ref)}`);
    });
  }
  await t.step("a date of birth that agrees finds it", () => {
    assert(scoreOf("Mohamed Ahmed", "1", "1971-03-04") >= gates.possibleAt);
  });
});

Deno.test("match() takes a common name for another than one that is merely like it", () => {
  assert(scoreOf("Khaled Soliman", "3") < gates.possibleAt);
  for (const slip of ["Khaled Salmann", "Khaled Slaman", "Khalid Salman"]) {
    assert(scoreOf(slip, "3") >= gates.possibleAt, slip);
  }
});

Deno.test("match() distinguishes middle initials that contradict", () => {
  assert(scoreOf("Colin R. Dunstable", "5") < gates.possibleAt);
  for (const name of ["Colin T. Dunstable", "Colin Dunstable", "Colin Thomas Dunstable"]) {
    assert(scoreOf(name, "5") >= gates.possibleAt, name);
  }
});

Deno.test("match() distinguishes a middle initial that another name of the entry contradicts", () => {
  assert(scoreOf("Lionel T. Marchetto", "10") < gates.possibleAt);
  assert(scoreOf("T. Lionel Marchetto", "10") < gates.possibleAt);
  for (const given of ["Lionel", "Lionel B.", "L. B.", "Lionel Q.", "Lionel Bernard"]) {
    assert(scoreOf(`${given} Marchetto`, "10") >= gates.possibleAt, given);
  }
  assert(scoreOf("Lionel T. Marchetto", "10", "1961-05-17") >= gates.possibleAt);
});

Deno.test("match() explains the name that it compared, whatever other names the entry has", () => {
  const [found] = screenOn(list, "Nadine T. Ostralego").candidates;
  assert.equal(found?.matchedName, "OSTRALEGO, Nadine");
  assert(found.score >= gates.possibleAt);
  assert.deepEqual(found.alignment.map(({ listed }) => listed), ["ostralego", "nadine"]);
  const points = found.steps.reduce((sum, step) => sum + step.points, 0);
  assert(Math.abs(points - found.score) < 0.001, `${points}`);
  const [other] = screenOn(list, "Lionel T. Marchetto").candidates;
  assert(other?.steps.some(({ step }) => step === "initials_differ"));
});

Deno.test("match() takes nobody for a namesake of the other sex", () => {
  assert(scoreOf("Michael Vantongeren", "6") >= gates.possibleAt);
  assert(scoreOf("Michael Vantongeren", "6") > scoreOf("Michelle Vantongeren", "6"));
  assert(scoreOf("Michelle Vantongeren", "6") < gates.possibleAt);
});

Deno.test("match() takes a name beside a lone common one for no title", () => {
  const candidate = screenOn(list, "Syed Tariq").candidates.find(({ listRef }) => listRef === "7");
  assert(candidate === undefined || !candidate.exact && candidate.score < gates.possibleAt);
  assert(scoreOf("Tariq", "7") >= gates.possibleAt);
});

Deno.test("match() knows how many people bear a name that one list entry has", () => {
  const rarity = (name: string, ref: string) =>
    screenOn(list, name).candidates.find(({ listRef }) => listRef === ref)?.rarity ?? 0;
  assert(rarity("Khaled Salman", "3") < gates.exactRarityMin);
  assert(rarity("Ibrahim Mansour Kharzunieh", "2") >= gates.exactRarityMin);
});
