import { base64urlnopad } from "@scure/base";
import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeBase64Url, parseJson } from "../../base/json.ts";

Deno.test("decodeBase64Url() takes what a library takes, and nothing else", () => {
  const peer = (text: string) => {
    try {
      return new Uint8Array(base64urlnopad.decode(text));
    } catch {
      return null;
    }
  };
  // Every last group of up to four letters, some of them of no base64url.
  const letters = [..."AQgw019-_Zz+/= \nü"];
  const texts = letters.reduce<string[]>(
    (all, _, n) =>
      n < 4 ? [...all, ...all.flatMap((text) => letters.map((next) => text + next))] : all,
    [""],
  );
  assert(texts.length > 10_000);
  for (const text of new Set(texts)) assert.deepEqual(decodeBase64Url(text), peer(text), text);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assert.deepEqual(decodeBase64Url(base64urlnopad.encode(bytes)), bytes);
  }));
});

Deno.test("parseJson() distinguishes null from what is no JSON", () => {
  assert.equal(parseJson("null"), null);
  assert.deepEqual(parseJson('{"a":[1]}'), { a: [1] });
  for (const text of ["", "{", "undefined", "{}}", "'a'"]) assert.equal(parseJson(text), undefined);
});
