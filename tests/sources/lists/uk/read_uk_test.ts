import assert from "node:assert/strict";
import {
  countOf,
  entityOf,
  fixture,
  madeFile,
  readFiles,
  readWhole,
  textOf,
} from "../list_files.ts";

const XML = fixture("samples/uk_sanctions_list.xml");
const CSV = fixture("samples/uk_sanctions_list.csv");
const OFSI_XML = fixture("samples/ofsi_conlist.xml");
const OFSI_CSV = fixture("samples/ofsi_conlist.csv");

const primary = {
  text: "Oleg Borisovich VYMYSHLENNIKOV",
  strength: "primary",
  family: "VYMYSHLENNIKOV",
  given: "Oleg Borisovich",
};
const inScript = { text: "Вымышленников Олег Борисович", strength: "strong" };
const weak = { text: "Olezhek", strength: "weak" };

Deno.test("readUkXml() and readUkCsv() read the same entities of the UK sanctions list", () => {
  const [xml, csv] = [readWhole("uk-sl", XML), readWhole("uk-sl", CSV)];
  for (const list of [xml, csv]) {
    assert.equal(list.self?.asOf, "2026-08-08");
    const person = entityOf(list, "RUS9001");
    assert.deepEqual(person.names, [
      primary,
      {
        text: "Aleh VYMYSLENNIKOV",
        strength: "strong",
        family: "VYMYSLENNIKOV",
        given: "Aleh",
      },
      inScript,
      weak,
    ]);
    assert.deepEqual(person.births, ["1961", "1961-04-12"]);
    assert.deepEqual(person.nationalities, ["RU"]);
    assert.deepEqual(person.programs, ["Russia"]);
    assert.deepEqual(person.details, {
      listedOn: "2022-02-24",
      sourceUrl: null,
      designations: ["Director of Inventions"],
      identifiers: [{ type: "passport", label: "Passport", value: "XX 000-1961", country: null }],
      remarks: ["Invented, of two lines"],
      links: [],
    });
    assert.deepEqual(
      list.entities.map(({ entityType }) => entityType),
      ["INDIVIDUAL", "VESSEL", "ORGANISATION"],
    );
  }
  assert.deepEqual(xml.entities, csv.entities);
});

Deno.test("OFSI's consolidated list gives entities the numbers of the UK sanctions list", () => {
  const [xml, csv] = [readWhole("uk-sl", OFSI_XML), readWhole("uk-sl", OFSI_CSV)];
  for (const list of [xml, csv]) {
    assert.equal(list.self?.asOf, "2025-12-31");
    const person = entityOf(list, "RUS9001");
    assert.deepEqual(person.names, [primary, inScript, weak]);
    assert.deepEqual(person.births, ["1961"]);
    assert.deepEqual(person.nationalities, ["RU", "BY"]);
    // A group that names no such number keeps its own.
    assert.equal(entityOf(list, "99003").entityType, "ORGANISATION");
  }
  assert.equal(
    entityOf(xml, "RUS9001").entityId,
    entityOf(readWhole("uk-sl", XML), "RUS9001").entityId,
  );
});

Deno.test("the British readers refuse what is not whole or not itself", async (t) => {
  const cases: readonly { why: string; made: string; code: string }[] = [
    {
      why: "a kind that is none",
      made: textOf(XML).replace(">Ship<", ">Boat<"),
      code: "value_wrong",
    },
    {
      why: "an entity twice",
      made: textOf(XML).replace(">RUS9002<", ">RUS9001<"),
      code: "entity_duplicate",
    },
    {
      why: "an entity without a name",
      made: textOf(XML).replace("<Name6>INVENTED STAR</Name6>", ""),
      code: "value_wrong",
    },
    {
      why: "a report without its date",
      made: textOf(CSV).replace("08-Aug-2026", "soon"),
      code: "value_wrong",
    },
    {
      why: "rows of two kinds",
      made: textOf(CSV).replace("RUS9003", "RUS9002"),
      code: "value_wrong",
    },
    {
      why: "a target without its group",
      made: textOf(OFSI_XML).replace("<GroupID>99003</GroupID>", ""),
      code: "value_wrong",
    },
  ];
  for (const { why, made, code } of cases) {
    await t.step(why, () => {
      const read = readFiles("uk-sl", madeFile("uk", made));
      assert(!read.ok);
      assert.deepEqual([read.refusal.code, read.refusal.file], [code, "uk"]);
    });
  }
});

Deno.test("the British readers read what older and incomplete entries say", async (t) => {
  const of = (change: (text: string) => string) =>
    readWhole("uk-sl", madeFile("uk.csv", change(textOf(OFSI_CSV))));
  await t.step("numbers without an opening bracket", () => {
    const list = of((text) =>
      text.replaceAll("(1) Russia (2) Belarus", "1) Qatar 2) Saudi Arabia")
    );
    assert.deepEqual(entityOf(list, "RUS9001").nationalities, ["QA", "SA"]);
  });
  await t.step("several births in one field, and a year of which only the century is known", () => {
    const list = of((text) => text.replaceAll("00/00/1961", "(1) 00/07/1961 (2) 12/04/1962"));
    assert.deepEqual(entityOf(list, "RUS9001").births, ["1961-07", "1962-04-12"]);
    const century = of((text) => text.replaceAll("00/00/1961", "dd/mm/19yy"));
    assert.deepEqual(entityOf(century, "RUS9001").births, []);
    assert.equal(countOf(century, "birth_unreadable"), 1);
  });
  await t.step("births and nationalities in words", () => {
    const list = of((text) =>
      text.replaceAll("00/00/1961", "circa 1961").replaceAll("(1) Russia (2) Belarus", "Syrian")
    );
    assert.deepEqual(entityOf(list, "RUS9001").births, ["1961~"]);
    assert.deepEqual(entityOf(list, "RUS9001").nationalities, ["SY"]);
  });
  await t.step("the primary name under its older name", () => {
    const list = of((text) => text.replace(",Primary name,", ",Prime Alias,"));
    assert.deepEqual(entityOf(list, "RUS9001").names[0], primary);
  });
  await t.step("no kind: an organisation, and a finding", () => {
    const xml = textOf(XML).replace("<IndividualEntityShip>Entity<", "<IndividualEntityShip><");
    const list = readWhole("uk-sl", madeFile("uk.xml", xml));
    assert.equal(entityOf(list, "RUS9003").entityType, "ORGANISATION");
    assert.equal(countOf(list, "type_unknown"), 1);
  });
});
