/** Words next to a person's name that are not part of it: forms of address, degrees, bodies. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const filler = Array.from(
  { length: 40 },
  (_, at) => entity(100 + at, [[`Filler ${at}`, "primary"]]),
);
const list = loadList([
  entity(1, [["ORLENKOVSKY, Taras", "primary", "ORLENKOVSKY"]]),
  entity(2, [["SAYED, Omar", "primary", "SAYED"]]),
  entity(3, [["RI, Yong Nam", "primary", "RI"]]),
  entity(4, [["МЕЛЬНИЧЕНКО, Тарас", "primary", "МЕЛЬНИЧЕНКО"]]),
  entity(5, [["王小明", "primary"]]),
  ...filler,
]);

const scoreOf = (name: string, ref: string) =>
  screenOn(list, name).candidates.find(({ listRef }) => listRef === ref)?.nameScore ?? 0;

Deno.test("a word in capitals beside a name hides nobody", async (t) => {
  for (const word of ["MBA", "KCMG", "BELARUS", "GABON", "IRGC", "ZQX"]) {
    for (
      const name of [
        `Taras Orlenkovsky ${word}`,
        `${word} Taras Orlenkovsky`,
        `Taras Orlenkovsky (${word})`,
        `Taras Orlenkovsky, ${word}`,
        `Taras ORLENKOVSKY ${word}`,
      ]
    ) {
      await t.step(name, () => assert(scoreOf(name, "1") >= 70, `${scoreOf(name, "1")}`));
    }
  }
});

Deno.test("a word in small letters beside a name hides nobody", async (t) => {
  const fields: readonly (readonly [field: string, ref: string])[] = [
    ["Omar Sayed kaproten", "2"],
    ["Taras Orlenkovsky carpets", "1"],
    ["zindelo Taras Orlenkovsky", "1"],
    ["zindelo Taras Orlenkovsky kaproten", "1"],
  ];
  for (const [field, ref] of fields) {
    await t.step(field, () => assert(scoreOf(field, ref) >= 70, `${scoreOf(field, ref)}`));
  }
});

Deno.test("a word in small letters that may be part of the name is read", async (t) => {
  // A common name of people, a syllable, the second part of a name with a hyphen.
  for (const field of ["Omar Sayed karim", "Omar Sayed jin", "Omar Sayed-kaproten"]) {
    await t.step(field, () => assert(scoreOf(field, "2") < 70, `${scoreOf(field, "2")}`));
  }
});

Deno.test("a family name in capitals stays one", () => {
  assert(scoreOf("Yong Nam PAK", "3") < 70);
  assert(scoreOf("Yong Nam RI", "3") >= 90);
});

Deno.test("a form of address takes no floor away from a rare family name", async (t) => {
  const alone = scoreOf("Orlenkovsky", "1");
  assert(alone >= 70);
  for (
    const title of [
      "Mr",
      "Archbishop",
      "Justice",
      "Lt. Gen.",
      "Deputy Prime Minister",
      "Former Minister of Defence",
      "Ministre des Affaires étrangères",
      "Ministro de Exteriores",
      "H.E.",
      "Dr. med.",
      "Jueza",
      "Comrade",
    ]
  ) {
    const score = scoreOf(`${title} Orlenkovsky`, "1");
    await t.step(title, () => assert(score >= alone, `${score}`));
  }
});

Deno.test("a form of address is one in other scripts, apart from the name or written with it", async (t) => {
  for (
    const [name, ref] of [
      ["господин Мельниченко", "4"],
      ["д-р Тарас Мельниченко", "4"],
      ["王小明先生", "5"],
      ["王小明 主席", "5"],
    ] as const
  ) {
    await t.step(name, () => assert(scoreOf(name, ref) >= 70, `${scoreOf(name, ref)}`));
  }
});

Deno.test("a form of address alone finds nobody who is called like it", () => {
  assert(scoreOf("Sayed Kalugin", "2") < 70);
  assert(scoreOf("Justice Kalugin", "1") < 70);
});

Deno.test("an answer says that it left out what stands beside the name", () => {
  const [best] = screenOn(list, "Deputy Prime Minister Orlenkovsky").candidates;
  assert.equal(best?.readAs, "without_titles");
});
