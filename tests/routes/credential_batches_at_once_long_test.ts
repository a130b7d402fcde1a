import assert from "node:assert/strict";
import { approvedTemplate, batchBody, BATCHES, student } from "../support/credential_batches.ts";
import { serviceInMemory } from "../support/service.ts";

const clients = 8;
/**
 * Rows of a batch, and characters of each row's claim: a body of 7.5 MB. Its items are stored by
 * commits of 106,000 bytes, so that a group of eight exceeds the maximum of a commit.
 */
const [rows, characters] = [2_900, 2_300];

const claimsSchema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};

Deno.test("POST batches of eight clients at once, 7.5 MB each, fails none of them for another", async () => {
  await using service = await serviceInMemory();
  const batches = await Promise.all(Array.from({ length: clients }, async (_, n) => {
    const registry = service.as(`registry-${n}`);
    const templateId = await approvedTemplate(registry, claimsSchema);
    const claimValues = { text: "x".repeat(characters) };
    const students = Array.from({ length: rows }, (_, row) => student(row, { claimValues }));
    return { registry, body: batchBody(templateId, students) };
  }));
  const answers = await Promise.all(
    batches.map(({ registry, body }) => registry.post(BATCHES, body)),
  );
  for (const { status, headers, text } of answers) {
    if (status === 201) continue;
    assert([429, 503].includes(status), `${status} ${text}`);
    assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  }
  assert(answers.some(({ status }) => status === 201));
});
