import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { z } from "zod";
import {
  mintAccessToken,
  openAccessTokens,
  revokeAccessToken,
} from "../../../kv/access/access_tokens.ts";
import { clientTokenRemovals, listClientTokens } from "../../../kv/access/client_tokens.ts";
import { clientAccessTokens } from "../../../kv/access/token_keys.ts";
import { removeAll } from "../../../kv/store/remove_all.ts";
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

Deno.test("listClientTokens() finds those of one client, from before there was an index too", async () => {
  await using service = await storeInMemory();
  const { store } = service;
  const tokensOf = async (clientId = ACME.clientId) =>
    (await Array.fromAsync(listClientTokens(service, clientId))).map(({ id }) => id);
  await mintAccessToken(service, ACME);
  await mintAccessToken(service, { ...ACME, clientId: ClientId.parse("globex") });
  // As a store from before has them.
  const index = { prefix: [clientAccessTokens.name] } as const;
  for await (const { delete: removal } of store.list(z.unknown(), index)) {
    await store.commit([removal]);
  }
  for (let at = 0; at < 24; at++) await mintAccessToken(service, ACME);
  const own = await tokensOf();
  assert.equal(own.length, 25);
  assert.equal((await tokensOf(ClientId.parse("globex"))).length, 1);
  assert.deepEqual(await tokensOf(ClientId.parse("acm")), []);
  assert((await revokeAccessToken(service, own[0]!)).ok);
  assert.deepEqual((await tokensOf()).toSorted(), own.slice(1).toSorted());
  await removeAll(store, clientTokenRemovals(store, ACME.clientId));
  assert.deepEqual(await tokensOf(), []);
  // Nothing of the client is left, and the other has its own.
  const left = await Array.fromAsync(store.list(z.unknown(), index));
  assert.deepEqual(left.map(({ key }) => key[1]), ["globex"]);
  assert.equal((await tokensOf(ClientId.parse("globex"))).length, 1);
  service.clock.advance({ seconds: 60 });
  assert.deepEqual(await tokensOf(ClientId.parse("globex")), []);
});
