import assert from "node:assert/strict";
import fc from "fast-check";
import { drawSample } from "../../../core/evidence/draw_sample.ts";

Deno.test("drawSample() draws the same decisions in whatever order they are offered", () => {
  fc.assert(fc.property(
    fc.uniqueArray(fc.uuid(), { maxLength: 60 }),
    fc.integer({ min: 1, max: 20 }),
    fc.string(),
    (ids, sample, seed) => {
      const seqs = new Map(ids.map((id, at) => [id, at + 1]));
      const draw = (offered: readonly string[]) => {
        const drawing = drawSample({ seed, sample });
        for (const id of offered) drawing.add(id, seqs.get(id) ?? 0);
        return drawing.drawn();
      };
      const drawn = draw(ids);
      assert.equal(drawn.length, Math.min(sample, ids.length));
      assert.deepEqual(draw(ids.toReversed()), drawn);
      assert.deepEqual(
        drawn.map(({ seq }) => seq),
        drawn.map(({ seq }) => seq).toSorted((a, b) => a - b),
      );
    },
  ));
});

Deno.test("drawSample() draws others by another seed", () => {
  const draw = (seed: string) => {
    const drawing = drawSample({ seed, sample: 5 });
    for (let n = 1; n <= 1_000; n++) drawing.add(`decision-${n}`, n);
    return drawing.drawn();
  };
  assert.notDeepEqual(draw("a"), draw("b"));
});
