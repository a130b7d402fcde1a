import assert from "node:assert/strict";
import { readLists } from "../../../sources/lists/read_lists.ts";
import { formatOf } from "../../../sources/lists/format_of.ts";
import { listFileBounds } from "../../../core/policy/list_files.ts";
import { fixture, madeFile, readFiles } from "./list_files.ts";

Deno.test("formatOf() recognises a file by its content, whatever its name", async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ["un/consolidated.xml", "un-xml"],
    ["ofac/xml/consolidated.xml", "ofac-xml"],
    ["samples/sdn_advanced.xml", "ofac-advanced"],
    ["samples/eu_fsf.xml", "eu-xml"],
    ["samples/eu_fsf.csv", "eu-csv"],
    ["samples/uk_sanctions_list.xml", "uk-xml"],
    ["samples/uk_sanctions_list.csv", "uk-csv"],
    ["samples/ofsi_conlist.xml", "ofsi-xml"],
    ["samples/ofsi_conlist.csv", "ofsi-csv"],
    ["ca/sema.xml", "sema-xml"],
    ["bis/dpl.txt", "bis-dpl"],
    ["pep/executive.yaml", "legislators-yaml"],
    ["samples/ftm/entities.ftm.json", "ftm-lines"],
  ];
  for (const [path, expected] of cases) {
    await t.step(path, () => {
      assert.equal(formatOf({ ...fixture(path), name: "a.bin" })?.id, expected);
    });
  }
  await t.step("files that no list has", () => {
    for (const text of ["", "<html></html>", "a,b\n", "# title\n", "\0\0", "<", "{"]) {
      assert.equal(formatOf(madeFile("a.bin", text))?.id, text === "{" ? "ftm-lines" : undefined);
    }
  });
  await t.step("parts of sets that look alike, by name", () => {
    assert.equal(formatOf(fixture("ofac/sdn/alt.csv"))?.id, "ofac-csv");
    assert.equal(
      formatOf(fixture("ofac/crypto/sanctioned_addresses_ETH.txt"))?.id,
      "ofac-addresses",
    );
    assert.equal(formatOf(fixture("samples/ftm/index.json"))?.id, "ftm-index");
  });
});

Deno.test("readList() refuses a file of another list, and a list in two formats", () => {
  const foreign = readFiles("eu-fsf", fixture("un/consolidated.xml"));
  assert(!foreign.ok);
  assert.equal(foreign.refusal.code, "file_unknown");
  assert.match(foreign.refusal.message, /UN Security Council XML.*expected: EU FSF XML/);
  const twice = readFiles("eu-fsf", fixture("samples/eu_fsf.xml"), fixture("samples/eu_fsf.csv"));
  assert(!twice.ok);
  assert.equal(twice.refusal.code, "files_mismatched");
  const again = readFiles("un-sc", fixture("un/consolidated.xml"), fixture("un/consolidated.xml"));
  assert(!again.ok);
  assert.equal(again.refusal.code, "file_duplicate");
  const none = readFiles("un-sc");
  assert(!none.ok);
  assert.equal(none.refusal.code, "file_missing");
});

Deno.test("readLists() keeps one entity of several lists as one entity of each", () => {
  const read = readLists([
    { source: "uk-sl", asOf: "2026-06-02", files: [fixture("samples/uk_sanctions_list.xml")] },
    { source: "eu-fsf", asOf: "2026-06-02", files: [fixture("samples/eu_fsf.xml")] },
    { source: "ofac-sdn", asOf: "2026-06-02", files: [fixture("samples/sdn_advanced.xml")] },
  ], listFileBounds);
  assert(read.ok);
  // The file's own date holds before the one that was given.
  assert.deepEqual(read.value.map(({ description: { source, asOf } }) => [source, asOf]), [
    ["eu-fsf", "2026-08-05"],
    ["ofac-sdn", "2026-05-21"],
    ["uk-sl", "2026-08-08"],
  ]);
  const entities = read.value.flatMap((list) => list.entities);
  const same = entities.filter(({ names }) => /vymyshlennikov/i.test(names[0]?.text ?? ""));
  assert.deepEqual(same.map(({ source, listRef }) => [source, listRef]), [
    ["eu-fsf", "90001"],
    ["ofac-sdn", "900001"],
    ["uk-sl", "RUS9001"],
  ]);
  assert.equal(new Set(entities.map((one) => one.entityId)).size, entities.length);
});
