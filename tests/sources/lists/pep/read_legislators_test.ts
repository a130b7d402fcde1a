import assert from "node:assert/strict";
import { readList } from "../../../../sources/lists/read_list.ts";
import { listFileBounds } from "../../../../core/policy/list_files.ts";
import {
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

const CONGRESS = fixture("pep/legislators-current.yaml");
const EXECUTIVE = fixture("pep/executive.yaml");

function rolesAt(asOf: string, home: string | null = null) {
  const read = readList(
    { source: "us-pep", asOf, files: [CONGRESS, EXECUTIVE] },
    { bounds: listFileBounds, policy: { home }, held: new Set() },
  );
  if (!read.ok) assert.fail(JSON.stringify(read.refusal));
  return (family: string) =>
    read.value.entities.find(({ names }) => names[0]?.family === family)?.pep;
}

Deno.test("readLegislators() reads names, nicknames, birthdays and offices", () => {
  const list = readWhole("us-pep", CONGRESS, EXECUTIVE);
  assert.equal(list.entities.length, 6);
  const reed = entityOf(list, "R000122");
  assert.deepEqual(reed.names, [
    { text: "John F. Reed", strength: "primary", family: "Reed", given: "John F." },
    { text: "Jack Reed", strength: "strong", family: "Reed" },
    { text: "John Reed", strength: "strong", family: "Reed", given: "John" },
  ]);
  assert.deepEqual([reed.births, reed.nationalities], [["1949-11-12"], ["US"]]);
  const king = list.entities.find(({ names }) => names[0]?.family === "King");
  assert.equal(king?.names[0]?.text, "Angus S. King Jr.");
});

Deno.test("readLegislators() reads the office held at the day of the data", () => {
  // Terms of the file: Vance senator 2023 to 2025, vice president 2025 to 2029.
  const now = rolesAt("2026-06-15");
  assert.deepEqual(now("Vance"), {
    category: "FOREIGN",
    functionalCategory: "HEAD_OF_STATE_OR_GOVERNMENT",
    status: "CURRENT",
    jurisdiction: "US",
    linked: [],
  });
  assert.equal(now("Reed")?.functionalCategory, "LEGISLATOR");
  assert.equal(now("Washington")?.status, "FORMER");
  assert.equal(now("Washington")?.functionalCategory, "HEAD_OF_STATE_OR_GOVERNMENT");
  assert.equal(rolesAt("2023-06-15")("Trump")?.status, "FORMER");
  assert.equal(rolesAt("2026-06-15", "US")("Reed")?.category, "DOMESTIC");
  assert.equal(rolesAt("2026-06-15", "DE")("Reed")?.category, "FOREIGN");
});

Deno.test("readLegislators() makes one entity of a person who stands in two files", () => {
  const senator = textOf(CONGRESS);
  const president = senator.replaceAll(/type: (?:rep|sen)/g, "type: prez");
  const list = readWhole("us-pep", CONGRESS, madeFile("executive.yaml", president));
  assert.equal(list.entities.length, 3);
  assert.equal(entityOf(list, "R000122").pep?.functionalCategory, "HEAD_OF_STATE_OR_GOVERNMENT");
});

Deno.test("readLegislators() refuses what is not whole or not itself, with file and line", async (t) => {
  const text = textOf(CONGRESS);
  const second = text.split(/^(?=- )/m)[0]?.split("\n").length;
  const cases = [
    ["no birthday's day", text.replace("'1949-11-12'", "'1949-11'"), "value_wrong", 1],
    ["no state", text.replace(/\n {4}state: RI/, ""), "value_wrong", 1],
    ["another office", text.replace("type: sen", "type: king"), "value_wrong", 1],
    ["no family name", text.replace(/\n {4}last: King/, ""), "value_wrong", second],
    ["the same person twice", text + text, "entity_duplicate", null],
    ["an alias", text.replace("last: Reed", "last: *a"), "yaml_malformed", null],
    ["a bracket", text.replace("last: Reed", "last: [Reed"), "yaml_malformed", null],
    [
      "a key twice",
      text.replace("last: Reed", "first: Jo\n    last: Reed"),
      "yaml_malformed",
      null,
    ],
  ] as const;
  for (const [why, made, code, line] of cases) {
    await t.step(why, () => {
      const read = readFiles("us-pep", madeFile("legislators.yaml", made));
      assert(!read.ok);
      assert.equal(read.refusal.code, code);
      if (line !== null) assert.equal(read.refusal.line, line);
      assert(read.refusal.line !== null);
    });
  }
});

publishedTest(
  "readLegislators() reads the whole files, by an independent count of their ids",
  () => {
    const files = ["us-legislators-current.yaml", "us-executive.yaml"].map((name) =>
      published(`pep/${name}`)
    );
    const list = readWhole("us-pep", ...files);
    const ids = files.map((file) => occurrences(file, /^- id:/gm));
    assert.deepEqual(list.report.rows.map(({ rows }) => rows), ids);
    const bioguide = files.flatMap((file) =>
      [...textOf(file).matchAll(/^ {4}bioguide: (\S+)/gm)].map(([, id]) => id)
    );
    // Thirteen presidents and vice presidents never sat in Congress, and have no such id.
    const without = ids.reduce((sum, count) => sum + count, 0) - bioguide.length;
    assert.equal(without, 13);
    assert.equal(list.entities.length, new Set(bioguide).size + without);
    assert.equal(list.report.peps, list.entities.length);
    assert.equal(list.report.entitiesWithBirth, list.entities.length);
  },
);
