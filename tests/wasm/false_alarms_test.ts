/** Words and names that must not match a list, however similar. */

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
  entity(20, [["HAENG RYOK", "primary"]], { entityType: "VESSEL" }),
  entity(21, [["LIMO", "primary"]], { entityType: "VESSEL" }),
  entity(22, [["SILVER RIGER", "primary"]], { entityType: "VESSEL" }),
  entity(23, [["WEI TU LAI COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  entity(24, [["ABU QARBELLA", "primary"]]),
  entity(25, [["Carlos Antonio", "primary"]]),
  entity(26, [["Zhirkovic Vratko", "primary"]]),
  entity(27, [["W.T.", "primary"]]),
  entity(28, [["GVEZ", "primary"]], { entityType: "ORGANISATION" }),
  entity(29, [["NORTEK-USK-LINGA LOGISTIKA", "primary"]], { entityType: "ORGANISATION" }),
  entity(30, [["LADY MARTINNA", "primary"]], { entityType: "VESSEL" }),
  entity(31, [["LANTAHO", "primary"]], { entityType: "VESSEL" }),
  entity(32, [["TROMSVIK HALDEBERG, Victor Manuel", "primary", "TROMSVIK HALDEBERG"]]),
  entity(33, [["OPRAVNA KALVETRIN TROMSVOLD n.o 144", "primary"]], { entityType: "ORGANISATION" }),
  entity(34, [["QUINTARA HASB TRADING", "primary"]], { entityType: "ORGANISATION" }),
  entity(35, [["HASB TRADING", "primary"]], { entityType: "ORGANISATION" }),
  entity(36, [["LLC QV-TEKH", "primary"]], { entityType: "ORGANISATION" }),
  entity(37, [["QUORVAL TECHNOLOGY GENERAL CORPORATION", "primary"]], {
    entityType: "ORGANISATION",
  }),
  entity(38, [["QU YI", "primary"]], { entityType: "VESSEL" }),
  entity(39, [["QKK", "primary"]], { entityType: "ORGANISATION" }),
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

Deno.test("match() takes no name in syllables for a ship or body that is not those very words", () => {
  for (
    const [name, ref] of [
      ["Ri Yok Haeng", "20"],
      ["Mo Li", "21"],
      ["Li Mo", "21"],
      ["Lai Wei", "23"],
      ["Lo Hai", "20"],
    ] as const
  ) assert(!isFlagged(name, ref), name);
  for (
    const [name, ref] of [
      ["Haeng Ryok", "20"],
      ["Haengryok", "20"],
      ["Limo", "21"],
      ["Lan taho", "31"],
    ] as const
  ) assert(isFlagged(name, ref), name);
});

Deno.test("match() takes no words for one that only sounds like them together", () => {
  assert(!isFlagged("Reeg Yer", "22"));
  assert(isFlagged("Silver Ri ger", "22"));
});

Deno.test("match() takes nobody for the father of that name", () => {
  for (const name of ["Qarbella", "Frau Qarbella", "Qarbella Khanum"]) {
    assert(!isFlagged(name, "24"), name);
  }
  for (const name of ["Abu Qarbella", "Qarbella, Abu"]) {
    assert(isFlagged(name, "24"), name);
  }
});

Deno.test("match() takes no person of a further family name for two given names", () => {
  assert(!isFlagged("Carlos Antonio Kushweyb", "25"));
  assert(!isFlagged("Kushweyb Carlos Antonio", "25"));
  assert(isFlagged("Carlos Antonio", "25"));
});

Deno.test("match() takes two words that are each only alike for no name", () => {
  assert(!isFlagged("Vrastko Zhivanovic", "26"));
  assert(isFlagged("Vratko Zhirkovich", "26"));
});

Deno.test("match() wants all initials in their order", () => {
  for (const name of ["W.M.T.", "T.W.", "M.W.T."]) assert(!isFlagged(name, "27"), name);
  assert(isFlagged("W.T.", "27"));
});

Deno.test("match() takes first letters for all that a body is called, or for none of it", () => {
  assert(!isFlagged("Harbour Anchor Solutions Bakery", "34"));
  assert(isFlagged("Harbour Anchor Solutions Bakery", "35"));
});

Deno.test("match() takes what stands in a field without a name for nobody", () => {
  for (const name of ["null", "NULL", "Kunde", "LLC", "First Last"]) {
    assert.deepEqual(screenOn(list, name).candidates, [], name);
  }
});

Deno.test("match() counts a date of birth against a ship that a person's name is like", () => {
  const [ship] = screenOn(list, "Lady Martina").candidates;
  assert.equal(ship?.otherKind, true);
  assert.equal(ship?.birth.relation, "absent");
});

Deno.test("match() takes a name in a field for nobody whose own words are replaced by others", () => {
  for (
    const [name, ref] of [
      ["Victoria Manuel Tromsvik Haldeberg", "32"],
      ["payment Victoria Manuel Tromsvik Haldeberg", "32"],
      ["Opravna Kalvetrin Tromsvold n.o 145", "33"],
      ["zubbolo Opravna Kalvetrin Tromsvold n.o 145 zuccolo", "33"],
    ] as const
  ) assert(!isFlagged(name, ref), name);
  for (
    const [name, ref] of [
      ["payment Victor Manuel Tromsvik Haldeberg", "32"],
      ["Victoria Zuhlolo, Victor Manuel Tromsvik Haldeberg", "32"],
      ["invoice Opravna Kalvetrin Tromsvold n.o 144", "33"],
    ] as const
  ) assert(isFlagged(name, ref), name);
});

Deno.test("match() takes no short code or single word of a field for a body's name", () => {
  for (
    const [name, ref] of [
      ["Qv: Erika Orlenko, Street: Brede Gade, BldgNb: 95, City: Varna", "36"],
      ["CN=Erika Orlenko,OU=Quorval,OU=Users,DC=corp,DC=example,DC=com", "37"],
      ["orlenko.yasni@yandex.qu", "38"],
    ] as const
  ) assert(!isFlagged(name, ref), name);
  for (
    const [name, ref] of [
      ["QV-TEKH", "36"],
      ["Erika Orlenko / Quorval Technology General Corporation", "37"],
      ["Invoice 7 ship Qu Yi demurrage", "38"],
      ["Erika Orlenko / QKK", "39"],
    ] as const
  ) assert(isFlagged(name, ref), name);
});
