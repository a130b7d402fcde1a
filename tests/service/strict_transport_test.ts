import assert from "node:assert/strict";
import { serviceInMemory } from "../support/service.ts";

const cases = [
  { baseUrl: "https://aval.example", header: "max-age=31536000" },
  { baseUrl: "https://example.com/trust", header: "max-age=31536000" },
  { baseUrl: "http://localhost:8000", header: null },
  { baseUrl: "https://localhost:8443", header: null },
  { baseUrl: "https://127.0.0.1", header: null },
];

Deno.test("every answer of an https deployment has Strict-Transport-Security, and no other has (RFC 6797 §7.2)", async (t) => {
  for (const { baseUrl, header } of cases) {
    await t.step(baseUrl, async () => {
      await using service = await serviceInMemory({ env: { AVAL_BASE_URL: baseUrl } });
      for (const path of ["/health", "/nowhere", "/v1/screen", "/docs"]) {
        const answer = await service.fetch(path);
        await answer.body?.cancel();
        assert.equal(answer.headers.get("strict-transport-security"), header, path);
      }
    });
  }
});

Deno.test("an operator takes Strict-Transport-Security back by a time of 0", async () => {
  await using service = await serviceInMemory({
    env: { AVAL_BASE_URL: "https://aval.example" },
    policy: { server: { strictTransportSeconds: 0 } },
  });
  const answer = await service.fetch("/health");
  await answer.body?.cancel();
  assert.equal(answer.headers.get("strict-transport-security"), "max-age=0");
});
