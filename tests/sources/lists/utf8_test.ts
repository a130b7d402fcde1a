import fc from "fast-check";
import assert from "node:assert/strict";
import { firstInvalidByte } from "../../../sources/lists/utf8.ts";
import { runs } from "../../support/runs.ts";

/** Whether bytes are UTF-8, by the platform's decoder. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

Deno.test("firstInvalidByte() says where the platform's decoder would stop", () => {
  // Mostly bytes that start or continue sequences, so that borders are met often.
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xed, 0xef),
    fc.constantFrom(0xf0, 0xf4, 0xf5, 0xff),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 8 }), (values) => {
      const bytes = Uint8Array.from(values);
      const at = firstInvalidByte(bytes);
      assert.equal(at === null, isUtf8(bytes));
      if (at !== null) assert(isUtf8(bytes.subarray(0, at)));
    }),
    { numRuns: runs(5_000) },
  );
});

Deno.test("firstInvalidByte() points at the start of a broken sequence", () => {
  assert.equal(firstInvalidByte(new TextEncoder().encode("José 王 😀")), null);
  assert.equal(firstInvalidByte(Uint8Array.of(0x4a, 0x6f, 0x73, 0xe9, 0x2c)), 3);
  assert.equal(firstInvalidByte(Uint8Array.of(0x41, 0xf0, 0x9f, 0x98)), 1);
});
