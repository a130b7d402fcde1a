import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../core/access/schema.ts";
import {
  ClientRecord,
  defaultClientRecord,
  StoredClientRecord,
} from "../../../core/access/client_schema.ts";
import { clientRecords, openClients } from "../../../kv/access/clients.ts";
import { putRecord } from "../../support/clients.ts";
import { put } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { storeInMemory } from "../../support/store.ts";

const [ACME, GLOBEX] = ["acme", "globex"].map((id) => ClientId.parse(id)) as [ClientId, ClientId];
const SUSPENDED = ClientRecord.parse({ status: "SUSPENDED" });

Deno.test("get() gives each client its own record, and the defaults to one without", async () => {
  await using service = await storeInMemory();
  const clients = openClients(service.store);
  assert.equal(await putRecord(service, ACME, SUSPENDED), null);
  assert.deepEqual(await clients.get(ACME), SUSPENDED);
  assert.deepEqual(await clients.get(GLOBEX), defaultClientRecord);
  assert.equal(await clients.find(GLOBEX), null);
});

Deno.test("a put record replaces the whole one, and is seen at once", async () => {
  await using service = await storeInMemory();
  const one = openClients(service.store);
  await putRecord(service, ACME, { ipAllowlist: ["192.0.2.0/24"] });
  const replaced = await putRecord(service, ACME, SUSPENDED);
  assert.deepEqual(replaced?.ipAllowlist, ["192.0.2.0/24"]);
  assert.deepEqual(await one.get(ACME), SUSPENDED);
});

Deno.test("a client is suspended whose registration a version before has allowed, and keeps it", async () => {
  await using service = await storeInMemory();
  const { store } = service;
  const loginClient = { redirectUris: ["https://*.shop.example/back"] };
  const before = { ...defaultClientRecord, loginClient };
  const stored = put(StoredClientRecord, clientRecords.key(ACME), before);
  assert((await store.commit([stored])) !== null);
  const clients = openClients(store);
  const units = openUnits(store);
  const standing = await clients.stand(ACME);
  assert(standing.record !== null);
  const unit = units.begin();
  standing.put(unit, { ...standing.record, status: "SUSPENDED" });
  await units.commit(unit);
  assert.deepEqual(await clients.get(ACME), { ...before, status: "SUSPENDED" });
  // Written anew it is held to what is allowed now.
  await assert.rejects(putRecord(service, ACME, { loginClient }), /wildcards are not supported/);
});

Deno.test("putting of many operators at once loses none's word about what it replaced", async () => {
  await using service = await storeInMemory();
  const clients = openClients(service.store);
  const capacities = Array.from({ length: 12 }, (_, index) => index + 1);
  const replaced = await Promise.all(capacities.map(async (capacity) => {
    const rateLimits = { screening: { capacity, refillPerSecond: 1 } };
    return (await putRecord(service, ACME, { rateLimits }))?.rateLimits.screening;
  }));
  // Each was replaced once, save the last, which stands there; and one replaced nothing.
  const last = (await clients.get(ACME)).rateLimits.screening?.capacity;
  assert.deepEqual(
    [...replaced.map((bucket) => bucket?.capacity ?? 0), last ?? -1].toSorted((a, b) => a - b),
    [0, ...capacities],
  );
});

Deno.test("list() gives every client with a record, by id", async () => {
  await using service = await storeInMemory();
  const clients = openClients(service.store);
  await putRecord(service, GLOBEX, defaultClientRecord);
  await putRecord(service, ACME, SUSPENDED);
  assert.deepEqual(await Array.fromAsync(clients.list()), [
    { clientId: ACME, record: SUSPENDED },
    { clientId: GLOBEX, record: defaultClientRecord },
  ]);
});

Deno.test("a standing client takes no record that the operator's command would refuse", async () => {
  await using service = await storeInMemory();
  const wrong = { ...defaultClientRecord, ipAllowlist: ["10.0.0.0/33"] };
  const standing = await openClients(service.store).stand(ACME);
  assert.throws(() => standing.put(openUnits(service.store).begin(), wrong));
  assert.equal(await openClients(service.store).find(ACME), null);
});

Deno.test("a stored restriction that nobody understands is read; a stored nonsense is a fault", async () => {
  await using service = await storeInMemory();
  const clients = openClients(service.store);
  const file = (id: string, value: unknown) =>
    service.store.commit([put(z.unknown(), ["client", id], value)]);
  await file("acme", { status: "ACTIVE", ipAllowlist: ["from another version"] });
  assert.deepEqual((await clients.get(ACME)).ipAllowlist, ["from another version"]);
  await file("globex", { status: "PERHAPS" });
  await assert.rejects(clients.get(GLOBEX), /A stored value of "client" cannot be read/);
});
