/** Words and names that a list does not mean, however alike they are. */

import assert from "node:assert/strict";
import gates from "../../core/screening/gates.json" with { type: "json" };
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const list = loadList([
  entity(1, [["فيصل مرقاوي", "primary"]]),
  entity(2, [["STROITELSTVO OOO", "primary"]], { entityType: "ORGANISATION" }),
  entity(3, [["OSTERHAGEN, Gabriel", "primary", "OSTERHAGEN"]]),
  entity(4, [["PELLWORM, John", "primary", "PELLWORM"]]),
  entity(5, [["AASI, Sheikh Qarbuzan", "primary", "AASI"]]),
  entity(6, [["JIN TENG", "primary"]], { entityType: "VESSEL" }),
  entity(7, [["Kabir Qadri", "primary"]]),
  entity(9, [["QIAN, Xuelan", "primary", "QIAN"], ["錢雪蘭", "strong"]]),
  entity(10, [["SHEN, Molin", "primary", "SHEN"]]),
  entity(11, [["DA RUI KONG", "primary"]]),
  entity(8, [["TROMSDAL, Erika", "primary", "TROMSDAL"]]),
]);
const found = (name: string, ref: string) =>
  screenOn(list, name).candidates.find(({ listRef }) => listRef === ref);
const isFlagged = (name: string, ref: string) => (found(name, ref)?.score ?? 0) >= gates.possibleAt;

Deno.test("match() takes no lone word for a name that has its consonants alone", () => {
  assert(!isFlagged("Fossil", "1"));
  assert(isFlagged("Faisal Marqawi", "1"));
});

Deno.test("match() takes no lone word for a firm that is called so in another language", () => {
  assert(!isFlagged("Construction", "2"));
  assert(isFlagged("Stroitelstvo", "2"));
});

Deno.test("match() distinguishes the names of men and women that are alike", () => {
  for (
    const [name, ref] of [
      ["Gabrielle Osterhagen", "3"],
      ["Joan Pellworm", "4"],
      ["Erik Tromsdal", "8"],
    ] as const
  ) assert(!isFlagged(name, ref), name);
  for (
    const [name, ref] of [
      ["Gabriel Osterhagen", "3"],
      ["Gavriil Osterhagen", "3"],
      ["Jon Pellworm", "4"],
      ["Erica Tromsdal", "8"],
    ] as const
  ) assert(isFlagged(name, ref), name);
});

Deno.test("match() takes no short name for the very one whose letters are mostly others", () => {
  assert.equal(found("Qarbuzan Asiyi", "5")?.exact, false);
  assert(isFlagged("Qarbuzan Asiyi", "5"));
  assert.equal(found("Qarbuzan Asi", "5")?.exact, true);
});

Deno.test("match() takes no person in syllables for a ship with some of them", () => {
  assert(!isFlagged("稔 近藤", "6"));
  assert(isFlagged("金腾", "6"));
});

Deno.test("match() takes a common name with a further one for somebody else's", () => {
  assert(!isFlagged("Kabir Lesley Qadri", "7"));
  assert(isFlagged("Kabir Qadri", "7"));
});

Deno.test("match() takes Han characters of one sound for one name where a list has none", () => {
  for (const name of ["錢雪蘭", "钱雪兰"]) assert.equal(found(name, "9")?.exact, true, name);
  for (const name of ["钱雪岚", "钱学兰"]) {
    assert(!isFlagged(name, "9"), name);
    assert.equal(found(name, "9")?.exact ?? false, false, name);
  }
  for (const name of ["沈墨林", "沈默林"]) {
    assert(isFlagged(name, "10"), name);
    assert.equal(found(name, "10")?.exact, false, name);
  }
});

Deno.test("match() takes nobody in Han characters for who has a syllable more", () => {
  assert(!isFlagged("孔达", "11"));
  assert(isFlagged("孔达瑞", "11"));
});
