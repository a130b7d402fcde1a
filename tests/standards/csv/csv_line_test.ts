import assert from "node:assert/strict";
import fc from "fast-check";
import { csvLine } from "../../../standards/csv/csv_line.ts";
import { csvRecords } from "../../../standards/csv/csv_records.ts";
import { runs } from "../../support/runs.ts";

Deno.test("csvLine() leaves no formula to a spreadsheet, wherever that divides", () => {
  assert.equal(csvLine(["a", 1, null, undefined]), "a,1,,\r\n");
  assert.equal(csvLine(["=1+1", "@x", "-1"]), "'=1+1,'@x,'-1\r\n");
  assert.equal(csvLine(["x;=1+1", "x\t=1+1"]), '"x;=1+1","x\t=1+1"\r\n');
  assert.equal(csvLine(['say "so"', "a,b", "a\nb"]), '"say ""so""","a,b","a\nb"\r\n');
});

Deno.test("what csvLine() writes is read back, but for the apostrophe", () => {
  const text = fc.string({ unit: "binary" }).map((one) => one.replaceAll(/[\r\n\ufeff]/g, " "));
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (values) => {
      const [record] = csvRecords(csvLine(["first", ...values]), { recordCharactersMax: 100_000 });
      assert(record !== undefined && "fields" in record);
      const plain = record.fields.slice(1).map((field) => field.replace(/^'(?=[=+\-@\t])/, ""));
      assert.deepEqual(plain, values.map((value) => value.replace(/^'(?=[=+\-@\t])/, "")));
    }),
    { numRuns: runs(1_000) },
  );
});
