import { base64urlnopad } from "@scure/base";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeBase64Url,
  hasMoreCharacters,
  hasMoreValues,
  hasRepeatedMember,
  isNestedDeeper,
  type Json,
  jsonLevelsMax,
  parseJson,
} from "../../base/json.ts";

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

/** Nesting levels of a value, counted by walking it. */
function levelsOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

Deno.test("isNestedDeeper() counts the levels that a parser finds", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, levelsMax) => {
      assert.equal(isNestedDeeper(text, levelsMax), levelsOf(JSON.parse(text)) > levelsMax);
    }),
  );
  assert.equal(isNestedDeeper('["[[[[\\"[[[["]', 1), false);
  assert.equal(isNestedDeeper("[],[],[],[]", 1), false);
});

Deno.test("parseJson() takes as many levels as the bound, and no text with more of them", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const objects = (levels: number) => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);
  for (const make of [nested, objects]) {
    assert.deepEqual(parseJson(make(jsonLevelsMax)), JSON.parse(make(jsonLevelsMax)));
    assert.equal(parseJson(make(jsonLevelsMax + 1)), undefined);
    assert.equal(parseJson(make(1_000_000)), undefined);
  }
});

Deno.test("hasRepeatedMember() finds one at any depth, however it is spelled", async (t) => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['{"a":1,"a":1}', true],
    ['{"a":1,"\\u0061":2}', true],
    ['[[{"b":{"a":null,"c":[],"a":{}}}]]', true],
    ['{"__proto__":1,"__proto__":2}', true],
    ['{"a\\\\":"\\\\\\":","a\\\\":1}', true],
    ['{"a":":","b":"\\":","c:":{"a":1}}', false],
    ['{"__proto__":{"a":1},"a":"\\\\"}', false],
    ['[{"a":1},{"a":1}]', false],
    ['"a:b"', false],
    ["null", false],
    ["[1,2]", false],
  ];
  for (const [text, expected] of cases) {
    await t.step(
      text,
      () => assert.equal(hasRepeatedMember(text, parseJson(text) ?? null), expected),
    );
  }
  fc.assert(fc.property(fc.json(), (text) => !hasRepeatedMember(text, parseJson(text) ?? null)));
});

Deno.test("hasRepeatedMember() reads a text once, whatever its form: one of 4 MiB ends", () => {
  const size = 4_194_304;
  const fill = (piece: string) => piece.repeat(Math.floor(size / piece.length) - 1);
  const bodies = [
    `[${fill("[],")}{"a":1}]`,
    `[${fill("0,")}{"a":1}]`,
    `[${fill('{"a":1},')}{"a":1}]`,
    `{"a":"${"x".repeat(size)}"}`,
    "[".repeat(size / 2 - 4) + '{"a":1}' + "]".repeat(size / 2 - 4),
    `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
  ];
  for (const text of bodies) {
    const value: Json | undefined = JSON.parse(text) as Json;
    assert(value !== undefined);
    assert.equal(hasRepeatedMember(text, value), false, text.slice(0, 10));
  }
});

Deno.test("hasMoreCharacters() counts the shortest text of a value", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "é", " ") }),
      fc.integer({ min: 0, max: 9 }),
      fc.array(tie("any")),
      fc.dictionary(fc.string({ unit: fc.constantFrom("a", "b", "_") }), tie("any")),
    ),
  })).any as fc.Arbitrary<Json>;
  fc.assert(fc.property(value, (value) => {
    const { length } = JSON.stringify(value);
    assert.equal(hasMoreCharacters(value, length), false);
    assert.equal(hasMoreCharacters(value, length - 1), true);
  }));
  // What is written longer than it must be is never too long.
  for (const value of [1.5e300, true, null, '"\n\u0000', [-12, [null]]]) {
    assert.equal(hasMoreCharacters(value, JSON.stringify(value).length), false);
  }
  const wide = JSON.parse('{"__proto__": "aaaa", "b": 0}');
  assert.equal(hasMoreCharacters(wide, 26), false);
  assert.equal(hasMoreCharacters(wide, 25), true);
});

Deno.test("hasMoreCharacters() looks at nothing behind the value that is one too many", () => {
  let looked = 0;
  const counted: Json = new Proxy({ a: 1 }, {
    ownKeys: (target) => {
      looked++;
      return Reflect.ownKeys(target);
    },
  });
  assert.equal(hasMoreCharacters(Array(100).fill(Array(10).fill(counted)), 1_000), true);
  assert(looked <= 150, `${looked}`);
  looked = 0;
  assert.equal(hasMoreCharacters(Array(1_000).fill(counted), 1_000), true);
  assert.equal(looked, 0);
});

Deno.test("hasMoreValues() counts what a text begins, and nothing inside of a string", () => {
  // An empty array or object counts as if it held one value: its bracket says no more.
  const count = (value: Json): number => {
    if (typeof value !== "object" || value === null) return 1;
    const inside = Object.values<Json>(value).reduce<number>((sum, each) => sum + count(each), 0);
    return 1 + Math.max(1, inside);
  };
  fc.assert(fc.property(fc.json(), (text) => {
    const values = count(JSON.parse(text) as Json as Json);
    const padded = text.padEnd(2 * values);
    assert.equal(hasMoreValues(padded, values), false);
    assert.equal(hasMoreValues(padded, values - 1), true);
  }));
  assert.equal(hasMoreValues(`["${"0,".repeat(100)}0"]`, 100), false);
  assert.equal(hasMoreValues(`"${'\\",'.repeat(100)}"`, 100), false);
});
