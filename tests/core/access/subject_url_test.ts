import assert from "node:assert/strict";
import { subjectUrlOf } from "../../../core/access/subject_url.ts";

Deno.test("subjectUrlOf() puts the customer in the place of the placeholder, percent-encoded", () => {
  const cases = [
    ["https://crm.example/c/{subjectRef}", "c:1.a_b-2", "https://crm.example/c/c%3A1.a_b-2"],
    ["https://crm.example/?id={subjectRef}&x=$1", "c-1", "https://crm.example/?id=c-1&x=$1"],
    ["https://crm.example:8443/#/{subjectRef}", "c-1", "https://crm.example:8443/#/c-1"],
  ] as const;
  for (const [template, ref, expected] of cases) {
    assert.equal(subjectUrlOf(template, ref), expected);
  }
});

Deno.test("subjectUrlOf() links nothing for another folder, and nothing by what is no template", () => {
  assert.equal(subjectUrlOf("https://crm.example/c/{subjectRef}", ".."), null);
  assert.equal(subjectUrlOf("https://crm.example/c/{subjectRef}", "."), null);
  assert.equal(subjectUrlOf("javascript:alert(1)//{subjectRef}", "c-1"), null);
});
