import assert from "node:assert/strict";
import fc from "fast-check";
import { packKey, unpackKey } from "../../../sources/tag_packs/pack_key.ts";

function packed(key: string): Uint8Array {
  const into = new Uint8Array(64);
  const length = packKey(key, into);
  assert(length !== null);
  return into.subarray(0, length);
}

const aKey = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."09AZaz1"), maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.toWellFormed()),
);

Deno.test("unpackKey() gives back what packKey() packed, and no two keys share their bytes", () => {
  fc.assert(fc.property(aKey, aKey, (one, other) => {
    assert.equal(unpackKey(packed(one)), one);
    assert.equal(packed(one).join() === packed(other).join(), one === other);
  }));
});

Deno.test("packKey() takes six bits a character of an address, and refuses what has no room", () => {
  assert.equal(packed("1Archive1n2C579dMsAu3iC6tWzuQJz8dN").length, 26);
  assert.equal(packed("").length, 0);
  assert.equal(packKey("a".repeat(5), new Uint8Array(4)), null);
  assert.equal(packKey("bitcoincash:q", new Uint8Array(13)), null);
});
