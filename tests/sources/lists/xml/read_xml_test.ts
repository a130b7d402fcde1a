import assert from "node:assert/strict";
import { textAt, textsAt, type XmlElement } from "../../../../sources/lists/xml/element.ts";
import { readXml } from "../../../../sources/lists/xml/read_xml.ts";
import { ListFileBounds, listFileBounds } from "../../../../core/policy/list_files.ts";
import { madeFile } from "../list_files.ts";

function recordsOf(text: string, bounds = listFileBounds) {
  const records: XmlElement[] = [];
  const shape = { root: "list", records: ["head", "all/one"], passedOver: ["all/other"] };
  const read = readXml(madeFile("x.xml", text), shape, bounds, {
    record: (record) => {
      records.push(record);
      return null;
    },
  });
  return { read, records };
}

Deno.test("readXml() returns records whole, with lines, and passes over what it may", () => {
  const { read, records } = recordsOf(
    '<?xml version="1.0"?>\n<a:list xmlns:a="x">\n<head/>\n<all><other><one>x</one></other>\n' +
      '<a:one at="1"><n>A &amp; B<![CDATA[ <C>]]></n><n/><n> D </n></a:one></all></a:list>\n',
  );
  assert(read.ok);
  assert.deepEqual([...read.value], [["head", 1], ["all/one", 1]]);
  const [, one] = records;
  assert(one !== undefined);
  assert.deepEqual([one.name, one.line, one.attributes.get("at")], ["one", 5, "1"]);
  assert.deepEqual(textsAt(one, "n"), ["A & B <C>", "D"]);
  assert.equal(textAt(one, "m"), null);
});

Deno.test("readXml() refuses what is not well-formed, not whole or not expected", async (t) => {
  const deep = ListFileBounds.parse({ elementDepthMax: 5 });
  const short = ListFileBounds.parse({ recordCharactersMax: 100 });
  const cases: readonly (readonly [string, string, string, ListFileBounds?])[] = [
    ["a tag that is not closed", "<list><all><one></all></list>", "xml_malformed"],
    ["an end that is missing", "<list><all><one/></all>", "file_truncated"],
    ["nothing but a declaration", '<?xml version="1.0"?>', "file_empty"],
    ["another root", "<feed/>", "file_unknown"],
    ["an element elsewhere", "<list><one/></list>", "value_wrong"],
    ["text between records", "<list><all>x<one/></all></list>", "value_wrong"],
    ["something after the root", "<list/><list/>", "xml_malformed"],
    ["a document type", "<!DOCTYPE list><list/>", "xml_malformed"],
    [
      "an entity that grows",
      '<!DOCTYPE list [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><list><head>&b;</head></list>',
      "xml_malformed",
    ],
    ["an attribute twice", '<list><head a="1" a="2"/></list>', "xml_malformed"],
    ["a control character", "<list><head>\x01</head></list>", "xml_malformed"],
    [
      "elements too deep",
      "<list><all><one><a><b><c/></b></a></one></all></list>",
      "xml_malformed",
      deep,
    ],
    [
      "a record of elements without a text",
      `<list><head>${"<n/>".repeat(10)}</head></list>`,
      "file_too_large",
      short,
    ],
    [
      "a record of attributes without a value",
      `<list><head>${'<n a="" b=""/>'.repeat(2)}</head></list>`,
      "file_too_large",
      short,
    ],
    ["a record too long", `<list><head>${"x".repeat(101)}</head></list>`, "file_too_large", short],
  ];
  for (const [why, text, code, bounds] of cases) {
    await t.step(why, () => {
      const { read } = recordsOf(text, bounds);
      assert(!read.ok);
      assert.equal(read.refusal.code, code, read.refusal.message);
    });
  }
});

Deno.test("readXml() keeps no more in memory than a record: a long file is read in pieces", () => {
  const record = `<one>${"<n>x</n>".repeat(50)}</one>`;
  let given = 0;
  const file = {
    name: "long.xml",
    bytes: new Uint8Array(),
    *pieces() {
      yield new TextEncoder().encode("<list><all>");
      for (; given < 20_000; given += 1) yield new TextEncoder().encode(record);
      yield new TextEncoder().encode("</all></list>");
    },
  };
  let [taken, ahead] = [0, 0];
  const read = readXml(file, { root: "list", records: ["all/one"] }, listFileBounds, {
    record: () => {
      taken += 1;
      ahead = Math.max(ahead, given - taken);
      return null;
    },
  });
  assert(read.ok);
  assert.equal(taken, 20_000);
  assert(ahead <= 1, `${ahead} records were read ahead`);
});
