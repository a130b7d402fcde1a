import assert from "node:assert/strict";
import type { Json } from "../../../base/json.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { compileSchema } from "../../../standards/json_schema/compile_schema.ts";

const { limits } = defaultPolicy;

function refusalOf(schema: Json): readonly [string, string] {
  const compiled = compileSchema(schema, limits);
  assert(!compiled.ok, `${JSON.stringify(schema).slice(0, 200)} is taken`);
  const [first] = compiled.refusal.issues;
  return [first!.path, first!.reason];
}

Deno.test("a keyword that is unknown, or of another draft, is refused by its place", () => {
  const refused: readonly (readonly [Json, string])[] = [
    [{ requierd: ["a"] }, "/requierd"],
    [{ properties: { a: { minimun: 1 } } }, "/properties/a/minimun"],
    [{ definitions: {} }, "/definitions"],
    [{ dependencies: {} }, "/dependencies"],
    [{ items: [true] }, "/items"],
    [{ $dynamicRef: "#a" }, "/$dynamicRef"],
    [{ $defs: { a: { $dynamicAnchor: "a" } } }, "/$defs/a/$dynamicAnchor"],
    [{ $vocabulary: {} }, "/$vocabulary"],
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, "/$schema"],
    [{ $defs: { a: { $id: "https://a.example" } } }, "/$defs/a/$id"],
    [{ format: "hostname" }, "/format"],
    [{ __proto__x: 1 }, "/__proto__x"],
    [JSON.parse('{"__proto__": 1}'), "/__proto__"],
    [{ constructor: 1 }, "/constructor"],
  ];
  for (const [schema, path] of refused) assert.equal(refusalOf(schema)[0], path);
});

Deno.test("a keyword with a value of another form is refused", () => {
  const refused: Readonly<Record<string, readonly Json[]>> = {
    type: ["strin", [], ["string", "string"], 1, ["toString"]],
    enum: ["a", {}],
    required: ["a", [1], ["a", "a"]],
    properties: [[], { a: 1 }],
    patternProperties: [{ "(": true }, []],
    additionalProperties: [1, null],
    minLength: [-1, 1.5, "1"],
    multipleOf: [0, -1, "1"],
    maximum: ["1", null],
    uniqueItems: [1, "true"],
    pattern: [1, "(", "(?=a)", "(?<!a)b", "(a)\\1", "a{1001}", "a**"],
    format: [1, "toString"],
    allOf: [[], {}, [1]],
    anyOf: [[]],
    oneOf: [[]],
    not: [1],
    if: [1],
    contains: [1],
    minContains: [-1],
    prefixItems: [[], {}],
    dependentRequired: [{ a: [1] }, []],
    dependentSchemas: [{ a: 1 }],
    $defs: [[], { a: 1 }],
    $anchor: ["a b", 1],
    $ref: [1],
  };
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) assert(refusalOf({ [name]: value })[0].startsWith(`/${name}`));
  }
  for (const schema of [null, 1, "x", []]) assert.equal(refusalOf(schema)[0], "");
});

Deno.test("a reference that leaves the document, or points at no schema, is refused", () => {
  for (
    const $ref of [
      "https://evil.example/schema",
      "other.json#/a",
      "file:///etc/passwd",
      "//evil.example",
      "#/$defs/none",
      "#none",
      "#/enum/0",
      "#/$defs",
      "#/__proto__",
      "#%",
      "##",
    ]
  ) {
    assert.equal(
      refusalOf({ properties: { a: { $ref } }, enum: [{}], $defs: {} })[0],
      "/properties/a/$ref",
      $ref,
    );
  }
});

Deno.test("a schema that applies itself without consuming anything is refused", () => {
  const loops: readonly Json[] = [
    { $ref: "#" },
    { allOf: [{ $ref: "#" }] },
    {
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { anyOf: [{ not: { $ref: "#/$defs/a" } }] } },
    },
    { $defs: { a: { $ref: "#/$defs/b" }, b: { if: { $ref: "#/$defs/a" } } } },
    { dependentSchemas: { a: { $ref: "#" } } },
  ];
  for (const schema of loops) assert.match(refusalOf(schema)[1], /without end/);
});

/** A schema nested this many times. */
function nested(levels: number, inner: Json = {}): Json {
  let schema: Json = inner;
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
}

Deno.test("size, depth, alternatives and patterns are bounded", () => {
  assert.match(refusalOf({ description: "x".repeat(33_000) })[1], /32768 bytes/);
  assert.match(refusalOf({ description: "é".repeat(17_000) })[1], /32768 bytes/);
  assert.match(refusalOf(nested(100))[1], /32 levels/);
  assert.match(refusalOf(nested(20_000))[1], /32 levels/);
  let list: Json = [];
  for (let level = 0; level < 50_000; level++) list = [list];
  assert.match(refusalOf({ const: list })[1], /32 levels/);
  assert.match(refusalOf({ anyOf: Array.from({ length: 65 }, () => true) })[1], /64 alternatives/);
  assert.match(refusalOf({ pattern: "a".repeat(501) })[1], /500 characters/);
  assert.match(refusalOf({ pattern: "(?:a{50}){20}{20}" })[1], /RE2/);
  assert.match(refusalOf({ pattern: "(?:(?:ab?){30}){30}" })[1], /multiply/);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`a${n}`, true]));
  assert.match(refusalOf({ patternProperties: many })[1], /too many/);
  const large = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a{900}${n}`, true]));
  assert.match(refusalOf({ patternProperties: large })[1], /too large/);
});

Deno.test("the refusals of one schema are bounded in number", () => {
  const properties = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n, { type: 1 }]));
  const compiled = compileSchema({ properties }, limits);
  assert(!compiled.ok);
  assert.equal(compiled.refusal.issues.length, 20);
});
