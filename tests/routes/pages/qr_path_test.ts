import assert from "node:assert/strict";
import fc from "fast-check";
import { encode } from "uqr";
import { qrPath, quietZone } from "../../../routes/pages/qr_path.ts";
import { runs } from "../../support/runs.ts";

/** A run of dark modules: row, first column, length. */
type Run = readonly [row: number, column: number, length: number];

/** Strokes drawn by path data, parsed as SVG 2 §9.3 defines `M`, `m` and `h`. */
function strokesOf(path: string): readonly Run[] {
  const strokes: Run[] = [];
  let [x, y] = [0, 0];
  const commands = [...path.matchAll(/M(\d+) (\d+)\.5|m(\d+) 0|h(\d+)/g)];
  assert.equal(commands.map(([text]) => text).join(""), path, "nothing else is in the path");
  for (const [, toX, toY, gap, length] of commands) {
    if (toX !== undefined) [x, y] = [Number(toX), Number(toY)];
    else if (gap !== undefined) x += Number(gap);
    else {
      strokes.push([y, x, Number(length)]);
      x += Number(length);
    }
  }
  return strokes;
}

/** Runs of dark modules of a matrix, shifted by the quiet zone. */
function runsOf(matrix: readonly (readonly boolean[])[]): readonly Run[] {
  return matrix.flatMap((row, y) => {
    const runs: [number, number, number][] = [];
    row.forEach((dark, x) => {
      if (dark && row[x - 1] !== true) runs.push([y + quietZone, x + quietZone, 0]);
      if (dark) runs.at(-1)![2]++;
    });
    return runs;
  });
}

Deno.test("qrPath() strokes every run of dark modules once, and nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 240 }), (text) => {
      const drawn = qrPath(text.toWellFormed());
      const { data, size } = encode(text.toWellFormed(), { ecc: "L", border: 0, maskPattern: 2 });
      assert.equal(drawn?.size, size + 8);
      assert.deepEqual(strokesOf(drawn.path), runsOf(data));
    }),
    { numRuns: runs(50) },
  );
});

Deno.test("qrPath() leaves four modules of white on every side", () => {
  const drawn = qrPath("openid4vp://authorize?client_id=x");
  assert(drawn !== null);
  const strokes = strokesOf(drawn.path);
  // The finder patterns touch three corners of a code, so these are its true borders.
  assert.equal(Math.min(...strokes.map(([row]) => row)), 4);
  assert.equal(Math.min(...strokes.map(([, column]) => column)), 4);
  assert.equal(Math.max(...strokes.map(([row]) => row)), drawn.size - 5);
  assert.equal(Math.max(...strokes.map(([, column, length]) => column + length)), drawn.size - 4);
});

Deno.test("qrPath() draws what one code holds and refuses a byte more", () => {
  // ISO/IEC 18004 table 7: version 40 at level L holds 2,953 bytes, and has 177 modules.
  assert.equal(qrPath("x".repeat(2_953))?.size, 177 + 8);
  assert.equal(qrPath("x".repeat(2_954)), null);
  assert.equal(qrPath("é".repeat(1_477)), null, "bytes count, not characters");
});

Deno.test("qrPath() draws no code of version 23, which widespread readers never read", () => {
  // ISO/IEC 18004 table 7: level L holds 1,003 bytes in version 22, 1,091 in 23, 1,171 in 24.
  const sizes = [1_003, 1_004, 1_091, 1_092].map((bytes) => qrPath("x".repeat(bytes))?.size);
  assert.deepEqual(sizes, [105 + 8, 113 + 8, 113 + 8, 113 + 8]);
});
