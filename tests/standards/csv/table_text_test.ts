import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { csvRecords, type Delimiter } from "../../../standards/csv/csv_records.ts";
import { decodeTable } from "../../../standards/csv/table_text.ts";
import { runs } from "../../support/runs.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, order: "le" | "be"): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
};

Deno.test("decodeTable() reads what spreadsheets write", async (t) => {
  const cases = [
    { why: "UTF-8", bytes: utf8("a,b\nü,2"), text: "a,b\nü,2", delimiter: "," },
    { why: "UTF-8 with a byte order mark", bytes: utf8("\ufeffa;b"), text: "a;b", delimiter: ";" },
    { why: "UTF-16, little end first", bytes: utf16("a\tб", "le"), text: "a\tб", delimiter: "\t" },
    { why: "UTF-16, big end first", bytes: utf16("a;漢", "be"), text: "a;漢", delimiter: ";" },
    { why: "one column", bytes: utf8("name\nA; B; C"), text: "name\nA; B; C", delimiter: "," },
    { why: "quoted", bytes: utf8('"a,b,c";d'), text: '"a,b,c";d', delimiter: ";" },
    { why: "an empty first line", bytes: utf8("\r\na;b"), text: "\r\na;b", delimiter: ";" },
    { why: "nothing", bytes: utf8(""), text: "", delimiter: "," },
  ];
  for (const { why, bytes, text, delimiter } of cases) {
    await t.step(why, () => {
      assert.deepEqual(decodeTable(bytes), { text, delimiter, linesBefore: 0 });
    });
  }
  await t.step("a line that names the delimiter", () => {
    assert.deepEqual(decodeTable(utf8("\ufeffsep=;\r\na,b;c")), {
      text: "a,b;c",
      delimiter: ";",
      linesBefore: 1,
    });
  });
});

Deno.test("decodeTable() guesses no other encoding", () => {
  assert.equal(decodeTable(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72)), null);
  assert.equal(decodeTable(Uint8Array.of(0xff, 0xfe, 0x41)), null);
});

Deno.test("a table comes back in any encoding and with any delimiter", () => {
  const field = fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\r\ufeff]/g, " "));
  fc.assert(
    fc.property(
      fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom<Delimiter>(",", ";", "\t"),
      fc.constantFrom("utf8", "le", "be"),
      (rows, delimiter, encoding) => {
        const header = ["a", "b", "c"];
        const quoted = (row: readonly string[]) =>
          row.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter);
        const text = [header.join(delimiter), ...rows.map(quoted)].join("\r\n");
        const bytes = encoding === "utf8" ? utf8(text) : utf16(text, encoding as "le" | "be");
        const table = decodeTable(bytes);
        assert(table !== null);
        const read = [...csvRecords(table.text, { recordCharactersMax: 10_000, ...table })];
        assert.deepEqual(
          read.map((record) => "fields" in record ? record.fields : record.problem),
          [header, ...rows],
        );
      },
    ),
    { numRuns: runs(500) },
  );
});
