import assert from "node:assert/strict";
import { readAddressFiles } from "../../../../sources/lists/ofac/read_addresses.ts";
import { readLists } from "../../../../sources/lists/read_lists.ts";
import type { SourceFile } from "../../../../sources/lists/schema.ts";
import { listFileBounds } from "../../../../core/policy/list_files.ts";
import { filesOf, writeOfacSet } from "./ofac_set.ts";

const HELD = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
const ORPHAN = "12jVCWW1ZhTLA5yVnroEJswqKwsfiZKsax";
const MIXED_CASE = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";

function file(currency: string, text: string): SourceFile {
  return {
    name: `crypto/sanctioned_addresses_${currency}.txt`,
    bytes: new TextEncoder().encode(text),
  };
}

Deno.test("readAddressFiles() gives addresses without an entity under OFAC's code, XBT as BTC", () => {
  const read = readAddressFiles(
    [file("XBT", `${ORPHAN}\n${ORPHAN}\n\n`), file("ETH", `${MIXED_CASE}\r\n`)],
    new Set(),
    listFileBounds,
  );
  assert(read.ok);
  assert.deepEqual(read.value.entities, []);
  const has = (network: string, address: string) =>
    read.value.orphans.filter((one) =>
      one.source === "ofac-sdn" && one.network === network && one.address === address
    ).length;
  assert.equal(has("BTC", ORPHAN), 1);
  assert.equal(has("ETH", MIXED_CASE.toLowerCase()), 1);
  assert.equal(read.value.report.addresses, 2);
});

Deno.test("readAddressFiles() refuses what is not one whole address a line", async (t) => {
  const cases = [
    { why: "empty", text: "", code: "file_empty" },
    { why: "cut off", text: `${HELD}\n${ORPHAN.slice(0, 9)}`, code: "file_truncated" },
    { why: "two on a line", text: `${HELD} ${ORPHAN}\n`, code: "value_wrong" },
    { why: "a web page", text: "<html>\n<p>Not found</p>\n", code: "value_wrong" },
    { why: "too long", text: `${"1".repeat(257)}\n`, code: "value_wrong" },
    { why: "letters of another script", text: "1Аbc\n", code: "value_wrong" },
    { why: "NUL", text: "1abc\0\n", code: "control_character" },
  ];
  for (const { why, text, code } of cases) {
    await t.step(`${why}: ${code}`, () => {
      const read = readAddressFiles([file("XBT", text)], new Set(), listFileBounds);
      assert(!read.ok);
      assert.deepEqual([read.refusal.code, read.refusal.file], [
        code,
        "crypto/sanctioned_addresses_XBT.txt",
      ]);
    });
  }
});

Deno.test("readAddressFiles() refuses no files, unknown names and one currency twice", () => {
  const codeOf = (files: readonly SourceFile[]) => {
    const read = readAddressFiles(files, new Set(), listFileBounds);
    return read.ok ? null : read.refusal.code;
  };
  const xbt = file("XBT", `${ORPHAN}\n`);
  assert.equal(codeOf([]), "file_missing");
  assert.equal(codeOf([{ ...xbt, name: "addresses.txt" }]), "file_unknown");
  assert.equal(codeOf([xbt, file("xbt", `${HELD}\n`)]), "file_duplicate");
});

Deno.test("readLists() leaves an address with its entity, whatever the order of the lists", () => {
  const sdn = filesOf(writeOfacSet([{
    entNum: 1,
    name: "HYDRA MARKET",
    remark: `Digital Currency Address - XBT ${HELD}.`,
  }]));
  const lists = [
    { source: "ofac-crypto", asOf: "2024-09-27", files: [file("XBT", `${HELD}\n${ORPHAN}\n`)] },
    { source: "ofac-sdn", asOf: "2023-11-30", files: sdn },
  ] as const;
  const answers = [lists, lists.toReversed()].map((order) => {
    const read = readLists(order, listFileBounds);
    assert(read.ok);
    return read.value;
  });
  const [one, other] = answers;
  assert.deepEqual(one, other);
  assert.deepEqual(one?.map(({ description }) => description.source), ["ofac-sdn", "ofac-crypto"]);
  const addresses = one?.[1]?.orphans.map(({ address }) => address) ?? [];
  assert(addresses.includes(ORPHAN) && !addresses.includes(HELD));
  const finding = one?.[1]?.report.findings.find(({ reason }) => reason === "address_of_entity");
  assert.deepEqual(finding?.examples, [`crypto/sanctioned_addresses_XBT.txt:1: XBT ${HELD}`]);
});

Deno.test("readLists() reads all lists or none", () => {
  const good = { source: "ofac-crypto", asOf: "2024-09-27", files: [file("XBT", `${HELD}\n`)] };
  const read = readLists(
    [{ ...good, source: "ofac-crypto" }, { source: "ofac-sdn", asOf: "2024-09-27", files: [] }],
    listFileBounds,
  );
  assert(!read.ok);
  assert.equal(read.refusal.code, "file_missing");
});
