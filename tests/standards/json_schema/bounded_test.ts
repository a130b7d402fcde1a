import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../../base/json.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { compileSchema } from "../../../standards/json_schema/compile_schema.ts";
import { runs } from "../../support/runs.ts";

const { limits } = defaultPolicy;
const tooComplex = [{ path: "", reason: "is too complex to be validated by this schema" }];

function validate(schema: Json, value: Json) {
  const compiled = compileSchema(schema, limits);
  assert(compiled.ok, JSON.stringify(compiled));
  return compiled.value.validate(value);
}

/**
 * A schema in which each level refers to the next one twice, so that evaluation would take 2^levels
 * steps.
 */
function doubling(keyword: "anyOf" | "oneOf" | "allOf", levels: number, last: Json): Json {
  const next = (level: number): Json => ({ $ref: `#/$defs/l${level}` });
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, level) => [
    `l${level}`,
    level + 1 === levels ? last : { [keyword]: [next(level + 1), next(level + 1)] },
  ]));
  return { $defs, ...next(0) as Readonly<Record<string, Json>> };
}

Deno.test("alternatives that multiply end as too complex", () => {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    assert.deepEqual(validate(doubling(keyword, 30, { type: "string" }), 1), tooComplex, keyword);
  }
  assert.deepEqual(validate(doubling("allOf", 30, true), 1), tooComplex);
});

Deno.test("what recurses with the value ends with it, or as too complex", () => {
  const tree: Json = { anyOf: [{ items: { $ref: "#" } }, { items: { $ref: "#" } }] };
  let deep: Json = 1;
  for (let level = 0; level < 10_000; level++) deep = [deep];
  assert.deepEqual(validate({ items: { $ref: "#" } }, deep), tooComplex);
  assert.deepEqual(validate(tree, deep), tooComplex);
  const alternating: Json = {
    oneOf: [{ items: { $ref: "#" } }, { type: "array", items: { $ref: "#" } }],
  };
  assert.deepEqual(validate(alternating, deep), tooComplex);
  assert.deepEqual(validate({ const: [1] }, deep), tooComplex);
  assert.deepEqual(validate({ uniqueItems: true }, [deep, deep]), tooComplex);
});

Deno.test("an exhausted budget is never a pass, whatever is made of it", () => {
  const bomb = doubling("anyOf", 30, { type: "string" }) as { readonly $defs: Json };
  const inner = { $ref: "#/$defs/l0" };
  const { $defs } = bomb;
  const schemas: readonly Json[] = [
    { $defs, not: inner },
    { $defs, anyOf: [inner, true] },
    { $defs, if: inner, else: true },
    { $defs, if: inner },
    { $defs, contains: inner, minContains: 0 },
    { $defs, oneOf: [inner, true] },
  ];
  for (const schema of schemas) assert.deepEqual(validate(schema, [1]), tooComplex);
});

/** Steps that one value takes through a chain of references. */
function stepsOf(levels: number): number {
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, level) => [
    `l${level}`,
    level + 1 === levels ? true : { allOf: [{ $ref: `#/$defs/l${level + 1}` }] },
  ]));
  const compiled = compileSchema({ $defs, $ref: "#/$defs/l0" }, limits);
  assert(compiled.ok, JSON.stringify(compiled));
  const budget = { left: 1_000_000 };
  assert.deepEqual(compiled.value.validate(1, budget), []);
  return 1_000_000 - budget.left;
}

Deno.test("a chain of allOf takes steps by its length", () => {
  assert(stepsOf(10) >= 10);
  assert.equal(stepsOf(30) - stepsOf(20), stepsOf(20) - stepsOf(10));
});

Deno.test("validations that share a budget end with it, and none of them passes by that", () => {
  const compiled = compileSchema(doubling("allOf", 9, true), limits);
  assert(compiled.ok);
  const once = { left: Infinity };
  assert.deepEqual(compiled.value.validate(1, once), []);
  const budget = { left: 10_000 };
  let passed = 0;
  while (budget.left >= 0) {
    const before = budget.left;
    const issues = compiled.value.validate(1, budget);
    if (budget.left < 0) assert.deepEqual(issues, tooComplex);
    else {
      assert.deepEqual(issues, []);
      passed++;
    }
    assert(before > budget.left);
  }
  // Each level asks the next one twice, by a reference: some 2,000 steps a value.
  assert(passed >= 2 && passed <= 10, `${passed}`);
  assert.deepEqual(compiled.value.validate(1, budget), tooComplex);
});

Deno.test("items are compared in one pass, however many there are", () => {
  const objects = Array.from({ length: 3_000 }, (_, n) => ({ n }));
  assert.deepEqual(validate({ uniqueItems: true }, objects), []);
  assert.equal(validate({ uniqueItems: true }, [...objects, { n: 0 }]).length, 1);
  const many = Array.from({ length: 200_000 }, (_, n) => n);
  assert.deepEqual(validate({ uniqueItems: true }, many), tooComplex);
  assert.deepEqual(validate({ contains: { const: -1 } }, many), tooComplex);
  assert.deepEqual(validate({ items: { type: "integer" } }, many), tooComplex);
});

Deno.test("a large enum is looked up, not walked", () => {
  const values = Array.from({ length: 4_000 }, (_, n) => `v${n}`);
  const schema = { items: { enum: values } };
  assert.deepEqual(validate(schema, values.slice(0, 3_000)), []);
  assert.equal(validate(schema, ["none"]).length, 1);
});

Deno.test("patterns that explode elsewhere take time by length alone", () => {
  const text = `${"a".repeat(10_000)}!`;
  for (const pattern of ["(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*)*$x", "(.*a){8}$"]) {
    const issues = validate({ pattern }, text);
    assert(issues.length === 1, pattern);
  }
  assert.deepEqual(validate({ pattern: "^(?:a?){100}$" }, "x".repeat(200_000)), tooComplex);
  assert.deepEqual(
    validate({ patternProperties: { "(a+)+$": true } }, { [text.repeat(100)]: 1 }),
    tooComplex,
  );
});

Deno.test("numbers at their ends are divided", () => {
  for (const multipleOf of [5e-324, 1e-300, 0.1, 1e308]) {
    for (const value of [5e-324, 1.7976931348623157e308, -1e-300, 0.3]) {
      assert(validate({ multipleOf }, value).length <= 1);
    }
  }
});

/** Schemas of known keywords with values of any kind; some compile. */
const schemas = fc.letrec<{ schema: Json; value: Json }>((tie) => ({
  value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.dictionary(
      fc.constantFrom(
        "type",
        "enum",
        "const",
        "minLength",
        "pattern",
        "format",
        "required",
        "maximum",
        "uniqueItems",
      ),
      fc.oneof(
        tie("value"),
        fc.constantFrom<Json>("string", "object", ["a"], "a+", "date", 1, true),
      ),
      { maxKeys: 3, noNullPrototype: true },
    ) as fc.Arbitrary<Json>,
    fc.record({
      properties: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema"), {
        maxKeys: 3,
      }),
      items: tie("schema"),
      anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      not: tie("schema"),
      $ref: fc.constantFrom("#", "#/properties/a", "#/$defs/x"),
      additionalProperties: tie("schema"),
      unevaluatedProperties: tie("schema"),
      unevaluatedItems: tie("schema"),
      $defs: fc.record({ x: tie("schema") }),
    }, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Json>,
  ),
})).schema;

Deno.test("no schema and no value throws, and problems hold nothing of the value", () => {
  let taken = 0;
  fc.assert(
    fc.property(schemas, fc.jsonValue() as fc.Arbitrary<Json>, (schema, value) => {
      const compiled = compileSchema(schema, limits);
      if (!compiled.ok) return compiled.refusal.issues.length > 0;
      taken++;
      return compiled.value.validate(value).length <= 20;
    }),
    { numRuns: runs(2_000) },
  );
  assert(taken > runs(2_000) / 20);
});

Deno.test("any JSON at all is taken or refused", () => {
  fc.assert(
    fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (schema) => {
      const compiled = compileSchema(schema, limits);
      return compiled.ok || compiled.refusal.issues.every(({ reason }) => reason.length > 0);
    }),
    { numRuns: runs(1_000) },
  );
});
