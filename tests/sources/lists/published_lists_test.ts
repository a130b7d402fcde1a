import assert from "node:assert/strict";
import type { OfacSource } from "../../../sources/lists/ofac/legacy_files.ts";
import { readLists } from "../../../sources/lists/read_lists.ts";
import { readOfac } from "../../../sources/lists/ofac/read_ofac.ts";
import type { ListRead, SourceFile } from "../../../sources/lists/schema.ts";
import { listFileBounds } from "../../../core/policy/list_files.ts";

const EXCERPTS = new URL("../../../fixtures/lists/ofac/", import.meta.url);
const PUBLISHED = new URL("../../../../shared/data/", import.meta.url);

function filesIn(folder: URL, paths: readonly string[]): readonly SourceFile[] {
  return paths.map((path) => ({ name: path, bytes: Deno.readFileSync(new URL(path, folder)) }));
}

function read(source: OfacSource, folder: URL, paths: readonly string[]): ListRead {
  const answer = readOfac(source, filesIn(folder, paths), listFileBounds);
  if (!answer.ok) assert.fail(JSON.stringify(answer.refusal));
  return answer.value;
}

function countOf({ report }: ListRead, reason: string): number {
  return report.findings.find((finding) => finding.reason === reason)?.count ?? 0;
}

const SDN = ["sdn/sdn.csv", "sdn/alt.csv", "sdn/add.csv", "sdn/sdn_comments.csv"];

Deno.test("readOfac() reads excerpts of the published SDN list", async (t) => {
  const list = read("ofac-sdn", EXCERPTS, SDN);
  const entity = (listRef: string) => {
    const found = list.entities.find((one) => one.listRef === listRef);
    if (found === undefined) assert.fail(`no entity ${listRef}`);
    return found;
  };
  const births: readonly (readonly [string, string, readonly string[]])[] = [
    ["a day", "2674", ["1948-12-10"]],
    ["alternatives", "6925", ["1974-03-14", "1974-04-13", "1974-04-14", "1970-08-01"]],
    ["circa a year", "7854", ["1946~", "1949"]],
    ["circa a day", "7929", ["1966-07-07~"]],
    ["circa a range", "11748", ["1979~/1982~", "1982"]],
    ["a range of years", "12057", ["1951/1953"]],
    ["a range of days", "15962", ["1961-01-01/1962-12-31"]],
    ["a range of months", "23470", ["1962-03/1963-02"]],
  ];
  for (const [why, listRef, expected] of births) {
    await t.step(`date of birth: ${why}`, () => {
      assert.deepEqual(entity(listRef).births.slice(0, expected.length), expected);
    });
  }
  await t.step("types", () => {
    const types = ["306", "2674", "4238", "15431"].map((listRef) => entity(listRef).entityType);
    assert.deepEqual(types, ["ORGANISATION", "INDIVIDUAL", "VESSEL", "AIRCRAFT"]);
  });
  await t.step("primary, strong and weak names, quotes within quotes", () => {
    assert.deepEqual(entity("10330").names, [
      {
        text: "AL-SAYYID, 'Ali Sulayman Mas'ud 'Abd",
        strength: "primary",
        family: "AL-SAYYID",
      },
      { text: "SAYED, Aly Soliman Massoud Abdul", strength: "strong", family: "SAYED" },
      { text: "AL-JAWZIYYAH, Ibn al-Qayyim", strength: "strong", family: "AL-JAWZIYYAH" },
      { text: "OSMAN, Mohamed", strength: "weak", family: "OSMAN" },
      { text: "AL-QAYYIM, 'Ibn'".slice(0, -1), strength: "weak", family: "AL-QAYYIM" },
      { text: "EL-QAIM, Ibn", strength: "weak", family: "EL-QAIM" },
      { text: "AL-ZAWL", strength: "weak" },
    ]);
  });
  await t.step("a suffix after a second comma", () => {
    assert.equal(entity("10853").names[0]?.family, "LAVILLA");
    assert.equal(entity("39842").names[0]?.family, "MNANGAGWA");
  });
  await t.step("a company with a comma has no family name", () => {
    assert.equal(entity("173").names[0]?.family, undefined);
  });
  await t.step("nationalities and citizenships", () => {
    assert.deepEqual(entity("9758").nationalities, ["IN", "PK", "AE"]);
    assert.deepEqual(entity("11648").nationalities, ["KP"]);
    assert.deepEqual(entity("7940").nationalities, ["PS"]);
  });
  await t.step("programmes", () => {
    assert.deepEqual(entity("12057").programs, [
      "SDGT",
      "NPWMD",
      "IRGC",
      "IFSR",
      "IRAN-HR",
      "IRAN-EO13876",
    ]);
  });
  const holds = (listRef: string, address: string) =>
    entity(listRef).addresses.some((one) => one.address === address);
  await t.step("a remark of 1,000 characters goes on in its comment", () => {
    // The break is within `alt. Digital| Currency Address - BCH qq3v...`.
    assert(
      entity("31212").addresses.some(({ network, address }) =>
        network === "BCH" && address.endsWith("qq3vlashthktqpeppuv7trmw070e3mydgq63zq348v")
      ),
    );
    assert(entity("27307").names.some(({ text }) => text === "WHOIS HACKING TEAM"));
  });
  await t.step("a comment of a later release stands alone", () => {
    assert(holds("36025", "TJkBr9TZ1xBeJoF7RNWqyEMbYqVJ6fXXHR"));
    assert(holds("22985", "TE3mCcPULjPUE7ykX7RArDPAhyahoy3d2j"));
    const addresses = list.entities.flatMap((one) => one.addresses.map(({ address }) => address));
    for (const fragment of ["4X3191Z8", "gSnyYUbD"]) {
      assert(!addresses.some((address) => address.endsWith(fragment)));
    }
  });
  await t.step("a remark cut off without a comment ends with its last whole piece", () => {
    assert(entity("39796").addresses.length > 0);
    assert(list.report.findings.some(({ reason }) => reason === "piece_cut"));
  });
  await t.step("wallets of entities that the list lacks are addresses without an entity", () => {
    const orphans = list.orphans.map(({ address }) => address);
    // 42496: whole from its first piece on; 43421: only its first label is cut off.
    assert(orphans.includes("12jVCWW1ZhTLA5yVnroEJswqKwsfiZKsax"));
    assert(orphans.includes("bc1qllmlvy5u038yvwywu803p53g8udcm8w7k4qxu9"));
  });
  await t.step("what is dropped is counted", () => {
    // Rows of 17143 and 34741 in alt.csv and of 17143 in add.csv, comments of three entities.
    assert.equal(countOf(list, "alias_without_entity"), 8);
    assert.equal(countOf(list, "comment_without_entity"), 3);
    assert.equal(countOf(list, "country_possible"), 1);
  });
});

Deno.test("readOfac() reads excerpts of the published non-SDN list", () => {
  const list = read("ofac-cons", EXCERPTS, [
    "cons/cons_prim.csv",
    "cons/cons_alt.csv",
    "cons/cons_add.csv",
    "cons/cons_comments.csv",
  ]);
  assert.equal(list.entities.length, 7);
  const bank = list.entities.find(({ listRef }) => listRef === "17014");
  assert.equal(bank?.source, "ofac-cons");
  assert.deepEqual(bank?.names.at(-1), { text: "RUSAG", strength: "weak" });
});

Deno.test("readLists() reads excerpts of the SDN list and of the address files together", () => {
  const crypto = ["BCH", "BSC", "ETH", "XBT", "XMR"]
    .map((currency) => `crypto/sanctioned_addresses_${currency}.txt`);
  const answer = readLists([
    { source: "ofac-sdn", asOf: "2026-06-02", files: filesIn(EXCERPTS, SDN) },
    { source: "ofac-crypto", asOf: "2024-09-27", files: filesIn(EXCERPTS, crypto) },
  ], listFileBounds);
  assert(answer.ok);
  const [sdn, addresses] = answer.value;
  assert(sdn !== undefined && addresses !== undefined);
  const held = new Set(sdn.entities.flatMap((one) => one.addresses.map(({ address }) => address)));
  assert(addresses.orphans.every(({ address }) => !held.has(address)));
  // 134r8... is of TIAN, Yinyin (28263); 123WB... is of nobody in the excerpts.
  assert(held.has("134r8iHv69xdT6p5qVKTsHrcUEuBVZAYak"));
  assert(addresses.orphans.some(({ address }) => address === "123WBUDmSJv4GctdVEz6Qq6z8nXSKrJ4KX"));
});

/** Registers a test over the whole lists, or prints that it is left out. */
function publishedTest(name: string, test: () => void): void {
  try {
    Deno.statSync(PUBLISHED);
  } catch {
    console.error(`LEFT OUT, as ${PUBLISHED.pathname} is not there: ${name}`);
    return;
  }
  Deno.test(name, test);
}

publishedTest("readOfac() reads the fullest SDN set at hand", () => {
  const list = read("ofac-sdn", PUBLISHED, [
    "ofac-sdn-2023-11/sdn.csv",
    "ofac-sdn-2026-partial/alt.csv",
    "ofac-sdn-2026-partial/add.csv",
    "ofac-sdn-2026-partial/sdn_comments.csv",
  ]);
  const { report } = list;
  assert.deepEqual(report.rows.map(({ rows }) => rows), [11_443, 20_260, 28, 24_776]);
  assert.equal(list.entities.length, 11_443);
  assert.equal(report.entities.INDIVIDUAL, 5_890);
  assert.equal(report.entitiesWithBirth, 5_761);
  assert.equal(report.entitiesWithNationality, 3_604);
  assert.equal(report.entitiesWithCountry, 4_076);
  assert.equal(report.entitiesWithAlias, 5_144);
  assert.equal(countOf(list, "alias_without_entity"), 6_011);
  // 567 with a whole label, and one of which only the label is cut off (43421).
  assert.equal(report.addresses, 567 + 1);
  assert.equal(countOf(list, "address_label_cut"), 1);
  for (const reason of ["birth_unreadable", "country_unknown", "alias_unreadable"]) {
    assert.equal(countOf(list, reason), 0, reason);
  }
  assert.equal(countOf(list, "address_unreadable"), 0);
  assert.equal(countOf(list, "text_damaged"), 0);
  // The sentence on a passport in the remark of 11313, whose dates its other pieces hold too.
  assert.equal(countOf(list, "piece_suspicious"), 1);
});

publishedTest("readOfac() reads the consistent SDN set of 2021 and drops nothing of it", () => {
  const folder = new URL("ofac-sdn-2021/", PUBLISHED);
  const list = read("ofac-sdn", folder, ["sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"]);
  assert.deepEqual(list.report.rows.map(({ rows }) => rows), [8_976, 11_910, 5, 13_837]);
  assert.equal(list.entities.length, 8_976);
  assert.deepEqual(list.orphans, []);
  const met = list.report.findings.map(({ reason }) => reason);
  assert.deepEqual(
    new Set(met),
    new Set([
      "country_possible",
      "name_repeated",
      "piece_suspicious",
      "address_form_unknown",
    ]),
  );
});

publishedTest("readOfac() reads the non-SDN list and drops nothing of it but repetition", () => {
  const folder = new URL("ofac-nonsdn/", PUBLISHED);
  const names = ["cons_prim.csv", "cons_alt.csv", "cons_add.csv", "cons_comments.csv"];
  const list = read("ofac-cons", folder, names);
  assert.equal(list.entities.length, 442);
  assert.deepEqual(list.report.findings.map(({ reason }) => reason), ["name_repeated"]);
});

publishedTest("readOfac() refuses the published files of two lists mixed up", () => {
  const answer = readOfac("ofac-sdn", [
    ...filesIn(PUBLISHED, ["ofac-sdn-2021/sdn.csv", "ofac-sdn-2021/sdn_comments.csv"]),
    { ...filesIn(PUBLISHED, ["ofac-nonsdn/cons_alt.csv"])[0], name: "alt.csv" } as SourceFile,
  ], listFileBounds);
  assert(!answer.ok);
  assert.equal(answer.refusal.code, "files_mismatched");
});

publishedTest("readLists() leaves to entities the published addresses that they hold", () => {
  const folder = "crypto/ofac-addresses/";
  const names = [...Deno.readDirSync(new URL(folder, PUBLISHED))].map(({ name }) => name);
  const answer = readLists([
    {
      source: "ofac-sdn",
      asOf: "2026-06-02",
      files: filesIn(PUBLISHED, [
        "ofac-sdn-2023-11/sdn.csv",
        "ofac-sdn-2026-partial/alt.csv",
        "ofac-sdn-2026-partial/sdn_comments.csv",
      ]),
    },
    {
      source: "ofac-crypto",
      asOf: "2024-09-27",
      files: filesIn(PUBLISHED, names.map((name) => folder + name)),
    },
  ], listFileBounds);
  assert(answer.ok);
  const [sdn, crypto] = answer.value;
  assert(sdn !== undefined && crypto !== undefined);
  assert.equal(crypto.report.addresses, 641);
  const rows = crypto.report.rows.reduce((sum, one) => sum + one.rows, 0);
  assert.equal(rows, 654);
  const comparable = new Set([
    ...sdn.entities.flatMap((one) => one.addresses),
    ...sdn.orphans,
    ...crypto.orphans,
  ].map(({ address }) => address));
  // Every line of every file is found again as it stands, or in lower case where that is one form.
  for (const file of filesIn(PUBLISHED, names.map((name) => folder + name))) {
    for (const address of new TextDecoder().decode(file.bytes).trim().split("\n")) {
      assert(
        comparable.has(address) || comparable.has(address.toLowerCase()) ||
          comparable.has(`bitcoincash:${address}`),
        address,
      );
    }
  }
});
