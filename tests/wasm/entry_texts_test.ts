import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeText, dictionaryOf, openTextEncoder } from "../../wasm/entry_texts.ts";
import { runs } from "../support/runs.ts";

/** Texts without the control characters that JSON escapes. */
const pieces = ['{"entityName":"', '"programs":["SDGT"]', "Линия", "\n", "王", "a", " ", "\u007f"];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "grapheme-ascii" }));
const text = fc.array(piece, { maxLength: 60 }).map((all) => all.join(""));
const bytesOf = (written: string) => new TextEncoder().encode(written);

Deno.test("a text is decoded as it was, whatever the dictionary", () => {
  fc.assert(
    fc.property(fc.array(text), text, (texts, other) => {
      const dictionary = dictionaryOf(texts.map(bytesOf));
      const encode = openTextEncoder(dictionary);
      for (const one of [...texts, other, ""].map(bytesOf)) {
        const coded = encode(one);
        assert.ok(coded.length <= one.length);
        assert.deepEqual(decodeText(coded, dictionary), one);
      }
    }),
    { numRuns: runs(100) },
  );
});

Deno.test("a text of the dictionary is coded in a copy for each 46 bytes", () => {
  const one = bytesOf(`["ofac-sdn","${"0123456789abcdefghijklmnopqrstuvwxyz".repeat(5)}"]\n`);
  const encode = openTextEncoder(dictionaryOf([one]));
  assert.ok(encode(one).length <= 3 * Math.ceil(one.length / 46));
});

Deno.test("any bytes are decoded to bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (coded, dictionary) => {
      assert.ok(decodeText(coded, dictionary) instanceof Uint8Array);
    }),
  );
});
