import assert from "node:assert/strict";
import {
  entityOf,
  fixture,
  madeFile,
  published,
  publishedTest,
  readFiles,
  readWhole,
  textOf,
} from "../list_files.ts";

const EXCERPT = fixture("bis/dpl.txt");

Deno.test("readDpl() reads excerpts of the Denied Persons List", () => {
  const list = readWhole("us-dpl", EXCERPT);
  // Two rows of one order, for two addresses, are one entity.
  assert.equal(list.report.rows[0]?.rows, 7);
  assert.equal(list.entities.length, 6);
  assert.equal(entityOf(list, "2020-03-16 ZIMO SHENG").entityType, "INDIVIDUAL");
  assert.equal(entityOf(list, "2003-06-19 I. ASH").names[0]?.text, "I. ASH");
  const types = list.entities.map(({ names, entityType }) => [names[0]?.text, entityType]);
  assert.deepEqual(
    new Set(types.filter(([, type]) => type === "ORGANISATION").map(([n]) => n)),
    new Set([
      "MAHAN AIRWAYS",
      "SOCCER ZONE (MNC GROUP INTERNATIONAL, INC.)",
      "SIBERIAN AIRLINES",
    ]),
  );
  const sun = list.entities.find(({ names }) => names[0]?.text === "FUYI SUN");
  assert.deepEqual(sun?.names[1], { text: "FRANK SUN", strength: "strong" });
  // The list itself distinguishes nobody.
  assert.deepEqual(list.report.findings.map(({ reason, count }) => [reason, count]), [
    ["type_guessed", 6],
  ]);
});

Deno.test("readDpl() refuses what is not whole or not itself, with file and line", async (t) => {
  const text = textOf(EXCERPT);
  const cases = [
    ["a field less", text.replace('\t"Y"', ""), "columns_wrong", 2],
    ["another date", text.replace('"06/19/2003"', '"2003-06-19"'), "value_wrong", 2],
    ["no name", text.replace('" I. ASH"', '""'), "value_wrong", 2],
    ["a quote too many", text.replace('"FUYI', '""FUYI'), "csv_malformed", 3],
    ["a column less", text.replace("Effective_Date", "Effective"), "columns_wrong", 1],
  ] as const;
  for (const [why, made, code, line] of cases) {
    await t.step(why, () => {
      const read = readFiles("us-dpl", madeFile("dpl.txt", made));
      assert(!read.ok);
      assert.deepEqual([read.refusal.code, read.refusal.line], [code, line]);
    });
  }
});

publishedTest("readDpl() reads the whole list, by an independent count of its orders", () => {
  const file = published("ofac-nonsdn/bis_dpl.txt");
  const rows = textOf(file).trimEnd().split("\n").slice(1).map((row) => row.split("\t"));
  const orders = new Set(rows.map((row) => `${row[0]?.replaceAll('"', "").trim()} ${row[6]}`));
  const list = readWhole("us-dpl", file);
  assert.equal(list.entities.length, orders.size);
  assert.equal(list.report.rows[0]?.rows, rows.length);
});
