import assert from "node:assert/strict";
import type { Json } from "../../../base/json.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { compileSchema } from "../../../standards/json_schema/compile_schema.ts";

const { limits } = defaultPolicy;

/** A schema with valid and invalid values. */
interface Vector {
  readonly schema: Json;
  readonly fits: readonly Json[];
  readonly differs: readonly Json[];
}

const vectors: Readonly<Record<string, readonly Vector[]>> = {
  "boolean schemas": [
    { schema: true, fits: [1, null, {}], differs: [] },
    { schema: false, fits: [], differs: [1, null, {}] },
    { schema: {}, fits: [1, "a", null], differs: [] },
  ],
  type: [
    { schema: { type: "integer" }, fits: [1, 1.0, -0, 1e300], differs: [1.5, "1", null, true] },
    { schema: { type: "number" }, fits: [1, 1.5], differs: ["1", true] },
    { schema: { type: ["string", "null"] }, fits: ["", null], differs: [0, [], {}] },
    { schema: { type: "object" }, fits: [{}], differs: [[], null, "x"] },
    { schema: { type: "array" }, fits: [[]], differs: [{}, "x"] },
    { schema: { type: "boolean" }, fits: [true, false], differs: [0, "true", null] },
  ],
  "enum and const": [
    {
      schema: { enum: [1, "1", null, { a: [1], b: 2 }] },
      fits: [1, "1", null, { b: 2, a: [1] }],
      differs: [2, true, { a: [1] }, { a: ["1"], b: 2 }, []],
    },
    { schema: { const: 0 }, fits: [0, -0, 0.0], differs: [false, "0", null, []] },
    { schema: { const: { "": [] } }, fits: [{ "": [] }], differs: [{}, { "": {} }] },
    { schema: { enum: [] }, fits: [], differs: [1] },
  ],
  numbers: [
    { schema: { multipleOf: 0.01 }, fits: [0, 0.07, 4.35, -1.1, "x"], differs: [0.075, 0.001] },
    { schema: { multipleOf: 1e-8 }, fits: [12_391_239_123], differs: [1e-9] },
    { schema: { multipleOf: 0.123456789, type: "integer" }, fits: [], differs: [1e308] },
    { schema: { multipleOf: 1e308 }, fits: [0, 1e308], differs: [1e307, 5e-324] },
    { schema: { minimum: 1.1, maximum: 3 }, fits: [1.1, 3, "x"], differs: [1, 3.1] },
    { schema: { exclusiveMinimum: 1, exclusiveMaximum: 2 }, fits: [1.5], differs: [1, 2] },
  ],
  strings: [
    {
      schema: { minLength: 2, maxLength: 2 },
      fits: ["ab", "💩é", "👍👍", 1],
      differs: ["💩", "abc"],
    },
    { schema: { pattern: "^a*$" }, fits: ["", "aa", 1], differs: ["ab"] },
    { schema: { pattern: "b+" }, fits: ["abc"], differs: ["ac"] },
    { schema: { pattern: "^\\p{L}+$" }, fits: ["Žluťoučký", "王"], differs: ["a1", ""] },
    { schema: { pattern: "^\\u00e9(?<rest>x)$" }, fits: ["éx"], differs: ["ex"] },
    { schema: { pattern: "^🐲*$" }, fits: ["", "🐲🐲"], differs: ["🐉"] },
  ],
  formats: [
    {
      schema: { format: "date" },
      fits: ["2024-02-29", "2000-02-29", "0001-01-01", 5],
      differs: [
        "2023-02-29",
        "1900-02-29",
        "2024-13-01",
        "2024-04-31",
        "2024-2-9",
        "২০২৪-01-01",
        "",
      ],
    },
    {
      schema: { format: "date-time" },
      fits: ["2026-01-02T03:04:05Z", "2026-01-02t03:04:05.123+02:00", "1998-12-31T23:59:60Z"],
      differs: [
        "2026-01-02",
        "2026-01-02T03:04:05",
        "2026-01-02 03:04:05Z",
        "1998-12-31T22:59:60Z",
      ],
    },
    {
      schema: { format: "time" },
      fits: ["08:30:06Z"],
      differs: ["08:30:06", "24:00:00Z", "8:30:06Z"],
    },
    {
      schema: { format: "email" },
      fits: ["a@b.example", "a.b+c@x-y.example", '"a b"@c.example', "a@[127.0.0.1]"],
      differs: [
        "a",
        "@b.example",
        "a@",
        ".a@b.example",
        "a..b@c.example",
        "a@-b.example",
        "a@b..c",
      ],
    },
    {
      schema: { format: "uri" },
      fits: ["https://a.example/x?y#z", "urn:x:y", "mailto:a@b.example", "http://[::1]:80/"],
      differs: ["//a.example", "/x", "x", "https://a b", "https://a.example/é", "http://[::1", "%"],
    },
    {
      schema: { format: "uuid" },
      fits: ["01890a5d-ac96-774b-bcce-b302099a8057", "01890A5D-AC96-774B-BCCE-B302099A8057"],
      differs: ["01890a5dac96774bbcceb302099a8057", "x"],
    },
  ],
  objects: [
    {
      schema: { properties: { a: { type: "string" } }, required: ["a"] },
      fits: [{ a: "x" }, { a: "x", b: 1 }, [], "a"],
      differs: [{}, { a: 1 }, { b: "x" }],
    },
    {
      schema: {
        properties: { a: true },
        patternProperties: { "^x_": { type: "integer" } },
        additionalProperties: { type: "string" },
      },
      fits: [{ a: null, x_1: 1, b: "c" }],
      differs: [{ x_1: "1" }, { b: 1 }],
    },
    { schema: { propertyNames: { maxLength: 2 } }, fits: [{ ab: 1 }, {}], differs: [{ abc: 1 }] },
    {
      schema: { minProperties: 1, maxProperties: 2 },
      fits: [{ a: 1 }, { a: 1, b: 2 }, []],
      differs: [{}, { a: 1, b: 2, c: 3 }],
    },
    {
      schema: { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
      fits: [{}, { b: 1 }, { a: 1, b: 1 }, { c: 1, d: 1 }],
      differs: [{ a: 1 }, { c: 1 }],
    },
  ],
  arrays: [
    {
      schema: { prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
      fits: [[], ["a"], ["a", 1], "x"],
      differs: [[1], ["a", 1, 2]],
    },
    { schema: { items: { type: "integer" } }, fits: [[], [1, 2]], differs: [[1, "2"]] },
    { schema: { contains: { const: 1 } }, fits: [[2, 1], {}], differs: [[], [2]] },
    {
      schema: { contains: { const: 1 }, minContains: 2, maxContains: 3 },
      fits: [[1, 1], [1, 0, 1, 1]],
      differs: [[1], [1, 1, 1, 1]],
    },
    { schema: { contains: { const: 1 }, minContains: 0 }, fits: [[], [2]], differs: [] },
    {
      schema: { uniqueItems: true },
      fits: [[1, "1", true, [1], { a: 1 }], [{ a: 1, b: 2 }, { a: 2, b: 1 }]],
      differs: [[1, 1.0], [{ a: 1, b: 2 }, { b: 2, a: 1 }], [[[]], [[]]]],
    },
    { schema: { minItems: 1, maxItems: 2 }, fits: [[1], [1, 2], {}], differs: [[], [1, 2, 3]] },
  ],
  logic: [
    { schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, fits: [1], differs: [0, 3] },
    { schema: { anyOf: [{ type: "string" }, { minimum: 5 }] }, fits: ["a", 5, null], differs: [4] },
    { schema: { oneOf: [{ minimum: 1 }, { maximum: 2 }] }, fits: [0, 3], differs: [1.5] },
    { schema: { not: { type: "string" } }, fits: [1], differs: ["a"] },
    {
      schema: { if: { minimum: 10 }, then: { multipleOf: 10 }, else: { multipleOf: 3 } },
      fits: [20, 9],
      differs: [11, 4],
    },
    { schema: { then: false, else: false }, fits: [1], differs: [] },
  ],
  references: [
    {
      schema: { $ref: "#/$defs/a~1b%25", $defs: { "a/b%": { type: "integer" } }, minimum: 2 },
      fits: [2],
      differs: ["a", 1],
    },
    {
      schema: { properties: { next: { $ref: "#" }, v: { type: "integer" } }, required: ["v"] },
      fits: [{ v: 1, next: { v: 2 } }],
      differs: [{ v: 1, next: { v: "2" } }, { v: 1, next: {} }],
    },
    {
      schema: { items: { $ref: "#here" }, $defs: { x: { $anchor: "here", type: "null" } } },
      fits: [[null]],
      differs: [[1]],
    },
    {
      schema: {
        $id: "https://a.example/s",
        items: { $ref: "https://a.example/s#/$defs/x" },
        $defs: { x: false },
      },
      fits: [[]],
      differs: [[1]],
    },
  ],
  "what is not evaluated": [
    {
      schema: {
        properties: { a: true },
        anyOf: [{ properties: { b: { const: 1 } }, required: ["b"] }, { properties: { c: true } }],
        unevaluatedProperties: false,
      },
      fits: [{ a: 1 }, { a: 1, b: 1, c: 2 }],
      differs: [{ d: 1 }, { b: 2 }],
    },
    {
      schema: {
        if: { properties: { a: { const: 1 } }, required: ["a"] },
        unevaluatedProperties: false,
      },
      fits: [{ a: 1 }],
      differs: [{ a: 2 }, { a: 1, b: 1 }],
    },
    {
      schema: { not: { not: { properties: { a: true } } }, unevaluatedProperties: false },
      fits: [{}],
      differs: [{ a: 1 }],
    },
    {
      schema: { prefixItems: [true], contains: { type: "string" }, unevaluatedItems: false },
      fits: [[1, "a"], ["a"]],
      differs: [[1, "a", 2]],
    },
    {
      schema: {
        $ref: "#/$defs/base",
        unevaluatedProperties: { type: "null" },
        $defs: { base: { properties: { a: true } } },
      },
      fits: [{ a: 1, b: null }],
      differs: [{ b: 1 }],
    },
  ],
  "names that objects inherit": [
    {
      schema: JSON.parse(
        '{"properties":{"__proto__":{"type":"integer"},"toString":{"minimum":1}},"required":["__proto__"]}',
      ),
      fits: [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1,"toString":1}')],
      differs: [{}, JSON.parse('{"__proto__":"x"}'), JSON.parse('{"__proto__":1,"toString":0}')],
    },
    { schema: { required: ["constructor"] }, fits: [], differs: [{}] },
    { schema: { dependentRequired: { toString: ["a"] } }, fits: [{}], differs: [{ toString: 1 }] },
    {
      schema: { additionalProperties: false },
      fits: [{}],
      differs: [JSON.parse('{"__proto__":1}')],
    },
  ],
  annotations: [
    {
      schema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $comment: "x",
        title: "x",
        description: "x",
        default: 1,
        examples: [1],
        deprecated: true,
        readOnly: true,
        writeOnly: false,
        contentEncoding: "base64",
        contentMediaType: "text/plain",
      },
      fits: [1, "%"],
      differs: [],
    },
  ],
};

for (const [subject, all] of Object.entries(vectors)) {
  Deno.test(`schemas: ${subject}`, () => {
    for (const { schema, fits, differs } of all) {
      const text = JSON.stringify(schema);
      const compiled = compileSchema(schema, limits);
      assert(compiled.ok, `${text} ${JSON.stringify(compiled)}`);
      const { validate } = compiled.value;
      for (const value of fits) {
        assert.deepEqual(validate(value), [], `${text} ${JSON.stringify(value)}`);
      }
      for (const value of differs) {
        assert(validate(value).length > 0, `${text} takes ${JSON.stringify(value)}`);
      }
    }
  });
}

Deno.test("a problem names its place and its reason, and nothing that was sent", () => {
  const compiled = compileSchema({
    type: "object",
    properties: { "a/b~": { type: "string", maxLength: 3 }, list: { items: { enum: ["x"] } } },
    required: ["name"],
    additionalProperties: false,
  }, limits);
  assert(compiled.ok);
  assert.deepEqual(
    compiled.value.validate({ "a/b~": "secret", list: ["x", "secret"], Secret: 1 }),
    [
      { path: "/a~1b~0", reason: "must have at most 3 characters" },
      { path: "/list/1", reason: 'must be one of the values of "enum"' },
      { path: "/name", reason: "is required" },
      { path: "/*", reason: "is not allowed" },
    ],
  );
});

Deno.test("problems are bounded in number", () => {
  const compiled = compileSchema({ items: { type: "string" } }, limits);
  assert(compiled.ok);
  assert.equal(compiled.value.validate(Array.from({ length: 1_000 }, () => 1)).length, 20);
});
