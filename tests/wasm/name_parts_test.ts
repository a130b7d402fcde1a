/** The effect of the parts of a person's name, for names of OFAC's list as written there. */

import assert from "node:assert/strict";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { classify } from "../../core/screening/classify.ts";
import { Gates } from "../../core/screening/gates.ts";
import gates from "../../core/screening/gates.json" with { type: "json" };
import { entity } from "../support/entity.ts";
import { loadList, matcher, screenOn } from "./small_list.ts";

const list = loadList([
  entity(1, [["ROTENBERG, Arkady Romanovich", "primary", "ROTENBERG"]]),
  entity(2, [["ROTENBERG, Boris Romanovich", "primary", "ROTENBERG"]]),
  entity(3, [["BOUT, Viktor Anatolijevitch", "primary", "BOUT"]]),
  entity(4, [["LUKASHENKA, Alyaksandr Ryhoravich", "primary", "LUKASHENKA"]]),
  entity(5, [["CARO QUINTERO, Rafael", "primary", "CARO QUINTERO"]]),
  entity(6, [["MEDVEDCHUK, Viktor Volodymyrovych", "primary", "MEDVEDCHUK"]]),
  entity(7, [["RODRIGUEZ, Antonio", "primary", "RODRIGUEZ"]]),
  entity(8, [["KUSHWEYB, Ali", "primary", "KUSHWEYB"], ["BLACK DIAMOND", "weak"]]),
  entity(9, [["BUSH, George W.", "primary", "BUSH"]]),
  partsOf(11, { text: "Sanford D. Bishop, Jr.", family: "Bishop", given: "Sanford D." }),
  partsOf(10, { text: "Natalya Sergeevna Pavlova", family: "Pavlova", given: "Natalya" }),
]);

function partsOf(number: number, name: Omit<ListedEntity["names"][number], "strength">) {
  return { ...entity(number, []), names: [{ ...name, strength: "primary" as const }] };
}

const scoreOf = (name: string, ref: string) =>
  screenOn(list, name).candidates.find(({ listRef }) => listRef === ref)?.nameScore ?? 0;

Deno.test("a patronymic left out costs little, and another one much", () => {
  const without = scoreOf("Viktor Bout", "3");
  const other = scoreOf("Viktor Vasilyevich Bout", "3");
  assert(without >= 90, `${without}`);
  assert(other < without - 10, `${other}`);
  assert(scoreOf("Bout Viktor", "3") === without);
});

Deno.test("a patronymic is the same one in another language", () => {
  for (const name of ["Viktor Vladimirovich Medvedchuk", "Medvedchuk Viktor Uladzimiravich"]) {
    const score = scoreOf(name, "6");
    assert(score >= 92, `${name} ${score}`);
    assert(score > scoreOf("Viktor Vasilyevich Medvedchuk", "6") + 10);
  }
});

Deno.test("brothers are two persons, though they share family name and patronymic", () => {
  assert.equal(scoreOf("Boris Romanovich Rotenberg", "2"), 100);
  assert(scoreOf("Boris Romanovich Rotenberg", "1") < 70);
  assert(scoreOf("Igor Romanovich Rotenberg", "1") < 70);
});

Deno.test("capitals mark the family name", () => {
  const listed = { right: "Boris Romanovich ROTENBERG", entityType: "INDIVIDUAL" } as const;
  const [marked = 0, unmarked = 0] = matcher.compare([
    { ...listed, left: "Boris Romanovich SMIRNOV" },
    { ...listed, left: "Boris Romanovich Smirnov" },
  ]);
  assert(marked < unmarked - 5, `${marked} ${unmarked}`);
  assert(scoreOf("Arkady ROTENBERG", "2") < 70);
  assert.equal(scoreOf("Boris Romanovich ROTENBERG", "2"), 100);
});

Deno.test("the parts that a list states are used", () => {
  assert(scoreOf("Natalya Pavlova", "10") >= 90);
  assert(scoreOf("Nikolai Pavlova", "10") < 70);
  // The other family name: worse than the other given name of one who has the same.
  assert(scoreOf("Natalya Sergeevna Kuznetsova", "10") < 70);
});

Deno.test("given names find each other across languages and cut short", async (t) => {
  const cases = [
    { name: "Alexander Grigoryevich Lukashenko", ref: "4", how: "nickname" },
    { name: "Oleksandr Lukashenko", ref: "4", how: "sounds_alike" },
    { name: "Sasha Lukashenko", ref: "4", how: "nickname" },
    { name: "Rafa Caro Quintero", ref: "5", how: "nickname" },
    { name: "Vitya Bout", ref: "3", how: "nickname" },
    { name: "Victor Bout", ref: "3", how: "same" },
  ] as const;
  for (const { name, ref, how } of cases) {
    await t.step(name, () => {
      const found = screenOn(list, name).candidates.find(({ listRef }) => listRef === ref);
      assert(found !== undefined && found.score >= 70, `${found?.score}`);
      assert(found.alignment.some((token) => token.how === how), JSON.stringify(found.alignment));
    });
  }
});

Deno.test("two given names are two, however alike", () => {
  assert(scoreOf("Antonio Rodriguez", "7") >= 92);
  assert(scoreOf("Antonia Rodriguez", "7") < 70);
});

Deno.test("an initial stands for the name it begins, unless another stands beside it", () => {
  assert(scoreOf("George Walker Bush", "9") >= 80);
  assert(scoreOf("William Bush", "9") < 70, `${scoreOf("William Bush", "9")}`);
});

Deno.test("father and son are distinguished by what stands after the name", () => {
  for (const name of ["Sanford Bishop", "Sanford Bishop Jr.", "Sanford D. Bishop Junior"]) {
    assert(scoreOf(name, "11") >= 88, `${name} ${scoreOf(name, "11")}`);
  }
  for (const name of ["Sanford Bishop Sr.", "Sanford D. Bishop III"]) {
    assert(scoreOf(name, "11") < scoreOf("Sanford Bishop", "11") - 10, name);
  }
});

Deno.test("a frequent name says little, however short the list", () => {
  const rarity = (listed: string, name: string) => {
    const short = loadList([entity(1, [[listed, "primary"]])]);
    return screenOn(short, name).candidates[0]?.rarity ?? 0;
  };
  const frequent = rarity("MUHAMMAD, Kim", "Kim Muhammad");
  assert(frequent > 0 && frequent < 0.6 * rarity("KUSHWEYB, Zelbrok", "Zelbrok Kushweyb"));
  // In whatever spelling.
  assert.equal(rarity("MOUHAMMAD, Kimm", "Kimm Mouhammad"), frequent);
});

Deno.test("two letters the other way round are the likeliest slip", () => {
  const swapped = scoreOf("Antonio Rodirguez", "7");
  assert(swapped > scoreOf("Antonio Rodmiguez", "7"));
  assert(swapped < 100);
});

Deno.test("a weak alias counts by its very words, and never confirms", () => {
  const rules = Gates.parse(gates);
  const [same] = screenOn(list, "Black Diamond").candidates;
  assert(same !== undefined);
  assert.deepEqual([same.listRef, same.matchedStrength], ["8", "weak"]);
  assert.equal(classify(rules, same).classification, "POSSIBLE_MATCH");
  for (const name of ["Black Diamant", "Blacl Diamond", "Black Diamonds"]) {
    const { candidates } = screenOn(list, name);
    const classes = candidates.map((candidate) => classify(rules, candidate).classification);
    assert(classes.every((one) => one === "CLEAR"), name);
  }
});

Deno.test("given name and patronymic are not the name of whoever has another family name", () => {
  const stated = loadList([
    entity(1, [["Nikolai Petrovich Brevno", "primary"], ["Николай Петрович Бревно", "strong"]]),
    entity(2, [["Brevno Nikolai Petrovich", "primary"]]),
    entity(3, [["Nikolaj Petrovič Klynov", "primary"]]),
    entity(4, [["Ivan Qarbuzovich Brevno", "primary"]]),
    entity(5, [["Jovan Petrović Njegoš", "primary"]]),
    entity(6, [["Tatiana Sergeevna Brevno", "primary"]]),
  ]);
  const flagged = (name: string) =>
    screenOn(stated, name).candidates.filter(({ score }) => score >= gates.possibleAt)
      .map(({ listRef }) => listRef).toSorted();
  for (
    const name of [
      "Nikola Petrović",
      "Nikolai Petrovich",
      "Nikolaj Petrov",
      "Tatiana Sergeeva",
      "Petrović Nikola",
    ]
  ) assert.deepEqual(flagged(name), [], name);
  assert.deepEqual(flagged("Nikolai Brevno"), ["1", "2"]);
  assert.deepEqual(flagged("BREVNO Nikolaj"), ["1", "2"]);
  assert.deepEqual(flagged("Brevno Petrovich Nikolai"), ["1", "2"]);
  assert.deepEqual(flagged("Nikolai Klynov"), ["3"]);
  assert.deepEqual(flagged("Tatiana Brevno"), ["6"]);
  // A father's name that hardly anybody has says who is meant; that of South Slavs is a family name.
  assert.deepEqual(flagged("Ivan Qarbuzovich"), ["4"]);
  assert.deepEqual(flagged("Jovan Petrovic"), ["5"]);
});
