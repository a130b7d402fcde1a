import assert from "node:assert/strict";
import { Derivation } from "../../../quality/calibration/derivation.ts";
import recorded from "../../../docs/derivation.json" with { type: "json" };

const page = await Deno.readTextFile(new URL("../../../docs/matching.md", import.meta.url));
const derivation = Derivation.parse(recorded);

/** The cells of a row, found by its first word, in the table of the last fit. */
function cellsOf(what: string): readonly string[] {
  const [, table = ""] = page.split("<!-- fit -->");
  const row = table.split("\n").find((line) => line.startsWith(`| ${what} `)) ?? "";
  return row.split("|").slice(2, 5).map((cell) => cell.trim());
}

Deno.test("docs/matching.md has what docs/derivation.json records of the last fit", () => {
  const fits = [derivation.before, derivation.inSample, derivation.outOfFold];
  for (const slice of Object.keys(derivation.before.slices)) {
    const shown = cellsOf(slice).map((cell) => cell.split(" / ").map(Number));
    for (const [index, { slices }] of fits.entries()) {
      const { f1 = NaN, averagePrecision = NaN, recallAtPrecision = NaN } = slices[slice] ?? {};
      for (const [at, figure] of [f1, averagePrecision, recallAtPrecision].entries()) {
        assert(Math.abs((shown[index]?.[at] ?? NaN) - figure) < 0.0006, `${slice}: ${figure}`);
      }
    }
  }
  const shown = cellsOf("objective").map(Number);
  assert.deepEqual(shown, fits.map(({ objective }) => objective));
});

Deno.test("docs/derivation.json keeps what was in force exactly where it has reasons", () => {
  assert.equal(derivation.inForce === "startedFrom", derivation.keptFor.length > 0);
});
