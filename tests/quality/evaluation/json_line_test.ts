import assert from "node:assert/strict";
import { parseJsonLine } from "../../../quality/evaluation/json_line.ts";
import { NamedPair } from "../../../quality/evaluation/schema.ts";

Deno.test("parseJsonLine() reads a pair and its kind of party", async (t) => {
  const cases = [
    { schema: "Person", expected: "INDIVIDUAL" },
    { schema: "LegalEntity", expected: "ORGANISATION" },
    { schema: "Organization", expected: "ORGANISATION" },
    { schema: "Company", expected: "ORGANISATION" },
    { schema: "PublicBody", expected: "ORGANISATION" },
    { schema: "Vessel", expected: "VESSEL" },
    { schema: "Airplane", expected: "AIRCRAFT" },
  ];
  for (const { schema, expected } of cases) {
    await t.step(schema, () => {
      const line = JSON.stringify({ id: "1", schema, left: "a", right: "b", more: true });
      const read = parseJsonLine(NamedPair, line);
      assert.deepEqual(read, {
        ok: true,
        value: { id: "1", schema: expected, left: "a", right: "b" },
      });
    });
  }
});

Deno.test("parseJsonLine() says what is wrong and keeps the names to itself", async (t) => {
  const cases = [
    { why: "no JSON", line: "Ada Lovelace", says: /^no JSON object$/ },
    { why: "cut off", line: '{"id": "1", "left": "Ada Lovelace', says: /^no JSON object$/ },
    { why: "no object", line: '["Ada Lovelace"]', says: /expected object/ },
    {
      why: "a member is missing",
      line: '{"id": "1", "schema": "Person", "left": "Ada Lovelace"}',
      says: /^"right": /,
    },
    {
      why: "a schema without names to compare",
      line: '{"id": "1", "schema": "Lovelace", "left": "Ada", "right": "Ada"}',
      says: /^"schema": expected one of Person, /,
    },
    {
      why: "a name that is too long",
      line: JSON.stringify({ id: "1", schema: "Person", left: "Lovelace".repeat(99), right: "" }),
      says: /^"left": /,
    },
  ];
  for (const { why, line, says } of cases) {
    await t.step(why, () => {
      const read = parseJsonLine(NamedPair, line);
      if (read.ok) assert.fail("was read");
      assert.match(read.refusal.message, says);
      assert(!read.refusal.message.includes("Lovelace"));
    });
  }
});
