import assert from "node:assert/strict";
import fc from "fast-check";
import { appendedToBase64, appendToBase64 } from "../../base/base64.ts";

Deno.test("appendToBase64() gives what encoding both together gives, and appendedToBase64() takes it back", () => {
  fc.assert(fc.property(fc.uint8Array(), fc.uint8Array(), (first, second) => {
    const text = first.toBase64();
    const joined = appendToBase64(text, second);
    assert.equal(joined, new Uint8Array([...first, ...second]).toBase64());
    assert.deepEqual([...appendedToBase64(text, joined)], [...second]);
  }));
});
