import assert from "node:assert/strict";
import { Asn1Error } from "../../../standards/asn1/element.ts";
import { readBer } from "../../../standards/asn1/read_ber.ts";
import { der } from "../../../standards/asn1/write_der.ts";

Deno.test("elements that stand too deep in each other are refused", () => {
  let deep = der(0x30);
  for (let depth = 0; depth < 2_000; depth++) deep = der(0x30, deep);
  assert.throws(() => readBer(deep), Asn1Error);
});

Deno.test("readBer() takes 128 KiB and 10,000 elements, and no more", () => {
  const long = (length: number) => der(0x06, new Uint8Array(length - 5).fill(1));
  assert.equal(readBer(long(131_072)).content.length, 131_067);
  assert.throws(() => readBer(long(131_073)), Asn1Error);
  const wide = (count: number) =>
    der(0x30, new Uint8Array(2 * count).map((_, at) => at % 2 ? 0 : 5));
  assert.equal(readBer(wide(9_999)).children.length, 9_999);
  assert.throws(() => readBer(wide(10_000)), Asn1Error);
});
