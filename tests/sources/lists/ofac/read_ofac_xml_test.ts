import assert from "node:assert/strict";
import { readOfac } from "../../../../sources/lists/ofac/read_ofac.ts";
import { listedAddresses } from "../../../../sources/lists/listed_address.ts";
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

const EXCERPT = fixture("ofac/xml/consolidated.xml");
const SAMPLE = fixture("samples/sdn.xml");
const ADVANCED = fixture("samples/sdn_advanced.xml");
/** The wallet in both samples, in every spelling of its key. */
const WALLET = listedAddresses("XBT", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa");

Deno.test("readOfacXml() reads excerpts of the consolidated list", () => {
  const list = readWhole("ofac-cons", EXCERPT);
  assert.equal(list.self?.asOf, "2025-03-28");
  assert.deepEqual(list.entities.map(({ listRef }) => listRef), ["9639", "9647", "18275", "26182"]);
  assert.deepEqual(entityOf(list, "9647").names, [
    {
      text: "ZAHHAR, Mahmoud Khaled",
      strength: "primary",
      family: "ZAHHAR",
      given: "Mahmoud Khaled",
    },
    {
      text: "AL ZAHAR, Mahmoud Khaled",
      strength: "strong",
      family: "AL ZAHAR",
      given: "Mahmoud Khaled",
    },
    { text: "ZAHAR, Mahmoud", strength: "weak", family: "ZAHAR" },
    { text: "AL-ZAHAR, Mahmoud", strength: "weak", family: "AL-ZAHAR" },
  ]);
  assert.deepEqual(entityOf(list, "9647").nationalities, ["PS"]);
  assert.deepEqual(entityOf(list, "9647").programs, ["NS-PLC", "SDGT"]);
  assert.deepEqual(entityOf(list, "26182").births, ["1980-02-08"]);
  assert.deepEqual(entityOf(list, "26182").nationalities, ["TR"]);
  assert.equal(entityOf(list, "18275").entityType, "ORGANISATION");
  assert.equal(entityOf(list, "18275").names[1]?.family, undefined);
});

Deno.test("readOfacXml() reads wallets, vessels and births of every kind", () => {
  const list = readWhole("ofac-sdn", SAMPLE);
  assert.deepEqual(entityOf(list, "900001").births, ["1961~", "1963/1964"]);
  assert.deepEqual(entityOf(list, "900002").addresses, WALLET);
  assert.equal(entityOf(list, "900003").entityType, "VESSEL");
  assert.deepEqual(entityOf(list, "900003").details?.remarks, ["Vessel flag: Panama"]);
  assert.deepEqual(list.report.unused, []);
});

Deno.test("readOfacXml() refuses another number of entries than the file says", () => {
  const text = textOf(EXCERPT);
  const fewer = text.replace(/ {2}<sdnEntry>[^]*?<\/sdnEntry>\n/, "");
  const read = readFiles("ofac-cons", madeFile("cons.xml", fewer));
  assert(!read.ok);
  assert.equal(read.refusal.code, "file_truncated");
  assert.match(read.refusal.message, /3 entries, but states 4/);
});

Deno.test("readOfacXml() refuses OFAC's other list, by the programmes of its entries", () => {
  for (const [source, file] of [["ofac-sdn", EXCERPT], ["ofac-cons", SAMPLE]] as const) {
    const read = readFiles(source, file);
    assert(!read.ok);
    assert.equal(read.refusal.code, "files_mismatched");
  }
});

Deno.test("readOfacAdvanced() reads names in parts and scripts, periods, places and wallets", () => {
  const list = readWhole("ofac-sdn", ADVANCED);
  assert.equal(list.self?.asOf, "2026-05-21");
  assert.deepEqual(entityOf(list, "900001").names, [
    {
      text: "VYMYSHLENNIKOV, Oleg Borisovich",
      strength: "primary",
      family: "VYMYSHLENNIKOV",
      given: "Oleg",
      patronymic: "Borisovich",
    },
    {
      text: "ВЫМЫШЛЕННИКОВ, Олег",
      strength: "strong",
      family: "ВЫМЫШЛЕННИКОВ",
      given: "Олег",
    },
    { text: "OLEZHEK", strength: "weak", given: "OLEZHEK" },
  ]);
  const person = entityOf(list, "900001");
  assert.deepEqual(person.births, ["1961", "1963~/1964~"]);
  assert.deepEqual(person.birthPlaces, ["Inventsk, Belarus"]);
  // The nationality by its country, the citizenship by the country of an area.
  assert.deepEqual(person.nationalities, ["BY", "RU"]);
  assert.deepEqual(person.programs, ["BELARUS-EO14038"]);
  assert.deepEqual(entityOf(list, "900002").addresses, WALLET);
  assert.deepEqual(
    list.entities.map(({ entityType }) => entityType),
    ["INDIVIDUAL", "ORGANISATION", "VESSEL"],
  );
  assert.deepEqual(list.report.unused, [{ part: "Gender", count: 1 }]);
});

Deno.test("readOfacAdvanced() refuses the other list, and numbers that the file does not explain", () => {
  const other = readFiles("ofac-cons", ADVANCED);
  assert(!other.ok);
  assert.equal(other.refusal.code, "files_mismatched");
  const unexplained = textOf(ADVANCED).replace('PartySubTypeID="3"', 'PartySubTypeID="33"');
  const read = readFiles("ofac-sdn", madeFile("sdn_advanced.xml", unexplained));
  assert(!read.ok);
  const line = unexplained.split('<DistinctParty FixedRef="900002">')[0]?.split("\n").length;
  assert.deepEqual([read.refusal.code, read.refusal.line], ["value_wrong", line]);
});

Deno.test("the three shapes of one OFAC entry give the same entity id and primary name", () => {
  const basic = entityOf(readWhole("ofac-sdn", SAMPLE), "900001");
  const advanced = entityOf(readWhole("ofac-sdn", ADVANCED), "900001");
  assert.equal(basic.entityId, advanced.entityId);
  assert.equal(basic.names[0]?.text, advanced.names[0]?.text);
});

publishedTest("readOfacXml() reads the whole consolidated list as the legacy files have it", () => {
  const file = published("ofac-nonsdn/consolidated-2025-03-28.xml");
  const list = readWhole("ofac-cons", file);
  assert.equal(list.entities.length, occurrences(file, "<sdnEntry>"));
  assert.equal(list.report.names.weak, occurrences(file, "<category>weak</category>"));
  assert.equal(list.report.births, occurrences(file, "<dateOfBirthItem>"));
  const legacy = readOfac(
    "ofac-cons",
    ["cons_prim.csv", "cons_alt.csv", "cons_comments.csv"].map((name) =>
      published(`ofac-nonsdn/${name}`)
    ),
    listFileBounds,
  );
  assert(legacy.ok);
  // Nine months lie between the two: of entries in both, nearly all have the very same names.
  const names = new Map(legacy.value.entities.map((one) => [one.listRef, one]));
  const both = list.entities.filter(({ listRef }) => names.has(listRef));
  assert(both.length >= 430, String(both.length));
  const primary = both.filter((one) =>
    one.names[0]?.text === names.get(one.listRef)?.names[0]?.text
  );
  assert(primary.length >= both.length * 0.97, `${primary.length} of ${both.length}`);
});
