import assert from "node:assert/strict";
import { entityId } from "../../../../sources/lists/entity_id.ts";
import { functionOf } from "../../../../sources/lists/ftm/offices.ts";
import { readList } from "../../../../sources/lists/read_list.ts";
import { readLists } from "../../../../sources/lists/read_lists.ts";
import { listFileBounds } from "../../../../core/policy/list_files.ts";
import {
  countOf,
  entityOf,
  fixture,
  madeFile,
  readFiles,
  readWhole,
  textOf,
} from "../list_files.ts";

const SOURCE = "ftm:invented_peps";
const ENTITIES = fixture("samples/ftm/entities.ftm.json");
const INDEX = fixture("samples/ftm/index.json");

Deno.test("readFtm() reads targets with their names, births and nationalities", () => {
  const list = readWhole(SOURCE, ENTITIES, INDEX);
  assert.deepEqual(list.entities.map(({ listRef, entityType }) => [listRef, entityType]), [
    ["NK-fund", "ORGANISATION"],
    ["NK-minister", "INDIVIDUAL"],
    ["NK-spouse", "INDIVIDUAL"],
    ["NK-star", "VESSEL"],
  ]);
  const minister = entityOf(list, "NK-minister");
  assert.deepEqual(minister.names, [
    { text: "Amara Inventova", strength: "primary", family: "Inventova", given: "Amara" },
    { text: "Амара Вымыслова", strength: "strong", family: "Вымыслова" },
    { text: "A. Inventova", strength: "strong", family: "Inventova" },
    { text: "Ami", strength: "weak" },
  ]);
  assert.deepEqual(minister.births, ["1961", "1961-04-12"]);
  assert.deepEqual(minister.nationalities, ["BY", "PL"]);
  assert.deepEqual(entityOf(list, "NK-star").programs, ["INV-1"]);
  assert.deepEqual(entityOf(list, "NK-fund").programs, ["Invented Programme"]);
});

Deno.test("readFtm() takes a person's country where neither nationality nor citizenship is given", () => {
  const person = (id: string, properties: object) =>
    `${JSON.stringify({ id, schema: "Person", properties: { name: ["A B"], ...properties } })}\n`;
  const list = readWhole(
    "ftm:x",
    madeFile(
      "x",
      person("a", { country: ["ge-ab"] }) +
        person("b", { country: ["ru"], citizenship: ["suhh"] }) +
        person("c", { country: ["eu"] }),
    ),
  );
  assert.deepEqual(entityOf(list, "a").nationalities, ["GE"]);
  assert.equal(entityOf(list, "b").nationalities.length, 15);
  assert.deepEqual(entityOf(list, "c").nationalities, []);
  assert.equal(countOf(list, "country_unknown"), 1);
});

Deno.test("readFtm() reads office, status, jurisdiction and the persons close to one", () => {
  const list = readWhole(SOURCE, ENTITIES);
  assert.deepEqual(entityOf(list, "NK-minister").pep, {
    category: "FOREIGN",
    functionalCategory: "MINISTER",
    status: "CURRENT",
    jurisdiction: "BY",
    // The associate is on no list, and so is not named.
    linked: [{
      entityId: entityId(SOURCE, "NK-spouse"),
      name: "Bela Inventov",
      relation: "FAMILY",
    }],
  });
  assert.deepEqual(entityOf(list, "NK-spouse").pep, {
    category: null,
    functionalCategory: null,
    status: null,
    jurisdiction: null,
    linked: [{
      entityId: entityId(SOURCE, "NK-minister"),
      name: "Amara Inventova",
      relation: "FAMILY",
    }],
  });
  assert.equal(entityOf(list, "NK-fund").pep, null);
  const home = readList(
    { source: SOURCE, asOf: "2026-06-02", files: [ENTITIES] },
    { bounds: listFileBounds, policy: { home: "BY" }, held: new Set() },
  );
  assert(home.ok);
  assert.equal(entityOf(home.value, "NK-minister").pep?.category, "DOMESTIC");
});

Deno.test("readFtm() reads what topics alone say of exposed persons", async (t) => {
  const person = (topics: readonly string[], more: object = {}) =>
    JSON.stringify({
      id: "a",
      schema: "Person",
      properties: { name: ["Amara Inventova"], topics, citizenship: ["by"], ...more },
    });
  const office = (status: readonly string[], country: string) => [
    JSON.stringify({
      id: "p",
      schema: "Position",
      properties: { name: ["Mayor"], country: [country] },
    }),
    JSON.stringify({
      id: "o",
      schema: "Occupancy",
      properties: { holder: ["a"], post: ["p"], status },
    }),
  ];
  const roleOf = (...lines: readonly string[]) => {
    const list = readWhole("ftm:x", madeFile("x", lines.map((line) => `${line}\n`).join("")));
    const pep = entityOf(list, "a").pep;
    return pep && [pep.category, pep.functionalCategory, pep.status, pep.jurisdiction];
  };
  const cases = [
    ["exposed", [person(["role.pep"])], ["FOREIGN", null, null, "BY"]],
    ["formerly so", [person(["role.pep", "role.pep.frmr"])], ["FOREIGN", null, "FORMER", "BY"]],
    ["of an international body", [person(["role.pep.intl"])], [
      "INTERNATIONAL_ORGANISATION",
      "INTERNATIONAL_ORGANISATION",
      null,
      null,
    ]],
    ["sanctioned only", [person(["sanction"])], null],
    [
      "statuses that were merged",
      [person(["role.pep"]), ...office(["unknown", "current"], "us-ca")],
      ["FOREIGN", null, "CURRENT", "US"],
    ],
  ] as const;
  for (const [why, lines, expected] of cases) {
    await t.step(why, () => assert.deepEqual(roleOf(...lines), expected));
  }
});

Deno.test("readFtm() counts what it does not take, and why", () => {
  const list = readWhole(SOURCE, ENTITIES);
  const counts = (["schema_unused", "not_targeted", "entity_without_name", "link_outside"] as const)
    .map((reason) => countOf(list, reason));
  assert.deepEqual(counts, [1, 1, 1, 1]);
  // 30 February
  assert.equal(countOf(list, "birth_unreadable"), 1);
  assert.deepEqual(list.report.unused, [{ part: "gender", count: 1 }]);
});

Deno.test("readLists() describes a dataset by its index, and without one by what it knows", () => {
  const described = (...files: readonly (typeof ENTITIES)[]) => {
    const read = readLists([{ source: SOURCE, asOf: "2026-01-01", files }], listFileBounds);
    assert(read.ok);
    return read.value[0]?.description;
  };
  assert.deepEqual(described(ENTITIES, INDEX), {
    source: SOURCE,
    title: "Invented PEPs",
    publisher: "Nobody",
    licence: "https://creativecommons.org/publicdomain/zero/1.0/",
    asOf: "2026-06-03",
    asOfFrom: "publisher",
  });
  // The newest day on which an entity was seen.
  assert.equal(described(ENTITIES)?.asOf, "2026-06-02");
  assert.match(described(ENTITIES)?.licence ?? "", /CC BY-NC 4\.0/);
});

Deno.test("functionOf() finds the kind of an office by its topics", async (t) => {
  const cases = [
    [["gov.national", "gov.head"], "President", "HEAD_OF_STATE_OR_GOVERNMENT"],
    [["gov.national", "gov.legislative"], "Member of Parliament", "LEGISLATOR"],
    [["gov.state", "gov.legislative"], "Member of the Landtag", "REGIONAL_OR_LOCAL"],
    [["gov.muni", "gov.head"], "Mayor", "REGIONAL_OR_LOCAL"],
    [["gov.judicial"], "Judge", "JUDICIARY"],
    [["gov.financial"], "Governor of the Bank", "AUDIT_OR_CENTRAL_BANK"],
    [["gov.security"], "General", "DIPLOMAT_OR_MILITARY"],
    [["role.diplo"], "Envoy", "DIPLOMAT_OR_MILITARY"],
    [["gov.executive"], "Ambassador to Invention", "DIPLOMAT_OR_MILITARY"],
    [["gov.executive"], "Minister of Inventions", "MINISTER"],
    [["gov.igo", "gov.executive"], "Commissioner", "INTERNATIONAL_ORGANISATION"],
    [["gov.soe"], "Director", "STATE_ENTERPRISE"],
    [["pol.party"], "Chair", "PARTY_LEADERSHIP"],
    [["gov.national"], "Clerk", null],
  ] as const;
  for (const [topics, name, expected] of cases) {
    await t.step(name, () => assert.equal(functionOf(topics, name), expected));
  }
});

Deno.test("readFtm() refuses what is not whole or not itself, with file and line", async (t) => {
  const text = textOf(ENTITIES);
  const cases = [
    [
      "a line that is no JSON",
      text.replace('{"id":"NK-spouse"', '{"id:"NK-spouse"'),
      "json_malformed",
      2,
    ],
    [
      "a nested export",
      text.replace('"topics":["sanction"]', '"topics":[{"id":"x"}]'),
      "value_wrong",
      3,
    ],
    ["no id", text.replace('"id":"NK-fund",', ""), "value_wrong", 3],
    ["an id twice", text.replace("NK-fund", "NK-minister"), "entity_duplicate", 3],
    ["cut within a line", text.slice(0, -2), "file_truncated", 15],
  ] as const;
  for (const [why, made, code, line] of cases) {
    await t.step(why, () => {
      const read = readFiles(SOURCE, madeFile("entities.ftm.json", made));
      assert(!read.ok);
      assert.deepEqual([read.refusal.code, read.refusal.line], [code, line]);
    });
  }
  await t.step("fewer entities than its index says", () => {
    const fewer = madeFile("entities.ftm.json", text.slice(0, text.lastIndexOf('{"id"')));
    const read = readFiles(SOURCE, fewer, INDEX);
    assert(!read.ok);
    assert.equal(read.refusal.code, "file_truncated");
  });
  await t.step("the index of another dataset", () => {
    const read = readFiles("ftm:others", ENTITIES, INDEX);
    assert(!read.ok);
    assert.equal(read.refusal.code, "files_mismatched");
  });
});
