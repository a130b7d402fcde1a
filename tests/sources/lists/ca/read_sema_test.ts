import assert from "node:assert/strict";
import { dividedAliases } from "../../../../sources/lists/ca/aliases.ts";
import {
  countOf,
  entityOf,
  fixture,
  madeFile,
  occurrences,
  published,
  publishedTest,
  readFiles,
  readWhole,
  textOf,
} from "../list_files.ts";

const EXCERPT = fixture("ca/sema.xml");

Deno.test("readSema() reads excerpts of Canada's list", async (t) => {
  const list = readWhole("ca-sema", EXCERPT);
  const entity = (listRef: string) => entityOf(list, listRef);
  await t.step("a person with names in other scripts", () => {
    const person = list.entities.find(({ names }) => names[0]?.family === "KARCHEVSKY");
    assert.deepEqual(person?.names, [
      {
        text: "Sergey Vladimirovich KARCHEVSKY",
        strength: "primary",
        family: "KARCHEVSKY",
        given: "Sergey Vladimirovich",
      },
      { text: "Siarhei Uladzimiravich Karcheusky", strength: "strong" },
      { text: "Сяргей Уладзiмiравiч Карчэўскi", strength: "strong" },
      { text: "Сергей Владимирович Карчевский", strength: "strong" },
    ]);
    assert.deepEqual(person?.births, ["1983-06-15"]);
  });
  await t.step("the identifier is made of regulations, schedule and item", () => {
    assert.equal(entity("Belarus / 1, Part 1 / 1").names[0]?.family, "Atabekov");
    // The regulations stand there in both languages, and are no nationality.
    assert.deepEqual(entity("Belarus / 1, Part 1 / 1").programs, ["Belarus"]);
    assert.deepEqual(entity("Belarus / 1, Part 1 / 1").nationalities, []);
  });
  const births: readonly (readonly [string, string, readonly string[]])[] = [
    ["a range", "Iran / 1, Part 2.1 / 70", ["1963/1964"]],
    ["one year or the other", "Iran / 1, Part 2.1 / 107", ["1963", "1964"]],
    ["what a spreadsheet made of it", "Russia / 1, Part 1 / 1114", ["1999-09"]],
    ["a part of a decade", "Sudan / Part 1 / 1", ["1970~/1974~"]],
  ];
  for (const [why, listRef, expected] of births) {
    await t.step(`date of birth: ${why}`, () => {
      assert.deepEqual(entity(listRef).births, expected);
    });
  }
  await t.step("a ship, whose year is not one of birth", () => {
    const ship = entity("Russia / 1.1 / 1");
    assert.deepEqual([ship.entityType, ship.births], ["VESSEL", []]);
    assert.equal(countOf(list, "build_date"), 1);
  });
  await t.step("every date of birth is read", () => {
    assert.equal(countOf(list, "birth_unreadable"), 0);
  });
});

Deno.test("dividedAliases() divides names, not the parts of one", async (t) => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["RAOS JSC; РУСАТОМ Оверсиз", ["RAOS JSC", "РУСАТОМ Оверсиз"]],
    ["Олена ШИШКIНА / Елена ШИШКИНА", ["Олена ШИШКIНА", "Елена ШИШКИНА"]],
    ["Invented Co., Ltd., Inventia", ["Invented Co., Ltd.", "Inventia"]],
    ["АО «Завод, имени Ленина»", ["АО «Завод, имени Ленина»"]],
    ["Siyamak Rahpeyk,Siamak Rahpiek", ["Siyamak Rahpeyk", "Siamak Rahpiek"]],
    ["Dagalo Mousa Arabic:عبدالرحيم", ["Dagalo Mousa", "عبدالرحيم"]],
    ["Russian: Иван Петров", ["Иван Петров"]],
    ["", []],
  ];
  for (const [written, expected] of cases) {
    await t.step(written, () => assert.deepEqual(dividedAliases(written), expected));
  }
});

Deno.test("readSema() refuses a record that names nobody, both, or is there twice", () => {
  const text = textOf(EXCERPT);
  const cases = [
    [text.replace("<LastName>Atabekov</LastName>", ""), null],
    [
      text.replace(/<LastName>Atabekov<\/LastName>\s*<GivenName>[^<]*<\/GivenName>/, ""),
      "value_wrong",
    ],
    [
      text.replace("<LastName>Atabekov", "<EntityOrShip>X</EntityOrShip><LastName>A"),
      "value_wrong",
    ],
    [text.replace("<Item>1</Item>", ""), "value_wrong"],
    [text.replace("<Item>70</Item>", "<Item>107</Item>"), "entity_duplicate"],
  ] as const;
  for (const [made, expected] of cases) {
    const read = readFiles("ca-sema", madeFile("sema.xml", made));
    assert.equal(read.ok ? null : read.refusal.code, expected);
  }
});

publishedTest("readSema() reads the whole list, by an independent count of its elements", () => {
  const file = published("ca/sema-lmes-2025.xml");
  const list = readWhole("ca-sema", file);
  const count = (text: string | RegExp) => occurrences(file, text);
  assert.equal(list.entities.length, count("<record>"));
  assert.equal(list.report.entities.INDIVIDUAL, count(/<LastName>/g));
  assert.equal(list.report.entities.VESSEL, count(/<ShipIMONumber>/g));
  assert.equal(countOf(list, "build_date"), count(/<ShipIMONumber>/g));
  // Three births are two each.
  const births = count(/<DateOfBirthOrShipBuildDate>/g) - count(/<ShipIMONumber>/g);
  assert.equal(list.report.births, births + 3);
  const aliased = list.entities.filter(({ names }) => names.length > 1).length;
  assert(Math.abs(aliased - count(/<Aliases>/g)) <= 4);
});
