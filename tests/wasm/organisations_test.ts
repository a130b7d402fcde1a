import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, matcher, screenOn } from "./small_list.ts";

const score = (left: string, right: string) =>
  matcher.compare([{ left, right, entityType: "ORGANISATION" }])[0] ?? 0;

Deno.test("compare() explains legal forms and generic words of a firm in either tongue", async (t) => {
  const cases = [
    { left: "ООО «Аурора Холдинг»", right: "Aurora Holdings" },
    { left: "Публичное акционерное общество «Аурора»", right: "Aurora Publicly Traded Company" },
    { left: "АО НПО «Аурора»", right: "Aurora Scientific and Production Association JSC" },
    { left: "ФГУП Завод «Аурора»", right: "Federal State Unitary Enterprise Aurora Plant" },
    { left: "ОКБ Аурора", right: "Aurora Experimental Design Bureau" },
    { left: "Aurora Trading", right: "Aurora Commercial LLC" },
    { left: "Aurora Group of Companies", right: "Aurora" },
  ];
  for (const { left, right } of cases) {
    await t.step(`${left} | ${right}`, () => {
      assert(score(left, right) >= 70, `${score(left, right)}`);
    });
  }
});

Deno.test("compare() takes no firm for another by its generic words", async (t) => {
  const cases = [
    { left: "Aurora Trading Company", right: "Meridian Trading Company" },
    { left: "Scientific Production Association Aurora", right: "NPO Meridian" },
    { left: "Kathryn Barr", right: "Camelias Bar, S.A. de C.V." },
    { left: "Dale West", right: "Dale Tours, S.A. de C.V." },
  ];
  for (const { left, right } of cases) {
    await t.step(`${left} | ${right}`, () => {
      assert(score(left, right) < 70, `${score(left, right)}`);
    });
  }
});

Deno.test("match() counts the rarity of what a firm is called, not of its legal form", () => {
  const list = loadList([
    entity(1, [["AURORA JOINT STOCK COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  ]);
  const [bare] = screenOn(list, "Aurora").candidates;
  const [full] = screenOn(list, "Aurora OJSC").candidates;
  assert(bare !== undefined && full !== undefined);
  assert.equal(full.rarity, bare.rarity);
});

Deno.test("match() reads a slip of a legal form or generic word as that word", async (t) => {
  const list = loadList([
    entity(1, [["AURORELLA", "primary"]], { entityType: "ORGANISATION" }),
    entity(2, [["MERIDANTA HOLDINGS", "primary"]], { entityType: "ORGANISATION" }),
    entity(3, [["TRDING SOLVENTA", "primary"]], { entityType: "ORGANISATION" }),
  ]);
  const cases = [
    { name: "Aurorella Compny", refs: ["1"] },
    { name: "Aurorella Trdaing Liited", refs: ["1"] },
    { name: "Aurorella Joint Stokc Company", refs: ["1"] },
    { name: "Meridanta Gruop", refs: ["2"] },
    { name: "Meridanta Holdngs", refs: ["2"] },
    // Another word is another firm, and so is a slip that a listed firm is called.
    { name: "Aurorella Zelbrook", refs: [] },
    { name: "Aurorella Trding Solventa", refs: ["3"] },
    // Nothing but slips of generic words names nobody.
    { name: "Gruop Compny", refs: [] },
  ];
  for (const { name, refs } of cases) {
    await t.step(name, () => {
      const found = screenOn(list, name).candidates.filter(({ score }) => score >= 70);
      assert.deepEqual(found.map(({ listRef }) => listRef), refs);
    });
  }
});

Deno.test("match() finds a body by more than its name", async (t) => {
  const list = loadList([
    entity(1, [["AURORELLA", "primary"]], { entityType: "ORGANISATION" }),
    entity(2, [["SOLVENTA STAR", "primary"]], { entityType: "VESSEL" }),
    entity(3, [["MERIDANTA", "primary"]], { entityType: "VESSEL" }),
  ]);
  const cases = [
    { why: "where it is", name: "Aurorella Russia", refs: ["1"] },
    { why: "where it is, in brackets", name: "Aurorella (Iran)", refs: ["1"] },
    { why: "what it does", name: "Aurorella Trading", refs: ["1"] },
    { why: "where it is, and its form", name: "Aurorella LLC (Dubai)", refs: ["1"] },
    { why: "another word", name: "Aurorella Zelbrook", refs: [] },
    { why: "a name that is a place as well", name: "Aurorella Jordan", refs: [] },
    { why: "only a place", name: "Russia", refs: [] },
    { why: "a vessel's prefix", name: "MV Solventa Star", refs: ["2"] },
    { why: "a vessel's prefix with a stroke", name: "M/V Solventa Star", refs: ["2"] },
    { why: "a vessel of one word", name: "MT Meridanta", refs: ["3"] },
    { why: "what it is", name: "Vessel Meridanta", refs: ["3"] },
  ];
  for (const { why, name, refs } of cases) {
    await t.step(`${why}: ${name}`, () => {
      const found = screenOn(list, name).candidates.filter(({ score }) => score >= 70);
      assert.deepEqual(found.map(({ listRef }) => listRef), refs);
    });
  }
});

Deno.test("compare() reads what a body deals with and where it is in any tongue", async (t) => {
  const cases = [
    { left: "شرکت ملی نفت ایران", right: "NATIONAL IRANIAN OIL COMPANY" },
    {
      left: "Объединенная судостроительная корпорация",
      right: "UNITED SHIPBUILDING CORPORATION",
    },
    { left: "Министерство обороны РФ", right: "Ministry of Defence of the Russian Federation" },
    { left: "Banco Nacional de Cuba", right: "NATIONAL BANK OF CUBA" },
    { left: "Bank Melli Iran", right: "NATIONAL BANK OF IRAN" },
    { left: "Tula Arms Plant", right: "Тульский оружейный завод" },
    { left: "Казанский вертолётный завод", right: "Kazan Helicopter Plant PJSC" },
    { left: "平壤贸易银行", right: "平壤 Trading Bank" },
    { left: "Iran Shipping Lines", right: "ISLAMIC REPUBLIC OF IRAN SHIPPING LINES" },
    { left: "IRANIAN REVOLUTIONARY GUARDS", right: "REVOLUTIONARY GUARD OF IRAN" },
  ];
  for (const { left, right } of cases) {
    await t.step(`${left} | ${right}`, () => {
      assert(score(left, right) >= 70, `${score(left, right)}`);
    });
  }
});

Deno.test("compare() takes bodies of one kind and another place or number for others", async (t) => {
  const cases = [
    { left: "Al-Haramain Foundation Kenya", right: "AL-HARAMAIN FOUNDATION INDONESIA" },
    { left: "Ministry of Defence of Iran", right: "Ministry of Defence of Syria" },
    { left: "218 Aviation Repair Plant", right: "308 Aviation Repair Plant" },
    { left: "First Shipyard", right: "35th Shipyard" },
    { left: "Iran Oil Company", right: "Iran Helicopter Company" },
  ];
  for (const { left, right } of cases) {
    await t.step(`${left} | ${right}`, () => {
      assert(score(left, right) < 70, `${score(left, right)}`);
    });
  }
});

Deno.test("compare() reads ordinals as numbers", () => {
  assert.equal(score("35th Shipyard", "Shipyard No. 35"), score("35 Shipyard", "Shipyard No. 35"));
  assert(score("First Shipyard", "1st Shipyard") > score("First Shipyard", "2nd Shipyard"));
});

Deno.test("match() finds a body by its abbreviation, and an abbreviation by the name", async (t) => {
  const body = { entityType: "ORGANISATION" } as const;
  const list = loadList([
    entity(1, [["ISLAMIC REVOLUTIONARY GUARD CORPS", "primary"]], body),
    entity(2, [["LIBERATION TIGERS OF TAMIL EELAM", "primary"]], body),
    entity(3, [["PFLP", "primary"]], body),
    entity(4, [["URAL PLANT OF CIVIL AVIATION, JSC", "primary"]], body),
    entity(5, [["LAVROV, Timur Tariq Elvin", "primary", "LAVROV"]]),
  ]);
  const cases = [
    { why: "initials", name: "IRGC", refs: ["1"] },
    { why: "small words left out", name: "LTTE", refs: ["2"] },
    {
      why: "the list has the abbreviation",
      name: "Popular Front Liberation Palestine",
      refs: ["3"],
    },
    { why: "the Russian initials of an English name", name: "АО «УЗГА»", refs: ["4"] },
    { why: "too few letters", name: "LT", refs: [] },
    { why: "other letters", name: "IRGX", refs: [] },
    { why: "a person has no abbreviation", name: "LTTEX", refs: [] },
  ];
  for (const { why, name, refs } of cases) {
    await t.step(`${why}: ${name}`, () => {
      const found = screenOn(list, name).candidates.filter(({ score }) => score >= 70);
      assert.deepEqual(found.map(({ listRef }) => listRef), refs);
    });
  }
});

Deno.test("match() finds a body whose whole name is said in another tongue", () => {
  const list = loadList([
    entity(1, [["NATIONAL IRANIAN OIL COMPANY", "primary"]], { entityType: "ORGANISATION" }),
    entity(2, [["NATIONAL IRANIAN TANKER COMPANY", "primary"]], { entityType: "ORGANISATION" }),
  ]);
  const [first] = screenOn(list, "شرکت ملی نفت ایران").candidates;
  assert.equal(first?.listRef, "1");
  assert(first.score >= 90);
  assert.equal(first.exact, false);
});

Deno.test("match() distinguishes vessels and aircraft by their registration", async (t) => {
  const list = loadList([
    entity(1, [["EP-GOM", "primary"]], { entityType: "AIRCRAFT" }),
    entity(2, [["EP-GOL", "primary"]], { entityType: "AIRCRAFT" }),
    entity(3, [["ARTAVIL", "primary"]], { entityType: "VESSEL" }),
  ]);
  const cases = [
    { name: "EP-GOM", refs: ["1"] },
    { name: "ep gol", refs: ["2"] },
    { name: "M/T Artavil", refs: ["3"] },
    { name: "ARTAVIL IMO 9187629", refs: ["3"] },
    { name: "EP-GXX", refs: [] },
  ];
  for (const { name, refs } of cases) {
    await t.step(name, () => {
      const found = screenOn(list, name).candidates.filter(({ score }) => score >= 70);
      assert.deepEqual(found.map(({ listRef }) => listRef), refs);
    });
  }
});

Deno.test("match() finds a body by a slip in one of two words that many bodies have", () => {
  const body = { entityType: "ORGANISATION" } as const;
  const list = loadList([
    entity(1, [["RUSSIAN RAILWAYS", "primary"]], body),
    entity(2, [["AFRICA CORPS", "primary"]], body),
    entity(3, [["PJSC POWER MACHINES", "primary"]], body),
  ]);
  const cases = [
    { name: "Rsusian Railways", refs: ["1"] },
    { name: "Africa Coprs", refs: ["2"] },
    { name: "PJSC Power Machins", refs: ["3"] },
    { name: "Rsusian Machines", refs: [] },
    { name: "Rsusian Railwys", refs: [] },
  ];
  for (const { name, refs } of cases) {
    const found = screenOn(list, name).candidates.filter(({ score }) => score >= 70);
    assert.deepEqual(found.map(({ listRef }) => listRef), refs, name);
  }
});

Deno.test("match() finds a body by a name that is also a word, in the script that it calls itself in", () => {
  const body = { entityType: "ORGANISATION" } as const;
  const list = loadList([
    entity(1, [["HIZBALLAH", "primary"]], body),
    entity(2, [["AL-SHABAAB", "primary"]], body),
    entity(3, [["NATIONAL IRANIAN OIL COMPANY", "primary"]], body),
    entity(4, [["AL QA'IDA", "primary"]], body),
  ]);
  const cases = [["تنظيم القاعدة", "4"], ["Tanzim al-Qaida", "4"], ["حزب الله", "1"], [
    "الشباب",
    "2",
  ], ["شرکت ملی نفت ایران", "3"]];
  for (const [name = "", ref = ""] of cases) {
    const [first] = screenOn(list, name).candidates;
    assert.equal(first?.listRef, ref, name);
    assert(first.score >= 70, `${name}: ${first.score}`);
  }
});

Deno.test("match() takes no word in Arabic letters for initials, and the likest word for the first", () => {
  const body = { entityType: "ORGANISATION" } as const;
  const list = loadList([
    entity(1, [["HAFEZ DARYA ARYA SHIPPING COMPANY", "primary"]], body),
    entity(2, [["HOMS REFINERY COMPANY", "primary"]], body),
    entity(3, [["HAMAS", "primary"]], body),
  ]);
  const found = screenOn(list, "حماس").candidates;
  assert.deepEqual(found.map(({ listRef }) => listRef), ["3", "2"]);
  const [initials] = screenOn(list, "HDAS").candidates;
  assert.equal(initials?.listRef, "1");
});

Deno.test("match() takes a firm that is called like a ship for no ship", async (t) => {
  const list = loadList([
    entity(1, [["KESTRALINE", "primary"]], { entityType: "VESSEL" }),
    entity(2, [["MERIDAVON STAR", "primary"]], { entityType: "VESSEL" }),
  ]);
  const scoreOf = (name: string, ref: string) =>
    screenOn(list, name).candidates.find(({ listRef }) => listRef === ref)?.score ?? 0;
  for (const firm of ["Kestraline Trading", "Kestraline Capital", "Kestraline Holding GmbH"]) {
    await t.step(firm, () => assert(scoreOf(firm, "1") < 70, `${scoreOf(firm, "1")}`));
  }
  for (
    const ship of ["Kestraline", "MV Kestraline", "oil tanker Kestraline", "Kestraline (Panama)"]
  ) {
    await t.step(ship, () => assert(scoreOf(ship, "1") >= 70, `${scoreOf(ship, "1")}`));
  }
  await t.step("two words that agree", () => {
    assert(scoreOf("Meridavon Star Shipping", "2") >= 70);
  });
});

Deno.test("match() finds a body and a ship by their words in any order, and with a slip in the legal form", async (t) => {
  const list = loadList([
    entity(1, [["Qandrel Machine Building Plant JSC", "primary"]], { entityType: "ORGANISATION" }),
    entity(2, [["GANG RO DU", "primary"]], { entityType: "VESSEL" }),
    entity(3, [["Z.K.Q. S.A.", "primary"]], { entityType: "ORGANISATION" }),
    entity(4, [["Qandrilor Limited Liability Company", "primary"]], { entityType: "ORGANISATION" }),
    ...Array.from({ length: 40 }, (_, at) => entity(100 + at, [[`Filler ${at}`, "primary"]])),
  ]);
  for (
    const [name, ref] of [
      ["JSC Plant Building Machine Qandrel", "1"],
      ["Du Ro Gang", "2"],
      ["S.A. Z.K.Q.", "3"],
      ["Qandrilor Company Limited Liability", "4"],
      ["Qandrilor Limited Liabilaty Company", "4"],
    ] as const
  ) {
    await t.step(name, () => assert.equal(screenOn(list, name).candidates[0]?.listRef, ref));
  }
});
