import fc from "fast-check";
import assert from "node:assert/strict";
import { type CsvRecord, csvRecords } from "../../../standards/csv/csv_records.ts";
import { runs } from "../../support/runs.ts";

const roomy = { recordCharactersMax: 10_000 };

function read(text: string, limits = roomy): readonly CsvRecord[] {
  return [...csvRecords(text, limits)];
}

Deno.test("csvRecords() gives the line on which each record begins", async (t) => {
  const cases = [
    { why: "LF", text: "a,b\n1,2\n", expected: [[1, ["a", "b"]], [2, ["1", "2"]]] },
    { why: "CRLF", text: "a,b\r\n1,2\r\n", expected: [[1, ["a", "b"]], [2, ["1", "2"]]] },
    { why: "no line break at the end", text: "a\n1", expected: [[1, ["a"]], [2, ["1"]]] },
    { why: "a lone CR at the end", text: "a\r\n1\r", expected: [[1, ["a"]], [2, ["1"]]] },
    { why: "a byte order mark", text: "\ufeffa\n1", expected: [[1, ["a"]], [2, ["1"]]] },
    {
      why: "a byte order mark before a quote",
      text: '\ufeff"a"\n1',
      expected: [[1, ["a"]], [2, ["1"]]],
    },
    {
      why: "line breaks within a field",
      text: 'a\r\n"one\r\ntwo\nthree"\r\n4',
      expected: [[1, ["a"]], [2, ["one\r\ntwo\nthree"]], [5, ["4"]]],
    },
    { why: "empty lines", text: "a\n\n\r\n1\n", expected: [[1, ["a"]], [4, ["1"]]] },
    { why: "quotes in pairs", text: '"say ""so"""', expected: [[1, ['say "so"']]] },
    { why: "empty fields", text: ',"",', expected: [[1, ["", "", ""]]] },
    {
      why: "ragged rows",
      text: "a,b\n1\n1,2,3",
      expected: [[1, ["a", "b"]], [2, ["1"]], [3, ["1", "2", "3"]]],
    },
    { why: "blanks are kept", text: " a , b ", expected: [[1, [" a ", " b "]]] },
    { why: "nothing", text: "", expected: [] },
  ];
  for (const { why, text, expected } of cases) {
    await t.step(why, () => {
      const found = read(text).map((record) => [
        record.line,
        "fields" in record ? record.fields : record.problem,
      ]);
      assert.deepEqual(found, expected);
    });
  }
});

Deno.test("csvRecords() names a record with wrong quotes and reads on behind it", () => {
  const records = read('a,b\n5" disk,2\n"ok"x,2\n1,2\n');
  assert.deepEqual(records.map((record) => ["problem" in record, record.line]), [
    [false, 1],
    [true, 2],
    [true, 3],
    [false, 4],
  ]);
});

Deno.test("csvRecords() ends at a quote that is never closed, and at a record that is too long", () => {
  const open = read('a\n"1\n2\n3');
  assert.deepEqual(open.map((record) => ["problem" in record, record.line]), [[false, 1], [
    true,
    2,
  ]]);
  const long = read(`a\n"${"x".repeat(100)}\n"\n3`, { recordCharactersMax: 50 });
  assert.deepEqual(long.map((record) => ["problem" in record, record.line]), [[false, 1], [
    true,
    2,
  ]]);
});

/** Writes CSV like a standard writer: with quotes where needed, or everywhere. */
function write(
  rows: readonly (readonly string[])[],
  quotesAll: boolean,
  lineBreak: string,
): string {
  const cell = (text: string) =>
    quotesAll || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(",")).join(lineBreak);
}

const cell = fc.string({
  unit: fc.constantFrom("a", "é", "𝒳", ",", '"', "\n", "\r\n", "\r", " ", ";", "\t", "'", "="),
  maxLength: 8,
});
// A row of one empty cell is an empty line, which is left out.
const row = fc.array(cell, { minLength: 2, maxLength: 5 });

Deno.test("csvRecords() reads back what a standard writer writes, with its lines", () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (rows, quotesAll, lineBreak, ends) => {
        const text = write(rows, quotesAll, lineBreak) + (ends ? lineBreak : "");
        const records = read(text);
        assert.deepEqual(records.map((record) => "fields" in record && record.fields), rows);
        let line = 1;
        for (const [index, cells] of rows.entries()) {
          assert.equal(records[index]?.line, line);
          line += 1 + cells.join("").split("\n").length - 1;
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

Deno.test("csvRecords() reads quoted fields by each delimiter", () => {
  for (const delimiter of [",", ";", "\t"] as const) {
    const text = ['""', '"a" ', "", '" "', 'b ""', '"c,;\td"', '""""'];
    const rows = text.map((field) => `"x"${delimiter}${field}${delimiter}`).join("\n");
    const found = [...csvRecords(rows, { ...roomy, delimiter })];
    assert.deepEqual(found.map((record) => "fields" in record ? record.fields : null), [
      ...[["x", "", ""], null, ["x", "", ""], ["x", " ", ""], null],
      ...[["x", "c,;\td", ""], ["x", '"', ""]],
    ]);
  }
});

Deno.test("csvRecords() gives a record without fields after each 65,536 empty lines", () => {
  const records = read(`a\n${"\n".repeat(131_071)}b\r\n\n`);
  assert.deepEqual(records, [
    { line: 1, fields: ["a"] },
    { line: 65_537, fields: [] },
    { line: 131_073, fields: ["b"] },
    { line: 131_074, fields: [] },
  ]);
});

Deno.test("csvRecords() ends on any text", () => {
  const any = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", "\ufeff", "\u0000") });
  fc.assert(
    fc.property(any, (text) => {
      const records = read(text, { recordCharactersMax: 20 });
      const lines = records.map(({ line }) => line);
      assert.deepEqual(lines, lines.toSorted((a, b) => a - b));
    }),
    { numRuns: runs(2_000) },
  );
});
