import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { mintAccessToken, openAccessTokens } from "../../../kv/access/access_tokens.ts";
import { storeInMemory } from "../../support/store.ts";

const ACME = {
  clientId: ClientId.parse("acme"),
  roles: ["kyb-reviewer"],
  scopes: ["agent:read-only"],
  seconds: 60,
};

Deno.test("introspect() returns what a minted token means until it expires", async () => {
  await using service = await storeInMemory();
  const tokens = openAccessTokens(service);
  const expiresAt = service.clock.now().add({ seconds: 60 });
  const token = await mintAccessToken(service, ACME);
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  service.clock.advance({ milliseconds: 59_999 });
  const answer = await tokens.introspect(token);
  assert(answer.kind === "active");
  assert.deepEqual([answer.clientId, answer.roles, answer.scopes], [
    ACME.clientId,
    ACME.roles,
    ACME.scopes,
  ]);
  assert.equal(answer.expiresAt.toString(), expiresAt.toString());
  service.clock.advance({ milliseconds: 1 });
  assert.deepEqual(await tokens.introspect(token), { kind: "inactive" });
});

Deno.test("introspect() answers unknown and malformed tokens like expired ones", async () => {
  await using service = await storeInMemory();
  const tokens = openAccessTokens(service);
  const token = await mintAccessToken(service, ACME);
  const changed = (token.startsWith("A") ? "B" : "A") + token.slice(1);
  for (
    const wrong of [changed, "", `${token}=`, token.slice(1), `${token}A`, "x".repeat(100_000)]
  ) {
    assert.deepEqual(await tokens.introspect(wrong), { kind: "inactive" });
  }
});

Deno.test("mintAccessToken() makes another token each time", async () => {
  await using service = await storeInMemory();
  const minted = await Promise.all(
    Array.from({ length: 16 }, () => mintAccessToken(service, ACME)),
  );
  assert.equal(new Set(minted).size, 16);
});
