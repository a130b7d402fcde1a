import assert from "node:assert/strict";
import { entityOf, fixture, madeFile, readFiles, readWhole, textOf } from "../list_files.ts";

const XML = fixture("samples/eu_fsf.xml");
const CSV = fixture("samples/eu_fsf.csv");

const strongNames = [
  {
    text: "Oleg Borisovich Vymyshlennikov",
    strength: "primary",
    family: "Vymyshlennikov",
    given: "Oleg Borisovich",
  },
  { text: "Олег Борисович Вымышленников", strength: "strong" },
];

Deno.test("readEuXml() reads names, births, citizenships and programmes", () => {
  const list = readWhole("eu-fsf", XML);
  assert.equal(list.self?.asOf, "2026-08-05");
  const person = entityOf(list, "90001");
  assert.deepEqual(person.names, [...strongNames, { text: "Olezhek", strength: "weak" }]);
  // The last one is given in the Islamic calendar.
  assert.deepEqual(
    person.births,
    ["1961-04-12", "1962~", "1963/1965", "1982-04-18/1982-04-20"],
  );
  assert.deepEqual(person.nationalities, ["RU"]);
  assert.deepEqual(person.programs, ["UKR"]);
  assert.equal(person.birthPlaces[0], "Inventsk, RUSSIAN FEDERATION");
  assert.equal(entityOf(list, "90002").names[0]?.text, "Invented Trading & Shipping LLC");
  assert.deepEqual(list.report.findings, []);
});

Deno.test("readEuCsv() reads the same entities from rows", () => {
  const list = readWhole("eu-fsf", CSV);
  assert.equal(list.self?.asOf, "2026-08-05");
  const person = entityOf(list, "90001");
  assert.deepEqual(person.names, strongNames);
  assert.deepEqual(person.births, ["1961-04-12", "1963/1965"]);
  assert.deepEqual(person.nationalities, ["RU"]);
  assert.equal(person.entityId, entityOf(readWhole("eu-fsf", XML), "90001").entityId);
  assert.equal(entityOf(list, "90002").entityType, "ORGANISATION");
  assert.deepEqual(list.report.rows, [{ file: "samples/eu_fsf.csv", rows: 6 }]);
});

Deno.test("readEuXml() and readEuCsv() refuse what is not whole or not itself", async (t) => {
  const [xml, csv] = [textOf(XML), textOf(CSV)];
  const cases: readonly { why: string; file: string; made: string; code: string }[] = [
    {
      why: "no date",
      file: "eu.xml",
      made: xml.replace(/generationDate="[^"]*"/, ""),
      code: "value_wrong",
    },
    {
      why: "another kind of subject",
      file: "eu.xml",
      made: xml.replace('classificationCode="E"', 'classificationCode="X"'),
      code: "value_wrong",
    },
    {
      why: "an entity twice",
      file: "eu.xml",
      made: xml.replace('logicalId="90002"', 'logicalId="90001"'),
      code: "entity_duplicate",
    },
    {
      why: "a column less",
      file: "eu.csv",
      made: csv.replace("NameAlias_WholeName", "NameAlias_Name"),
      code: "columns_wrong",
    },
    { why: "a field less", file: "eu.csv", made: csv.replace(";RU;", ";"), code: "columns_wrong" },
    {
      why: "rows of two days",
      file: "eu.csv",
      made: csv.replace("\n05/08/2026;90002", "\n06/08/2026;90002"),
      code: "value_wrong",
    },
    {
      why: "columns of data shifted",
      file: "eu.csv",
      made: csv.replaceAll("\n05/08/2026;90002;", "\n05/08/2026;EU.90002.1;"),
      code: "value_wrong",
    },
  ];
  for (const { why, file, made, code } of cases) {
    await t.step(why, () => {
      const read = readFiles("eu-fsf", madeFile(file, made));
      assert(!read.ok);
      assert.deepEqual([read.refusal.code, read.refusal.file], [code, file]);
    });
  }
});
