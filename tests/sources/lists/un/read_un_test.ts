import assert from "node:assert/strict";
import { divideAlias } from "../../../../sources/lists/un/alias.ts";
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

const EXCERPT = fixture("un/consolidated.xml");

Deno.test("readUn() reads excerpts of the Security Council's list", async (t) => {
  const list = readWhole("un-sc", EXCERPT);
  const entity = (listRef: string) => entityOf(list, listRef);
  await t.step("the day it was made", () => assert.equal(list.self?.asOf, "2026-02-27"));
  await t.step("a name in parts, in its order; original script; aliases", () => {
    assert.deepEqual(entity("IQi.004").names, [
      { text: "ABID HAMID MAHMUD AL-TIKRITI", strength: "primary" },
      { text: "عابد حامد محمود التكريتي", strength: "strong" },
      { text: "Abid Hamid Bid Hamid Mahmud", strength: "strong" },
      { text: "Col Abdel Hamid Mahmoud", strength: "strong" },
      { text: "Abed Mahmoud Hammud", strength: "strong" },
    ]);
  });
  await t.step("an alias of low quality is weak", () => {
    assert.deepEqual(entity("CDi.003").names.at(-1), { text: "Rumuli", strength: "weak" });
  });
  await t.step("several names in one alias, and in one entity", () => {
    assert.deepEqual(entity("IRi.003").names.map(({ text }) => text), [
      "AZIM AGHAJANI",
      "Azim Adhajani",
      "Azim Agha-Jani",
    ]);
    assert.deepEqual(entity("CDe.003").names.map(({ text, strength }) => [text, strength]), [
      ["COMPAGNIE AERIENNE DES GRANDS LACS (CAGL)", "primary"],
      ["GREAT LAKES BUSINESS COMPANY (GLBC)", "strong"],
      ["CAGL", "strong"],
    ]);
  });
  const births: readonly (readonly [string, string, readonly string[]])[] = [
    ["a year", "CDi.001", ["1971"]],
    ["a day, and the same with an alias", "QDi.068", ["1970-07-14"]],
    ["between years", "QDi.314", ["1977/1982"]],
    ["a year with its month in the note", "QDi.395", ["1958-09"]],
    [
      "a day of the Islamic calendar, and others",
      "QDi.291",
      ["1982-04-19", "1982-04-18", "1982-04-18/1982-04-20"],
    ],
    ["between months of a year, and another", "QDi.306", ["1977-08/1977-09", "1976"]],
    ["nothing", "IRi.003", []],
  ];
  for (const [why, listRef, expected] of births) {
    await t.step(`date of birth: ${why}`, () => {
      assert.deepEqual(entity(listRef).births, expected);
    });
  }
  await t.step("nationality by its UN name, programme, type", () => {
    const { nationalities, programs, entityType } = entity("CDi.001");
    assert.deepEqual([nationalities, programs, entityType], [["CD"], ["DRC"], "INDIVIDUAL"]);
    assert.equal(entity("CDe.001").entityType, "ORGANISATION");
  });
  await t.step("a nationality that may be one of several", () => {
    assert.deepEqual(entity("CFi.013").nationalities.toSorted(), ["CD", "CF", "CG", "TD"]);
    const soviet = "AM AZ BY EE GE KG KZ LT LV MD RU TJ TM UA UZ".split(" ");
    assert.deepEqual(entity("QDi.290").nationalities.toSorted(), soviet);
    assert.equal(countOf(list, "country_unknown"), 0);
  });
});

Deno.test("divideAlias() divides what the list writes into one alias", async (t) => {
  const cases: readonly (readonly [string, readonly string[], string | null])[] = [
    ["Rumuli", ["Rumuli"], null],
    ["Fazel Rahim; Fazil Rahim", ["Fazel Rahim", "Fazil Rahim"], null],
    ["حسن غول (Hassan Ghul; Hassan Gul)", ["حسن غول", "Hassan Ghul", "Hassan Gul"], null],
    ["Abubakar (original script: Абубакар)", ["Abubakar", "Абубакар"], null],
    ["SECOND ACADEMY (HTS)", ["SECOND ACADEMY (HTS)"], null],
    [
      "Safia Al-Hadad, born 1 Jan. 1953 (Oman passport no.03825239)",
      ["Safia Al-Hadad"],
      "Oman passport no.03825239",
    ],
  ];
  for (const [written, names, note] of cases) {
    await t.step(written, () => {
      const divided = divideAlias(written);
      assert.deepEqual([divided.names.map((name) => name.trim()), divided.note], [names, note]);
    });
  }
});

Deno.test("readUn() refuses what is not whole or not itself, with file and line", async (t) => {
  const text = textOf(EXCERPT);
  const cases: readonly {
    readonly why: string;
    readonly made: string;
    readonly code: string;
    /** Text up to the end of the faulty line; null if the whole file is at fault. */
    readonly before: string | null;
  }[] = [
    {
      why: "an entry twice",
      made: text.replace(">CDi.003<", ">CDi.001<"),
      code: "entity_duplicate",
      before: text.slice(0, text.indexOf("<DATAID>6907995") - 20),
    },
    {
      why: "an entry without its number",
      made: text.replace(">CDi.001<", "><"),
      code: "value_wrong",
      before: text.slice(0, text.indexOf("<INDIVIDUAL>")),
    },
    {
      why: "an entry in the wrong place",
      made: text.replace("<INDIVIDUALS>", "<INDIVIDUALS><PERSON/>"),
      code: "value_wrong",
      before: text.slice(0, text.indexOf("<INDIVIDUALS>")),
    },
    {
      why: "no date",
      made: text.replace(/dateGenerated="[^"]*"/, ""),
      code: "value_wrong",
      before: text.slice(0, text.indexOf("<CONSOLIDATED_LIST")),
    },
    {
      why: "no entity left",
      made: text.replace(/<ENTITY>[^]*<\/ENTITY>/, ""),
      code: "file_empty",
      before: null,
    },
    {
      why: "entities of its own",
      made: text.replace("<CONSOLIDATED_LIST", "<!DOCTYPE x [<!ENTITY a 'b'>]><CONSOLIDATED_LIST"),
      code: "xml_malformed",
      before: text.slice(0, text.indexOf("<CONSOLIDATED_LIST")),
    },
    {
      why: "an entity that nothing declares",
      made: text.replace(">BADEGE<", ">&badege;<"),
      code: "xml_malformed",
      before: text.slice(0, text.indexOf(">BADEGE<")),
    },
  ];
  for (const { why, made, code, before } of cases) {
    await t.step(why, () => {
      const read = readFiles("un-sc", madeFile("un.xml", made));
      assert(!read.ok);
      const { code: found, file, line } = read.refusal;
      assert.deepEqual(
        [found, file, line],
        [code, "un.xml", before === null ? null : before.split("\n").length],
      );
    });
  }
});

publishedTest("readUn() reads the whole list, by an independent count of its elements", () => {
  const file = published("un/consolidated-2026-02-27.xml");
  const list = readWhole("un-sc", file);
  assert.equal(list.report.entities.INDIVIDUAL, occurrences(file, "<INDIVIDUAL>"));
  assert.equal(list.report.entities.ORGANISATION, occurrences(file, "<ENTITY>"));
  assert.equal(list.entities.length, 730 + 273);
  assert.deepEqual(
    list.entities.map(({ listRef }) => listRef),
    [...textOf(file).matchAll(/<REFERENCE_NUMBER>([^<]*)</g)].map(([, ref]) => ref?.trim()).sort(),
  );
  // Every alias is a name, or is counted as repeated; divided ones are several names.
  const aliases = occurrences(file, /<ALIAS_NAME>[^<]/g);
  const originals = occurrences(file, /<NAME_ORIGINAL_SCRIPT>[^<]/g);
  const names = list.entities.flatMap((one) => one.names).length;
  assert(names >= 1_003 + aliases + originals - countOf(list, "name_repeated"));
  assert.equal(occurrences(file, "<QUALITY>Low</QUALITY>"), 615);
  assert(list.report.names.weak >= 600);
  // `30-35 years old` is no birth.
  assert.equal(countOf(list, "birth_unreadable"), 1);
  assert.equal(countOf(list, "country_unknown"), 0);
  assert.equal(countOf(list, "name_unusable"), 0);
});
