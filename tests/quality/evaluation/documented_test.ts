import assert from "node:assert/strict";
import { Figures } from "../../../quality/evaluation/figures.ts";
import committed from "../../cli/quality.json" with { type: "json" };

const page = await Deno.readTextFile(new URL("../../../docs/matching.md", import.meta.url));
const figures = Figures.parse(committed);

/** The last cell of the row of the quality table that begins with these words. */
function ours(what: string): string {
  const table = page.split("<!-- quality -->")[1] ?? "";
  const row = table.split("\n").find((line) => line.startsWith(`| ${what} `));
  return row?.split("|").at(-2)?.trim() ?? "";
}

/** Asserts that the shares in a cell, with three digits, equal the committed ones with four. */
function assertSame(cell: string, shares: readonly number[]): void {
  const shown = cell.split(" / ").map(Number);
  const same = shown.length === shares.length &&
    shares.every((share, index) => Math.abs(share - (shown[index] ?? NaN)) < 0.0006);
  assert(same, `docs/matching.md says ${cell}, tests/cli/quality.json ${shares.join(" / ")}`);
}

Deno.test("docs/matching.md has the committed figures of every slice", () => {
  const rows = {
    "persons": "persons",
    "EU persons, Latin": "eu_persons_latin",
    "EU persons, other script": "eu_persons_xscript",
    "names of nomenklatura's bench": "nk_bench",
    "organisations": "orgs",
  };
  for (const [what, slice] of Object.entries(rows)) {
    const of = figures.slices[slice];
    assert(of !== undefined, slice);
    assertSame(ours(what), [of.f1, of.averagePrecision, of.recallAtPrecision]);
  }
});

Deno.test("docs/matching.md has the committed means over kinds", () => {
  const stated = [
    ["are found over the families", figures.means["today's families"]],
    ["over the kinds held out", figures.means["kinds held out"]],
    ["of the unlisted", figures.innocents["mean over kinds held out"]],
  ] as const;
  const text = page.replace(/\s+/g, " ");
  for (const [what, mean] of stated) {
    assertSame(new RegExp(`(\\.\\d+) ± \\.\\d+ ${what}`).exec(text)?.[1] ?? "", [mean ?? NaN]);
  }
});

Deno.test("docs/matching.md has the committed figures of customers", () => {
  const text = page.replace(/\s+/g, " ");
  const [, ...stated] = /([\d.]+) in 1,000 are flagged .*?, and ([\d.]+) with/.exec(text) ?? [];
  const committed = [figures.customers["by name"], figures.customers["with all data"]];
  assert.deepEqual(stated, committed.map((share = NaN) => (share * 1000).toFixed(1)));
});

Deno.test("docs/matching.md has the committed figures of names on lists", () => {
  const rows = {
    "UN names, misspelt: found / first": "yente_un_treated",
    "UN names as listed: found / first": "yente_un_untreated",
    "US Congress: found / first": "yente_us_congress",
  };
  for (const [what, source] of Object.entries(rows)) {
    const of = figures.listed[source]?.nameOnly;
    assert(of !== undefined, source);
    assertSame(ours(what), [of.found, of.first]);
  }
  const unbeaten = figures.listed["yente_un_treated"]?.nameOnly.unbeaten ?? 0;
  assertSame(ours("the same, nobody ahead"), [unbeaten]);
});
