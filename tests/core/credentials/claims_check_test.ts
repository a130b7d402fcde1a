import assert from "node:assert/strict";
import type { Json } from "../../../base/json.ts";
import { checkFrame } from "../../../core/credentials/templates/check_frame.ts";
import { compileClaims } from "../../../core/credentials/templates/claims_check.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import {
  parseDisclosureFrame,
  protectedNames,
} from "../../../standards/sd_jwt/disclosure_frame.ts";
import { exampleTemplates } from "../../support/templates.ts";

const { limits } = defaultPolicy;

function compiled(schema: Json) {
  const check = compileClaims(schema, limits);
  assert(check.ok, JSON.stringify(check));
  return check.value;
}

Deno.test("the examples' claims fit their schemas, and those with a member too many do not", () => {
  for (const { claimsSchema, exampleClaims, sdJwtDisclosureFrame } of exampleTemplates) {
    const check = compiled(claimsSchema);
    assert.deepEqual(check.validate(exampleClaims as Json), []);
    assert.deepEqual(check.validate({ ...exampleClaims as Readonly<Record<string, Json>>, x: 1 }), [
      { path: "/*", reason: "is not allowed" },
    ]);
    assert.deepEqual(check.claimNames, Object.keys(claimsSchema.properties));
    const frame = parseDisclosureFrame(sdJwtDisclosureFrame);
    assert(frame.ok);
    assert.equal(checkFrame(claimsSchema, frame.value), null);
  }
});

Deno.test("the types of a claim are looked for once, however many cells have them", () => {
  let reads = 0;
  const chain = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [
    `l${at}`,
    {
      get $ref() {
        reads++;
        return `#/$defs/l${Math.min(at + 1, 500)}`;
      },
    },
  ]));
  const check = compiled({
    type: "object",
    properties: { a: { $ref: "#/$defs/l0" } },
    $defs: {
      ...Object.defineProperties({}, Object.getOwnPropertyDescriptors(chain)),
      l500: {
        type: ["integer", "null"],
      },
    },
  });
  assert.deepEqual(check.typesOf("a"), ["integer", "null"]);
  const before = reads;
  assert(before >= 500);
  for (let cell = 0; cell < 1_000; cell++) check.typesOf("a");
  assert.equal(reads, before);
});

Deno.test("a body of a batch that is full of the examples' claims has steps left", () => {
  for (const { claimsSchema, exampleClaims } of exampleTemplates) {
    const check = compiled(claimsSchema);
    const claims = exampleClaims as Json;
    const rows = Math.floor(limits.batchBodyBytesMax / JSON.stringify(claims).length);
    const budget = { left: limits.batchSchemaStepsMax };
    assert.deepEqual(check.validate(claims, budget), []);
    const steps = rows * (limits.batchSchemaStepsMax - budget.left);
    assert(
      steps <= 2_200_000 && steps < limits.batchSchemaStepsMax,
      `${steps} steps of ${rows} rows`,
    );
  }
});

Deno.test("a claims schema is of an object, and names no protected claim", () => {
  const refused: readonly Json[] = [true, {}, { type: ["object", "null"] }, { type: "array" }];
  for (const schema of refused) assert(!compileClaims(schema, limits).ok);
  for (const name of protectedNames) {
    const schemas: readonly Json[] = [
      { type: "object", properties: { [name]: true } },
      { type: "object", $ref: "#/$defs/a", $defs: { a: { properties: { [name]: true } } } },
      { type: "object", anyOf: [{ properties: { [name]: true } }] },
    ];
    for (const schema of schemas) assert(!compileClaims(schema, limits).ok, name);
  }
  assert(
    compileClaims({ type: "object", properties: { a: { properties: { status: true } } } }, limits)
      .ok,
  );
});

Deno.test("claims hold no protected name, nothing of SD-JWT's own, and Unicode alone", () => {
  const check = compiled({ type: "object" });
  assert.deepEqual(check.validate({ a: [{ status: 1, sub: "x" }] }), []);
  const refused: readonly Json[] = [
    { iss: "https://evil.example" },
    { vct: "urn:other" },
    { cnf: {} },
    { a: { _sd: ["x"] } },
    { a: [{ "...": "x" }] },
    { a: { b: { _sd_alg: "md5" } } },
    { a: "\ud800" },
    { "\udc00": 1 },
    [],
    null,
    "x",
  ];
  for (const claims of refused) {
    assert.equal(check.validate(claims).length, 1, JSON.stringify(claims));
  }
  let deep: Json = {};
  for (let level = 0; level < 50_000; level++) deep = { a: deep };
  assert.match(check.validate(deep)[0]!.reason, /32 levels/);
});

Deno.test("the types of claims are known through references", () => {
  const check = compiled({
    type: "object",
    properties: { a: { $ref: "#/$defs/n" }, b: { type: ["string", "null"] }, c: true },
    $defs: { n: { anyOf: [{ type: "integer" }, { type: "number" }] } },
  });
  assert.deepEqual(check.typesOf("a").toSorted(), ["integer", "number"]);
  assert.deepEqual(check.typesOf("b"), ["string", "null"]);
  assert.deepEqual([check.typesOf("c"), check.typesOf("toString")], [[], []]);
});

Deno.test("every name of a frame must be in the schema", () => {
  const schema: Json = {
    type: "object",
    properties: {
      a: { $ref: "#/$defs/person" },
      list: { prefixItems: [{ properties: { x: true } }, true], items: false },
      all: { items: { $ref: "#person" } },
      gone: false,
    },
    allOf: [{ properties: { b: true } }],
    if: { properties: { onlyIf: true } },
    then: { properties: { c: true } },
    not: { properties: { onlyNot: true } },
    $defs: {
      person: { $anchor: "person", properties: { name: true, boss: { $ref: "#/$defs/person" } } },
    },
  };
  compiled(schema);
  const found = (frame: unknown) => {
    const parsed = parseDisclosureFrame(frame);
    assert(parsed.ok, JSON.stringify(parsed));
    return checkFrame(schema, parsed.value)?.path ?? null;
  };
  assert.equal(
    found({
      _sd: ["a", "b", "c", "list", "all"],
      a: { _sd: ["name"], boss: { boss: { _sd: ["name"] } } },
    }),
    null,
  );
  assert.equal(
    found({
      list: { _sd: [0, "1"], 0: { _sd: ["x"] } },
      all: { _sd: [999], 7: { _sd: ["boss"] } },
    }),
    null,
  );
  const misnamed: readonly (readonly [unknown, string])[] = [
    [{ _sd: ["A"] }, "/_sd/0"],
    [{ _sd: ["a", "toString"] }, "/_sd/1"],
    [JSON.parse('{"__proto__": {}}'), "/__proto__"],
    [{ _sd: ["gone"] }, "/_sd/0"],
    [{ _sd: ["onlyIf"] }, "/_sd/0"],
    [{ _sd: ["onlyNot"] }, "/_sd/0"],
    [{ a: { _sd: ["nam"] } }, "/a/_sd/0"],
    [{ a: { boss: { boss: { x: {} } } } }, "/a/boss/boss/x"],
    [{ list: { _sd: [2] } }, "/list/_sd/0"],
    [{ list: { "01": {} } }, "/list/01"],
    [{ b: { _sd: ["x"] } }, "/b/_sd/0"],
  ];
  for (const [frame, path] of misnamed) assert.equal(found(frame), path, JSON.stringify(frame));
});
