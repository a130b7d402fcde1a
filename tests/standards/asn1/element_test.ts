import assert from "node:assert/strict";
import { type Asn1Element, Asn1Error, readTime, tags } from "../../../standards/asn1/element.ts";
import { readBer } from "../../../standards/asn1/read_ber.ts";
import { elementsOf } from "../../../standards/asn1/read_der.ts";
import { der } from "../../../standards/asn1/write_der.ts";

function time(tag: number, text: string): Asn1Element {
  const content = new TextEncoder().encode(text);
  return { tag, content, whole: der(tag, content) };
}

Deno.test("readTime() has one spelling of DER, and a fraction where it is asked for", async (t) => {
  const short = tags.utcTime;
  const long = tags.generalizedTime;
  const cases = [
    { why: "seconds", of: time(long, "20260301120000Z"), der: "2026-03-01T12:00:00.000Z" },
    { why: "this century", of: time(short, "490101000000Z"), der: "2049-01-01T00:00:00.000Z" },
    { why: "the last one", of: time(short, "500101000000Z"), der: "1950-01-01T00:00:00.000Z" },
    {
      why: "a fraction",
      of: time(long, "20260301120000.25Z"),
      fraction: "2026-03-01T12:00:00.250Z",
    },
    { why: "a zone", of: time(long, "20260301120000+0100") },
    { why: "no seconds", of: time(short, "2603011200Z") },
    { why: "no day of that month", of: time(long, "20261301000000Z") },
    { why: "a text", of: time(tags.utf8, "20260301120000Z") },
  ];
  for (const { why, of, der, fraction = der } of cases) {
    await t.step(why, () => {
      for (const [form, expected] of [["der", der], ["fraction", fraction]] as const) {
        if (expected === undefined) assert.throws(() => readTime(of, form), Asn1Error);
        else assert.equal(readTime(of, form), Date.parse(expected));
      }
    });
  }
});

Deno.test("DER is read as DER alone, where BER has other spellings too", async (t) => {
  const spellings = {
    "a long form of a short length": [0x30, 0x81, 0x03, 0x02, 0x01, 0x07],
    "a length with a zero before it": [0x30, 0x82, 0x00, 0x03, 0x02, 0x01, 0x07],
    "an end that is marked": [0x30, 0x80, 0x02, 0x01, 0x07, 0x00, 0x00],
  };
  for (const [why, bytes] of Object.entries(spellings)) {
    await t.step(why, () => {
      const input = Uint8Array.from(bytes);
      const [number] = readBer(input).children;
      assert.deepEqual([...number?.content ?? []], [7]);
      assert.throws(() => elementsOf(input), Asn1Error);
    });
  }
});
