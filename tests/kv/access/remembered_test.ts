import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { mintAccessToken, openAccessTokens } from "../../../kv/access/access_tokens.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { rememberClients, rememberTokens } from "../../../kv/access/remembered.ts";
import type { Store } from "../../../kv/store/store.ts";
import { putRecord } from "../../support/clients.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";

const ACME = ClientId.parse("acme");
const rules = { activeCacheSeconds: 10, cacheEntriesMax: 2 };

/** A store that counts its reads. */
function counted({ store }: StoreInMemory) {
  const seen = { reads: 0 };
  const counting: Store = {
    ...store,
    get: (stored, key) => {
      seen.reads++;
      return store.get(stored, key);
    },
  };
  return { store: counting, seen };
}

Deno.test("a client's record is remembered for 10 s, and not where it is read anew", async () => {
  await using service = await storeInMemory();
  const { clock } = service;
  const { store, seen } = counted(service);
  const clients = rememberClients(openClients(store), { clock, rules });
  const status = async (fresh = false) => (await clients.get(ACME, { fresh })).status;
  assert.equal(await status(), "ACTIVE");
  await putRecord(service, "acme", { status: "SUSPENDED" });
  clock.advance({ seconds: 9, milliseconds: 999 });
  assert.deepEqual([await status(), seen.reads], ["ACTIVE", 1]);
  clock.advance({ milliseconds: 1 });
  assert.deepEqual([await status(), seen.reads], ["SUSPENDED", 2]);
  await putRecord(service, "acme", {});
  // What is read anew is what is remembered.
  assert.deepEqual([await status(true), await status(), seen.reads], ["ACTIVE", "ACTIVE", 3]);
  clock.advance({ seconds: -1 });
  await status();
  assert.equal(seen.reads, 4, "a clock that is set back makes nothing last longer");
});

Deno.test("no more records are remembered than there is room for", async () => {
  await using service = await storeInMemory();
  const { store, seen } = counted(service);
  const clients = rememberClients(openClients(store), { clock: service.clock, rules });
  for (const id of ["a", "b", "c", "a"]) await clients.get(ClientId.parse(id), { fresh: false });
  assert.equal(seen.reads, 4);
});

Deno.test("a local token is remembered for 10 s, never past its end, and an unknown one is not", async () => {
  await using service = await storeInMemory();
  const { clock } = service;
  const { store, seen } = counted(service);
  const tokens = rememberTokens(openAccessTokens({ store, clock }), { clock, rules });
  const mint = (seconds: number) =>
    mintAccessToken(service, { clientId: ACME, roles: [], scopes: [], seconds });
  const kindOf = async (token: string) => (await tokens.introspect(token)).kind;
  const [long, short] = [await mint(60), await mint(3)];
  for (const token of [long, short, long, short]) assert.equal(await kindOf(token), "active");
  assert.equal(seen.reads, 2);
  await tokens.introspect(long, { fresh: true });
  assert.equal(seen.reads, 3);
  clock.advance({ seconds: 3 });
  assert.deepEqual([await kindOf(long), await kindOf(short), seen.reads], [
    "active",
    "inactive",
    4,
  ]);
  const unknown = "x".repeat(43);
  assert.deepEqual([await kindOf(unknown), await kindOf(unknown), seen.reads], [
    "inactive",
    "inactive",
    6,
  ]);
});
