/** Kinds of words in tables: legal forms, titles, abbreviations, the Arabic article. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const filler = Array.from(
  { length: 40 },
  (_, at) => entity(100 + at, [[`Filler ${at}`, "primary"]]),
);
const list = loadList([
  entity(1, [["AURORELLA", "primary"]], { entityType: "ORGANISATION" }),
  entity(2, [["MERIDANTA LIMITED LIABILITY COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  entity(3, [["SOLVENTA PUBLIC JOINT STOCK COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  entity(4, [["BANK ZELBROOK SHIPPING COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  entity(5, [["QUANG HUY", "primary"]], { entityType: "ORGANISATION" }),
  entity(6, [["AMBERTIDE", "primary"]], { entityType: "VESSEL" }),
  entity(7, [["ORLENKOVSKY, Taras", "primary", "ORLENKOVSKY"]]),
  entity(8, [["AL-MARWADI, Nasri Muhammad", "primary", "AL-MARWADI"]]),
  entity(9, [["AL-SHABAWI, Hamdi", "primary", "AL-SHABAWI"]]),
  entity(10, [["VEDYASHIN, Igor", "primary", "VEDYASHIN"]]),
  ...filler,
]);

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ["a legal form of any country beside one word", "1", [
    "Aurorella Zrt.",
    "Aurorella Nyrt.",
    "PrJSC Aurorella",
    "PT Aurorella",
    "P.T. Aurorella Tbk",
    "Aurorella V.O.F.",
    "Aurorella EIRELI",
    "Stiftung Aurorella",
    "Aurorella SGPS",
    "Aurorella S.A.L. Offshore",
    "Aurorella K.S.C.",
    "Aurorella K.K.",
    "Aurorella Kabushiki Kaisha",
    "Aurorella Sh.p.k.",
    "Aurorella Sh.a.",
    "Aurorella C. por A.",
    "Aurorella Sp. z o.o.",
    "Aurorella Spółka Akcyjna",
    "Aurorella Proprietary Limited",
    "Aurorella Unipessoal Lda",
    "Aurorella ذ.م.م",
  ]],
  ["a legal form in another order", "2", [
    "LIMITED COMPANY LIABILITY MERIDANTA",
    "Company with Limited Liability Meridanta",
    "Obschestvo s Ogranichenoi Otvetstvennostiu Meridanta",
  ]],
  ["another legal form in another order", "3", ["Aktsionernoe Publichnoe Obschestvo Solventa"]],
  ["words of business cut short", "4", ["Bk Zelbrook Shpg Co", "Bk. Zelbrook Shpg. Co."]],
  ["a prefix of shipping, or particulars of a ship", "6", [
    "LPG/C Ambertide",
    "ST Ambertide",
    "Nave Ambertide",
    "т/х Ambertide",
    "Ambertide voyage 012E",
    "Ambertide DWT 105000",
    "Ambertide built 2004",
  ]],
  ["an office, a rank or a degree", "7", [
    "State Duma Deputy Orlenkovsky",
    "Member of the State Duma Orlenkovsky",
    "Sqn Ldr Orlenkovsky",
    "Wg Cdr Orlenkovsky",
    "prof. zw. dr hab. Orlenkovsky",
    "Corr. Member Orlenkovsky",
    "Herrn Orlenkovsky",
    "DEP. PM TARAS ORLENKOVSKY",
    "Dkt. Orlenkovsky",
    "ezredes Orlenkovsky",
  ]],
  ["Muhammad in short, and the article", "8", [
    "Nasri Muh. Almarwadi",
    "Nasri Md Al-Marwadi",
    "Nasri Mhd. Al-Marwadi",
    "Nasri Muhammad Elmarwadi",
  ]],
  ["the article as Turkish writes it", "9", ["Hamdi eş-Şabawi", "Hamdi esh-Shabawi"]],
  ["Polish spelling of a Russian name", "10", ["Igor Wiediaszin"]],
];

for (const [kind, ref, names] of cases) {
  Deno.test(`match() finds a name with ${kind}`, async (t) => {
    for (const name of names) {
      await t.step(name, () => {
        const found = screenOn(list, name).candidates.find(({ listRef }) => listRef === ref);
        assert((found?.nameScore ?? 0) >= 70, `${found?.nameScore}`);
      });
    }
  });
}

Deno.test("match() leaves no family name out as a legal form", async (t) => {
  for (const name of ["Ngo Quang Huy", "Ta Quang Huy"]) {
    await t.step(name, () => {
      const found = screenOn(list, name).candidates.find(({ listRef }) => listRef === "5");
      assert((found?.score ?? 0) < 70, `${found?.score}`);
    });
  }
});
