import fc from "fast-check";
import assert from "node:assert/strict";
import { readOfac } from "../../../../sources/lists/ofac/read_ofac.ts";
import type { ListRead, ListRefusal, SourceFile } from "../../../../sources/lists/schema.ts";
import { ListFileBounds, listFileBounds } from "../../../../core/policy/list_files.ts";
import type { ListedEntity } from "../../../../core/matching/ports.ts";
import { filesOf, type MadeEntity, type OfacSet, writeOfacSet } from "./ofac_set.ts";
import { runs } from "../../../support/runs.ts";

const ENTITIES: readonly MadeEntity[] = [
  { entNum: 36, name: "AEROCARIBBEAN AIRLINES", program: "CUBA", aliases: ["AERO-CARIBBEAN"] },
  {
    entNum: 9758,
    name: "IBRAHIM, Dawood",
    type: "individual",
    program: "SDNTK] [SDGT",
    aliases: ["HASSAN, Dawood", "Ibrahim,  dawood"],
    remark: "DOB 26 Dec 1955; nationality India; alt. citizen Pakistan; a.k.a. 'HASSAN, dawood'.",
  },
  { entNum: 4238, name: "MAR AZUL", type: "vessel" },
  { entNum: 15431, name: "EP-GOM", type: "aircraft" },
];
const SET = writeOfacSet(ENTITIES);

function read(files: readonly SourceFile[], policy = listFileBounds): ListRead {
  const answer = readOfac("ofac-sdn", files, policy);
  if (!answer.ok) assert.fail(JSON.stringify(answer.refusal));
  return answer.value;
}

function refusalOf(files: readonly SourceFile[], policy = listFileBounds): ListRefusal {
  const answer = readOfac("ofac-sdn", files, policy);
  if (answer.ok) assert.fail("the set was read");
  return answer.refusal;
}

function entityOf({ entities }: ListRead, listRef: string): ListedEntity {
  const found = entities.find((entity) => entity.listRef === listRef);
  if (found === undefined) assert.fail(`no entity ${listRef}`);
  return found;
}

Deno.test("readOfac() puts an entity together from its rows", () => {
  const { entities, orphans, report } = read(filesOf(SET));
  assert.deepEqual(entities.map(({ listRef, entityType }) => [listRef, entityType]), [
    ["36", "ORGANISATION"],
    ["4238", "VESSEL"],
    ["9758", "INDIVIDUAL"],
    ["15431", "AIRCRAFT"],
  ]);
  assert.deepEqual(entities[2], {
    source: "ofac-sdn",
    listRef: "9758",
    entityId: entities[2]?.entityId,
    entityType: "INDIVIDUAL",
    names: [
      { text: "IBRAHIM, Dawood", strength: "primary", family: "IBRAHIM" },
      { text: "HASSAN, Dawood", strength: "strong", family: "HASSAN" },
    ],
    births: ["1955-12-26"],
    birthPlaces: [],
    nationalities: ["IN", "PK"],
    programs: ["SDNTK", "SDGT"],
    pep: null,
    addresses: [],
  });
  assert.deepEqual(orphans, []);
  assert.deepEqual(report.rows.map(({ file, rows }) => [file, rows]), [
    ["sdn.csv", 4],
    ["alt.csv", 3],
    ["sdn_comments.csv", 0],
    ["add.csv", 4],
  ]);
  assert.deepEqual(report.findings.map(({ reason, count }) => [reason, count]), [
    ["name_repeated", 2],
  ]);
});

Deno.test("readOfac() takes a comment for the rest of a remark of exactly 1,000 characters only", async (t) => {
  const remarkOf = (length: number) => {
    const start = "DOB 1969; Digital Currency Address - XBT ";
    const half = "12QtD5BFwRsdNsAZY7";
    return `Passport ${"X".repeat(length - start.length - half.length - 11)}; ${start}${half}`;
  };
  const comment = "6UVE1xyCGNTojH9h; a.k.a. 'ABU'.";
  const readWith = (remark: string) =>
    read(filesOf(writeOfacSet([{ entNum: 1, name: "X, Y", type: "individual", remark, comment }])));

  await t.step("1,000: the address is whole", () => {
    const { entities, report } = readWith(remarkOf(1_000));
    assert.deepEqual(entities[0]?.addresses.map(({ network, address }) => [network, address])[0], [
      "BTC",
      "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h",
    ]);
    assert.deepEqual(report.findings, []);
    assert.equal(entities[0]?.names[1]?.text, "ABU");
  });
  for (const length of [999, 1_001]) {
    await t.step(`${length}: each stands alone, and no piece of one is joined to the other`, () => {
      const { entities, report } = readWith(remarkOf(length));
      assert.equal(entities[0]?.names[1]?.text, "ABU");
      assert(!entities[0]?.addresses.some(({ address }) => address.includes("6UVE1")));
      const cut = report.findings.find(({ reason }) => reason === "piece_cut");
      assert.deepEqual(cut?.examples, ["sdn_comments.csv:1: 6UVE1xyCGNTojH9h"]);
    });
  }
  await t.step("1,000 without a comment: the fragment at its end is no address", () => {
    const remark = remarkOf(1_000);
    const set = writeOfacSet([{ entNum: 1, name: "X, Y", type: "individual", remark }]);
    const { entities, report } = read(filesOf(set));
    assert.deepEqual(entities[0]?.births, ["1969"]);
    assert.deepEqual(entities[0]?.addresses, []);
    assert.deepEqual(report.findings.map(({ reason, count }) => [reason, count]), [
      ["piece_cut", 1],
    ]);
  });
});

Deno.test("readOfac() drops and counts rows of entities that the list lacks, and keeps their wallets", () => {
  const newer = writeOfacSet([...ENTITIES, {
    entNum: 42496,
    name: "SOMEBODY NEW",
    aliases: ["NEW ONE"],
    comment: "xyz; alt. Digital Currency Address - XBT 12jVCWW1ZhTLA5yVnroEJswqKwsfiZKsax",
  }]);
  const { entities, orphans, report } = read(filesOf({ ...newer, sdn: SET.sdn }));
  assert.equal(entities.length, ENTITIES.length);
  assert(orphans.some((orphan) =>
    orphan.source === "ofac-sdn" && orphan.network === "BTC" &&
    orphan.address === "12jVCWW1ZhTLA5yVnroEJswqKwsfiZKsax"
  ));
  const counts = Object.fromEntries(report.findings.map(({ reason, count }) => [reason, count]));
  assert.deepEqual(counts, {
    alias_without_entity: 1,
    address_row_without_entity: 1,
    name_repeated: 2,
    comment_without_entity: 1,
    piece_cut: 1,
    address_without_entity: 1,
  });
});

Deno.test("readOfac() reads a set that a spreadsheet saved again", () => {
  const header = "ID,Name,Type,Country,Title,Col_F,Col_G,Col_H,Col_I,Col_J,Col_K,Details\r\n";
  const sdn = header +
    SET.sdn.replaceAll(/"([^",]*)"/g, "$1").replace("\x1a", `\x1a${",".repeat(11)}\r\n`);
  assert.deepEqual(read(filesOf(SET, { sdn })).entities, read(filesOf(SET)).entities);
  assert.deepEqual(
    read(filesOf(SET, { sdn: `\ufeff${sdn}` })).entities,
    read(filesOf(SET)).entities,
  );
  const unix = SET.sdn.replaceAll("\r\n", "\n");
  assert.deepEqual(read(filesOf(SET, { sdn: unix })).entities, read(filesOf(SET)).entities);
});

Deno.test("readOfac() takes the comments without an end row, and a set without postal addresses", () => {
  const comments = "36,\"a.k.a. 'AC'.\"\r\n";
  const files = filesOf(SET, { comments }).filter(({ name }) => name !== "add.csv");
  assert.deepEqual(entityOf(read(files), "36").names.map(({ text }) => text), [
    "AEROCARIBBEAN AIRLINES",
    "AERO-CARIBBEAN",
    "AC",
  ]);
});

Deno.test("readOfac() refuses a set that is not whole or not itself, with file and line", async (t) => {
  const lines = SET.sdn.split("\r\n");
  const duplicated = [lines[0], ...lines].join("\r\n");
  const [first = "", second = ""] = lines;
  const latin1 = Uint8Array.from(
    SET.sdn.replace("MAR AZUL", "MAR AZÚL"),
    (character) => character.charCodeAt(0),
  );
  const cases: readonly {
    readonly why: string;
    readonly other: Partial<Record<keyof OfacSet, string | Uint8Array>>;
    readonly code: ListRefusal["code"];
    readonly file?: string;
    readonly line?: number | null;
  }[] = [
    { why: "empty", other: { sdn: "" }, code: "file_empty", line: null },
    { why: "blank", other: { sdn: "\r\n \r\n" }, code: "file_empty", line: null },
    { why: "no entity", other: { sdn: "\x1a" }, code: "file_empty", line: null },
    {
      why: "cut off after a row",
      other: { sdn: `${first}\r\n` },
      code: "file_truncated",
      line: null,
    },
    { why: "cut off within a row", other: { sdn: SET.sdn.slice(0, 60) }, code: "file_truncated" },
    { why: "aliases cut off", other: { alt: SET.alt.slice(0, -1) }, code: "file_truncated" },
    {
      why: "postal addresses cut off",
      other: { add: SET.add.slice(0, -9) },
      code: "file_truncated",
    },
    { why: "comments cut off", other: { comments: '36,"a.k' }, code: "file_truncated" },
    { why: "another file under its name", other: { sdn: SET.alt }, code: "columns_wrong", line: 1 },
    { why: "likewise", other: { alt: SET.sdn }, code: "columns_wrong", line: 1 },
    { why: "likewise", other: { comments: SET.add }, code: "columns_wrong", line: 1 },
    { why: "a web page", other: { sdn: "<html>Not found</html>" }, code: "file_truncated" },
    {
      why: "a column more",
      other: { sdn: SET.sdn.replace(second, `${second},-0- `) },
      code: "columns_wrong",
      line: 2,
    },
    {
      why: "a column less",
      other: { sdn: SET.sdn.replace(second, second.replace("-0- ,", "")) },
      code: "columns_wrong",
      line: 2,
    },
    {
      why: "a blank line between rows",
      other: { sdn: SET.sdn.replace("\r\n", "\r\n\r\n") },
      code: "columns_wrong",
      line: 2,
    },
    { why: "twice the same entity", other: { sdn: duplicated }, code: "entity_duplicate", line: 2 },
    {
      why: "two comments on an entity",
      other: { comments: '36,"a"\r\n36,"b"\r\n\x1a' },
      code: "entity_duplicate",
      line: 2,
    },
    { why: "no number", other: { sdn: `x${SET.sdn}` }, code: "value_wrong", line: 1 },
    { why: "a negative number", other: { sdn: `-${SET.sdn}` }, code: "value_wrong", line: 1 },
    { why: "a zero before", other: { sdn: `0${SET.sdn}` }, code: "value_wrong", line: 1 },
    {
      why: "a header further down",
      other: { sdn: `${first}\r\nID${first.slice(2)}\r\n\x1a` },
      code: "value_wrong",
      line: 2,
    },
    {
      why: "no name",
      other: { sdn: SET.sdn.replace('"MAR AZUL"', "-0- ") },
      code: "value_wrong",
      line: 3,
    },
    {
      why: "an unknown type",
      other: { sdn: SET.sdn.replace('"vessel"', '"submarine"') },
      code: "value_wrong",
      line: 3,
    },
    {
      why: "an alias without name",
      other: { alt: SET.alt.replace('"AERO-CARIBBEAN"', "-0- ") },
      code: "value_wrong",
      file: "alt.csv",
      line: 1,
    },
    {
      why: "a row after the end",
      other: { sdn: `${SET.sdn}\r\n${first}` },
      code: "file_truncated",
    },
    {
      why: "a row between two ends",
      other: { sdn: `${first}\r\n\x1a\r\n${second}\r\n\x1a` },
      code: "row_after_end",
      line: 3,
    },
    {
      why: "the end mark in a name",
      other: { sdn: SET.sdn.replace("MAR AZUL", "MAR\x1aAZUL") },
      code: "control_character",
      line: 3,
    },
    {
      why: "a NUL byte",
      other: { sdn: SET.sdn.replace("MAR AZUL", "MAR\0AZUL") },
      code: "control_character",
      line: 3,
    },
    { why: "Latin-1", other: { sdn: latin1 }, code: "not_utf8", line: 3 },
    {
      why: "UTF-16",
      other: {
        sdn: new Uint8Array(new Uint16Array([...SET.sdn].map((c) => c.charCodeAt(0))).buffer),
      },
      code: "control_character",
      line: 1,
    },
    {
      why: "a quote opened and not closed",
      other: { sdn: SET.sdn.replace('AZUL"', "AZUL") },
      code: "csv_malformed",
    },
    {
      why: "a quote within a word",
      other: { sdn: SET.sdn.replace('"MAR AZUL"', 'MAR "AZUL"') },
      code: "csv_malformed",
      line: 3,
    },
    {
      why: "a lost quote that makes one field of two rows",
      other: { sdn: `${first.replace('"AERO', '"\r\nAERO')}\r\n\x1a` },
      code: "csv_malformed",
      line: 1,
    },
  ];
  for (const { why, other, code, file, line } of cases) {
    await t.step(`${why}: ${code}`, () => {
      const refusal = refusalOf(filesOf(SET, other));
      assert.equal(refusal.code, code, refusal.message);
      const [replaced = "sdn"] = Object.keys(other);
      const name = replaced === "comments" ? "sdn_comments.csv" : `${replaced}.csv`;
      assert.equal(refusal.file, file ?? name);
      if (line !== undefined) assert.equal(refusal.line, line);
    });
  }
});

Deno.test("readOfac() reports where the bytes are that are no UTF-8", () => {
  const bytes = new TextEncoder().encode(SET.sdn);
  bytes[40] = 0xff;
  assert.match(refusalOf(filesOf(SET, { sdn: bytes })).message, /^Byte 40 \(0xFF\)/);
});

Deno.test("readOfac() refuses files that are missing, unknown or there twice", () => {
  const files = filesOf(SET);
  for (const name of ["sdn.csv", "alt.csv", "sdn_comments.csv"]) {
    const refusal = refusalOf(files.filter((file) => file.name !== name));
    assert.equal(refusal.code, "file_missing");
    assert.match(refusal.message, new RegExp(`^${name}`));
  }
  const [sdn] = files;
  if (sdn === undefined) assert.fail();
  const twice = refusalOf([...files, { ...sdn, name: "elsewhere/SDN.CSV" }]);
  assert.deepEqual([twice.code, twice.file], ["file_duplicate", "elsewhere/SDN.CSV"]);
  const both = refusalOf([...files, { ...sdn, name: "sdn_address.csv" }]);
  assert.equal(both.code, "file_duplicate");
  assert.equal(refusalOf([...files, { ...sdn, name: "notes.txt" }]).code, "file_unknown");
});

Deno.test("readOfac() refuses what is over a bound", () => {
  const small = (bounds: Partial<ListFileBounds>) =>
    ListFileBounds.parse({ ...listFileBounds, ...bounds });
  for (const bounds of [{ fileBytesMax: 100 }, { rowsMax: 4 }, { fieldCharactersMax: 20 }]) {
    assert.equal(refusalOf(filesOf(SET), small(bounds)).code, "file_too_large");
  }
});

Deno.test("readOfac() refuses hostile files in little time", async (t) => {
  const many = 8_000_000;
  const cases: readonly { why: string; sdn: string; code: ListRefusal["code"] }[] = [
    { why: "endless commas", sdn: `${",".repeat(many)}\r\n\x1a`, code: "file_too_large" },
    { why: "endless lines", sdn: `${"\n".repeat(many)}\x1a`, code: "file_too_large" },
    { why: "one endless field", sdn: `1,"${"A".repeat(many)}"\r\n\x1a`, code: "file_too_large" },
    { why: "a quote never closed", sdn: `1,"${"A\r\n".repeat(9_000)}\x1a`, code: "csv_malformed" },
    { why: "nothing but quotes", sdn: `${'"'.repeat(10_001)}\r\n\x1a`, code: "csv_malformed" },
    { why: "nothing but ends", sdn: "\x1a\r\n".repeat(90_000), code: "row_after_end" },
  ];
  for (const { why, sdn, code } of cases) {
    await t.step(`${why}: ${code}`, () => {
      assert.equal(refusalOf(filesOf(SET, { sdn })).code, code);
    });
  }
});

Deno.test("readOfac() refuses the aliases of another list", () => {
  const made = (offset: number) =>
    writeOfacSet(Array.from({ length: 200 }, (_, index): MadeEntity => ({
      entNum: offset + index,
      name: `ENTITY ${offset + index}`,
      aliases: [`ALIAS ${index}`],
    })));
  const [own, foreign, overlapping] = [made(1), made(1_000), made(60)];
  assert.equal(refusalOf(filesOf({ ...own, alt: foreign.alt })).code, "files_mismatched");
  assert.equal(refusalOf(filesOf({ ...own, alt: "\x1a" })).code, "files_mismatched");
  // 59 of 200 are not known: as with a newer file, they are dropped and counted.
  const { report } = read(filesOf({ ...own, alt: overlapping.alt }));
  assert.equal(report.findings[0]?.count, 59);
});

const someEntities = fc.uniqueArray(
  fc.record({
    entNum: fc.integer({ min: 1, max: 99_999 }),
    name: fc.stringMatching(/^[A-ZÀ-Þ][A-ZÀ-Þ ,."'-]{0,30}[A-Z]$/),
    type: fc.constantFrom("individual", "vessel", "aircraft"),
    aliases: fc.array(fc.stringMatching(/^[A-Z][A-Z ,."'-]{0,30}[A-Z]$/), { maxLength: 3 }),
    remark: fc.stringMatching(/^DOB 19[0-9][0-9]; POB [A-Z"',. ]{1,20}X$/),
  }),
  { selector: ({ entNum }) => entNum, minLength: 1, maxLength: 8 },
);

Deno.test("readOfac() reads back every name that was written, and every one once", () => {
  fc.assert(fc.property(someEntities, (made) => {
    const { entities } = read(filesOf(writeOfacSet(made)));
    assert.equal(entities.length, made.length);
    for (const { entNum, name, aliases, remark } of made) {
      const entity = entities.find(({ listRef }) => listRef === String(entNum));
      const tidy = (text: string) => text.replace(/ +/g, " ").toUpperCase();
      const expected = new Set([name, ...aliases].map(tidy));
      assert.deepEqual(new Set(entity?.names.map(({ text }) => text.toUpperCase())), expected);
      assert.equal(entity?.names.length, expected.size);
      assert.deepEqual(entity?.births, [remark.slice(4, 8)]);
    }
  }));
});

Deno.test("readOfac() gives the same whatever the order of the rows", () => {
  fc.assert(
    fc.property(someEntities, fc.infiniteStream(fc.double({ min: 0, max: 1 })), (made, random) => {
      const shuffle = (text: string) => {
        const rows = text.split("\r\n").slice(0, -1).map((row) =>
          [random.next().value, row] as const
        );
        return [...rows.toSorted(([a], [b]) => a - b).map(([, row]) => row), "\x1a"].join("\r\n");
      };
      const set = writeOfacSet(made);
      const shuffled = { ...set, sdn: shuffle(set.sdn), alt: shuffle(set.alt) };
      const [one, other] = [read(filesOf(set)), read(filesOf(shuffled))];
      assert.deepEqual(other.entities, one.entities);
    }),
  );
});

Deno.test("readOfac() reads a set cut anywhere as the whole list or not at all", () => {
  fc.assert(
    fc.property(
      someEntities,
      fc.constantFrom("sdn", "alt", "add"),
      fc.nat(),
      (made, part, pick) => {
        const set = writeOfacSet(made);
        const bytes = new TextEncoder().encode(set[part]);
        const answer = readOfac(
          "ofac-sdn",
          filesOf(set, { [part]: bytes.subarray(0, pick % bytes.length) }),
          listFileBounds,
        );
        assert(!answer.ok);
      },
    ),
  );
});

Deno.test("readOfac() of a file with any byte changed gives every entity or an error", () => {
  fc.assert(
    fc.property(someEntities, fc.nat(), fc.nat(255), (made, pick, byte) => {
      const set = writeOfacSet(made);
      const bytes = new TextEncoder().encode(set.sdn);
      bytes[pick % bytes.length] = byte;
      const answer = readOfac("ofac-sdn", filesOf(set, { sdn: bytes }), listFileBounds);
      if (answer.ok) assert.equal(answer.value.entities.length, made.length);
    }),
    { numRuns: runs(2_000) },
  );
});

Deno.test("readOfac() of arbitrary bytes gives every row or an error", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(
      fc.constantFrom("1", '"', ",", "\r\n", "\n", "\r", "\x1a", "-0- ", "A", "\ufffd", "\0"),
    )
      .map((pieces) => new TextEncoder().encode(pieces.join(""))),
  );
  fc.assert(
    fc.property(bytes, fc.constantFrom("sdn", "alt", "add"), (content, part) => {
      const answer = readOfac("ofac-sdn", filesOf(SET, { [part]: content }), listFileBounds);
      if (!answer.ok) return;
      const lines = new TextDecoder().decode(content).split(/\r?\n/)
        .filter((line) => line.replace(/[",\s]/g, "").replaceAll("\x1a", "") !== "");
      const rows = answer.value.report.rows.find(({ file }) => file === `${part}.csv`)?.rows;
      assert.equal(rows, lines.length);
    }),
    { numRuns: runs(2_000) },
  );
});
