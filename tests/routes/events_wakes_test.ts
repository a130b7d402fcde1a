import assert from "node:assert/strict";
import { z } from "zod";
import { dueDeliveries } from "../../kv/events/event_deliveries.ts";
import { eventWakes } from "../../kv/events/event_wakes.ts";
import type { Backend } from "../../kv/store/backend.ts";
import type { Store } from "../../kv/store/store.ts";
import { answering, openReceiver } from "../support/event_receiver.ts";
import { folderOf } from "../support/folder.ts";
import { CONFIRMED_NAME } from "../support/names.ts";
import { type ServiceClient, serviceInMemory } from "../support/service.ts";

async function addEndpoint(client: ServiceClient, url: string): Promise<void> {
  const { status, text } = await client.post("/v1/events/endpoints", { url });
  assert.equal(status, 201, text);
}

const raise = (client: ServiceClient) => client.post("/v1/screen", { name: CONFIRMED_NAME });

/** A backend that counts requested keys and pages. */
function countingReads() {
  let reads = 0;
  return {
    taken: () => {
      const taken = reads;
      reads = 0;
      return taken;
    },
    wrapBackend: (backend: Backend): Backend => ({
      ...backend,
      read: async (keys) => {
        reads += keys.length;
        return await backend.read(keys);
      },
      page: async (range, options) => {
        const page = await backend.page(range, options);
        reads += 1 + page.entries.length;
        return page;
      },
    }),
  };
}

async function countOf(store: Store, kind: typeof eventWakes | typeof dueDeliveries) {
  return (await Array.fromAsync(store.list(z.unknown(), { prefix: kind.key() }))).length;
}

Deno.test("a look for due deliveries reads as much beside 200 endpoints that wait as beside 20", async () => {
  const readsBeside = async (clients: number) => {
    const { taken, wrapBackend } = countingReads();
    await using service = await serviceInMemory({ wrapBackend });
    await using failing = openReceiver(() => answering(500));
    await using good = openReceiver();
    for (let at = 0; at < clients; at++) {
      const client = service.as(`waiting-${at}`);
      for (let of = 0; of < 10; of++) await addEndpoint(client, failing.url);
      await raise(client);
    }
    const acme = service.as("acme");
    await addEndpoint(acme, good.url);
    // Each has failed twice, and is tried again in five minutes.
    for (const seconds of [0, 5, 20]) {
      service.clock.advance({ seconds });
      await service.runEvents();
    }
    assert.equal(failing.received.length, 2 * 10 * clients);
    assert.equal(await countOf(service.store, dueDeliveries), 10 * clients);
    await raise(acme);
    taken();
    await service.runEvents();
    assert.equal(good.received.length, 1);
    return taken();
  };
  const [few, many] = [await readsBeside(2), await readsBeside(20)];
  // How often it looks depends on what ends first; each of 180 more would be a read of every look.
  assert(many - few < 100, `${few} and ${many} reads`);
});

Deno.test("an endpoint is looked at no more once all is delivered", async () => {
  await using service = await serviceInMemory();
  let status = 500;
  await using receiver = openReceiver(() => answering(status));
  const acme = service.as("acme");
  await addEndpoint(acme, receiver.url);
  for (let at = 0; at < 5; at++) await raise(acme);
  await service.runEvents();
  status = 204;
  for (const seconds of [5, 60, 60]) {
    service.clock.advance({ seconds });
    await service.runEvents();
  }
  assert.equal(receiver.received.length, 10);
  const { store } = service;
  assert.deepEqual([await countOf(store, dueDeliveries), await countOf(store, eventWakes)], [0, 0]);
});

Deno.test("deliveries that a server of before has left are found by one that starts, and within an hour", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  let status = 500;
  await using receiver = openReceiver(() => answering(status));
  const withoutWakes = async (store: Store) => {
    const range = { prefix: eventWakes.key() };
    const rows = await Array.fromAsync(store.removalsIn(range));
    await store.commit(rows);
    assert.equal(await countOf(store, eventWakes), 0);
  };
  {
    await using before = await serviceInMemory({ kv });
    await addEndpoint(before.as("acme"), receiver.url);
    await raise(before.as("acme"));
    await before.runEvents();
    await withoutWakes(before.store);
  }
  await using service = await serviceInMemory({ kv, seed: 8 });
  service.clock.advance({ seconds: 5 });
  await service.runEvents();
  assert.equal(receiver.received.length, 2, "one that starts");
  status = 204;
  await withoutWakes(service.store);
  service.clock.advance({ minutes: 6 });
  await service.runEvents();
  assert.equal(receiver.received.length, 2);
  service.clock.advance({ hours: 1 });
  await service.runEvents();
  assert.equal(receiver.received.length, 3, "within an hour");
});
