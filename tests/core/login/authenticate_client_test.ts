import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { authenticateClient } from "../../../core/login/authenticate_client.ts";
import type { LoginClients } from "../../../core/login/ports.ts";
import { openLoginClients } from "../../../kv/login/login_clients.ts";
import { openLoginRegistrations } from "../../../kv/login/login_registrations.ts";
import type { Store } from "../../../kv/store/store.ts";
import { putRecord } from "../../support/clients.ts";
import { storeInMemory } from "../../support/store.ts";

const acme = ClientId.parse("acme");
const redirectUris = ["https://rp.example/callback"];

/** A store with one relying party, which records every key that is read. */
async function oneRelyingParty() {
  const service = await storeInMemory();
  const registrations = openLoginRegistrations({ ...service, audit: { record: () => {} } });
  const { secret } = await registrations.put(acme, { redirectUris, name: "Acme Shop" });
  assert(secret !== null);
  const reads: string[] = [];
  const store: Store = {
    ...service.store,
    get: (stored, key) => {
      reads.push(String(key[0]));
      return service.store.get(stored, key);
    },
  };
  const loginClients: LoginClients = openLoginClients({ ...service, store, published: [] });
  const authenticate = async (clientId: string, clientSecret: string) => {
    reads.length = 0;
    return await authenticateClient({ loginClients }, {
      authorization: undefined,
      clientId,
      clientSecret,
    });
  };
  return {
    service,
    secret,
    reads,
    authenticate,
    loginClients,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

Deno.test("authenticateClient() takes a relying party's secret in either way", async () => {
  await using party = await oneRelyingParty();
  const expected = { ok: true, value: { clientId: acme, name: "Acme Shop", redirectUris } };
  assert.deepEqual(await party.authenticate("acme", party.secret), expected);
  const basic = await authenticateClient({ loginClients: party.loginClients }, {
    authorization: `Basic ${btoa(`acme:${party.secret}`)}`,
    clientId: undefined,
    clientSecret: undefined,
  });
  assert.deepEqual(basic, expected);
});

Deno.test("client auth: unknown, suspended, unregistered and wrong secret are one refusal, after the same reads", async () => {
  await using party = await oneRelyingParty();
  const wrong = await party.authenticate("acme", "wrong");
  const reads = party.reads.toSorted();
  assert.deepEqual(wrong, {
    ok: false,
    refusal: { code: "invalid_client", message: "Client authentication failed" },
  });
  await putRecord(party.service, "globex", {});
  for (const id of ["nobody", "globex", "no client id", "ü"]) {
    assert.deepEqual(await party.authenticate(id, party.secret), wrong, id);
    assert.deepEqual(party.reads.toSorted(), reads, id);
  }
  await putRecord(party.service, "acme", { status: "SUSPENDED", loginClient: { redirectUris } });
  assert.deepEqual(await party.authenticate("acme", party.secret), wrong);
  assert.deepEqual(party.reads.toSorted(), reads);
});

Deno.test("authenticateClient() asks nobody about what is malformed", async () => {
  await using party = await oneRelyingParty();
  for (const [id, secret] of [["acme", ""], ["", "s"], ["acme", "s".repeat(513)]] as const) {
    const refused = await party.authenticate(id, secret);
    assert(!refused.ok && refused.refusal.code === "invalid_client");
    assert.deepEqual(party.reads, []);
  }
});
