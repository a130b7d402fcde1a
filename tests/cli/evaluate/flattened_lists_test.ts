import assert from "node:assert/strict";
import { readCommonNames } from "../../../cli/evaluate/common_names.ts";
import { readFlattenedLists } from "../../../cli/evaluate/flattened_lists.ts";
import { zipEntry } from "../../../cli/evaluate/zip_entry.ts";
import { folderOf } from "../../support/folder.ts";

/** Runs a test on a folder with these files, which is deleted afterwards. */
async function inFolder(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  for (const [path, content] of Object.entries(files)) {
    await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(`${folder}/${path}`, bytes);
  }
  await test(folder);
}

/** A ZIP archive of deflated entries, without the parts that its reader ignores. */
async function zipOf(entries: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const header = (length: number, fields: readonly (readonly [number, number, 2 | 4])[]) => {
    const view = new DataView(new ArrayBuffer(length));
    for (const [offset, value, bytes] of fields) {
      if (bytes === 4) view.setUint32(offset, value, true);
      else view.setUint16(offset, value, true);
    }
    return new Uint8Array(view.buffer);
  };
  for (const [name, text] of Object.entries(entries)) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const data = new Uint8Array(await new Response(stream).arrayBuffer());
    const named = new TextEncoder().encode(name);
    directory.push(
      header(46, [[0, 0x02014b50, 4], [20, data.length, 4], [28, named.length, 2], [42, at, 4]]),
      named,
    );
    parts.push(header(30, [[0, 0x04034b50, 4], [26, named.length, 2]]), named, data);
    at += 30 + named.length + data.length;
  }
  const end = header(22, [[0, 0x06054b50, 4], [10, Object.keys(entries).length, 2], [16, at, 4]]);
  return new Uint8Array(await new Blob([...parts, ...directory, end] as BlobPart[]).arrayBuffer());
}

const cell = (text: string) => `<table:table-cell><text:p>\n${text}\n</text:p></table:table-cell>`;
const row = (cells: readonly string[]) =>
  `<table:table-row>${cells.map(cell).join("")}</table:table-row>`;
const sheet = [
  row(["Unique ID", "OFSI Group ID", "Name", "Regime", "Type"]),
  row(["RUS9001", "1", "KOLVASTIN Ivor Terentievich", "Russia", "Individual"]),
  row(["RUS9002", "2", "Kalvintra &amp; Sons", "Russia", "Entity"]),
  row(["RUS9003", "3", "QORVANEH 7", "Russia", "Ship"]),
].join("");
const eu = `\ufeffName,Alias,Nationality,Designation,Sanction Type,Source
Zdenka BRANKOVEC,"Zdenka BRANKOVEC, Зденка БРАНКОВЕЦ, Zdenkata",CROATIA,person,amendment,Europe
Qorvaneh Petrochemical,"Qorvaneh Petrochemical, QPC",,enterprise,amendment,Europe
`;

Deno.test("readFlattenedLists() reads names, kinds and family names of both lists", async () => {
  await inFolder({
    "eu/eu_fsf_parsed-2025-05.csv": eu,
    "uk/UK_Sanctions_List-2025-08-11.ods": await zipOf({ mimetype: "x", "content.xml": sheet }),
  }, async (folder) => {
    const { lists, leftOut } = await readFlattenedLists(folder);
    assert.deepEqual(leftOut, []);
    const [first, second] = lists.map(({ entities }) =>
      entities.map(({ listRef, entityType, names, nationalities }) => ({
        ...{ listRef, entityType, nationalities },
        names: names.map(({ text, strength, family }) => [text, strength, family]),
      }))
    );
    assert.deepEqual(first, [
      {
        ...{
          listRef: "name:Qorvaneh Petrochemical",
          entityType: "ORGANISATION",
          nationalities: [],
        },
        names: [["Qorvaneh Petrochemical", "primary", undefined]],
      },
      {
        ...{ listRef: "name:Zdenka BRANKOVEC", entityType: "INDIVIDUAL", nationalities: ["HR"] },
        names: [
          ["Zdenka BRANKOVEC", "primary", "BRANKOVEC"],
          ["Зденка БРАНКОВЕЦ", "strong", "БРАНКОВЕЦ"],
          ["Zdenkata", "weak", undefined],
        ],
      },
    ]);
    assert.deepEqual(
      second?.map(({ listRef, entityType, names }) => [listRef, entityType, names]),
      [
        ["RUS9001", "INDIVIDUAL", [["KOLVASTIN Ivor Terentievich", "primary", "KOLVASTIN"]]],
        ["RUS9002", "ORGANISATION", [["Kalvintra & Sons", "primary", undefined]]],
        ["RUS9003", "VESSEL", [["QORVANEH 7", "primary", undefined]]],
      ],
    );
  });
});

Deno.test("what is not at hand is left out, and said", async () => {
  await inFolder({}, async (folder) => {
    const { lists, leftOut } = await readFlattenedLists(folder);
    assert.deepEqual(lists, []);
    assert.deepEqual(leftOut.map((one) => one.split(":")[0]), ["eu-fsf", "uk-sl"]);
    assert.equal(await readCommonNames(folder), null);
  });
});

Deno.test("readCommonNames() takes romanised names in Latin letters, each once", async () => {
  const head = "\ufeffCountry,Romanized Name\n";
  await inFolder({
    "common-forenames-by-country.csv": `${head}KR,Ji-woo\nKR,Ji-woo\nKR,지우\nDE,Jörg\n`,
    "common-surnames-by-country.csv": `${head}KR,Gwon\nKR,\n`,
  }, async (folder) => {
    const common = await readCommonNames(folder);
    assert.deepEqual([...common?.forenames ?? []], [["KR", ["Ji-woo"]], ["DE", ["Jörg"]]]);
    assert.deepEqual([...common?.surnames ?? []], [["KR", ["Gwon"]]]);
  });
});

Deno.test("zipEntry() finds an entry by its name, and none in what is no archive", async () => {
  const archive = await zipOf({ "a.xml": "first", "b.xml": "second" });
  assert.equal(await zipEntry(archive, "b.xml"), "second");
  assert.equal(await zipEntry(archive, "c.xml"), null);
  assert.equal(await zipEntry(new Uint8Array(10), "a.xml"), null);
  assert.equal(await zipEntry(new Uint8Array(100), "a.xml"), null);
});
