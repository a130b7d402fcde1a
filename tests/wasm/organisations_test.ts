import assert from "node:assert/strict";
import { entity, loadList, matcher, screenOn } from "./small_list.ts";

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
