import assert from "node:assert/strict";
import fc from "fast-check";
import { concatBytes } from "../../../base/bytes.ts";
import { type Cbor, decodeCbor } from "../../../standards/mdoc/cbor.ts";
import { runs } from "../../support/runs.ts";

/** The head of an array with this length. */
function array(length: number): Uint8Array {
  return Uint8Array.of(
    0x9a,
    length >>> 24,
    (length >> 16) & 255,
    (length >> 8) & 255,
    length & 255,
  );
}

/** An array of empty arrays. */
function wide(length: number): Uint8Array {
  return concatBytes([array(length), new Uint8Array(length).fill(0x80)]);
}

Deno.test("decodeCbor() takes 200,000 values, and no more however small they are", () => {
  const read = decodeCbor(wide(199_999));
  assert(Array.isArray(read) && read.length === 199_999);
  assert.equal(decodeCbor(wide(200_000)), undefined);
  assert.equal(decodeCbor(wide(8_000_000)), undefined);
});

Deno.test("decodeCbor() takes 32 levels of arrays, maps and tags, and no more", () => {
  const nested = (levels: number, head: readonly number[]) =>
    Uint8Array.from([...Array.from({ length: levels }, () => head).flat(), 0x40]);
  const heads = { array: [0x81], map: [0xa1, 0x00] };
  for (const head of Object.values(heads)) {
    assert.notEqual(decodeCbor(nested(32, head)), undefined);
    assert.equal(decodeCbor(nested(33, head)), undefined);
    assert.equal(decodeCbor(nested(1_000_000, head)), undefined);
  }
  assert.equal(decodeCbor(nested(100_000, [0xd8, 24])), undefined);
});

/** The number of nested arrays and maps in a value. */
function levelsOf(value: Cbor | undefined): number {
  if (Array.isArray(value)) return 1 + Math.max(0, ...value.map(levelsOf));
  if (!(value instanceof Map)) return 0;
  return 1 + Math.max(0, ...[...value].flat().map(levelsOf));
}

Deno.test("decodeCbor() throws for no bytes, and what it reads is in its bounds", () => {
  const head = fc.constantFrom(
    0x80,
    0x81,
    0x82,
    0xa0,
    0xa1,
    0xd8,
    24,
    0x40,
    0x41,
    0x61,
    0x9a,
    0x01,
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(head, { maxLength: 60 }), (heads) => {
      const value = decodeCbor(Uint8Array.from(heads));
      if (value !== undefined) read++;
      assert(levelsOf(value) <= 32);
    }),
    { numRuns: runs(3_000) },
  );
  assert(read > runs(3_000) / 100, `${read}`);
});
