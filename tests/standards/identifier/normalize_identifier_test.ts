import assert from "node:assert/strict";
import fc from "fast-check";
import {
  normalizeIdentifier,
  withoutLabel,
} from "../../../standards/identifier/normalize_identifier.ts";

Deno.test("normalizeIdentifier() leaves out blanks, hyphens, dots and slashes of every script", async (t) => {
  const cases = [
    { why: "dots of thousands", written: "5.892.464", normal: "5892464" },
    {
      why: "a tax number with all of them",
      written: "12.345.678/0001-95",
      normal: "12345678000195",
    },
    { why: "wide dots and slashes", written: "５．８９２／４６４", normal: "5892464" },
    { why: "a slash the other way", written: "AB\\12", normal: "AB12" },
    { why: "a division slash and a middle dot", written: "ab\u22151\u00B72", normal: "AB12" },
    { why: "blanks and a minus sign", written: " sb 000\u22121961", normal: "SB0001961" },
    { why: "nothing else", written: "A:1#2_3", normal: "A:1#2_3" },
  ];
  for (const { why, written, normal } of cases) {
    await t.step(why, () => assert.equal(normalizeIdentifier(written), normal));
  }
});

Deno.test("normalizeIdentifier() is the same wherever separators are put", () => {
  const someParts = fc.array(fc.stringMatching(/^[A-Z0-9]{1,4}$/), { minLength: 1, maxLength: 6 });
  const separator = fc.constantFrom("", " ", "-", ".", "/", "./", "\u2013", "\u00A0");
  fc.assert(fc.property(someParts, separator, (parts, between) => {
    assert.equal(normalizeIdentifier(parts.join(between)), parts.join(""));
  }));
});

Deno.test("withoutLabel() takes the label of its own kind off", () => {
  const written = ["IMO 9187629", "IMO. 9187629", "imo: 9187629", "IMO/9187629", "9187629"];
  for (const one of written) {
    assert.equal(withoutLabel("imo", normalizeIdentifier(one)), "9187629", one);
  }
  assert.equal(withoutLabel("passport", normalizeIdentifier("IMO 9187629")), "IMO9187629");
});
