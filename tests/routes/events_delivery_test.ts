import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { openEventSender } from "../../gateways/webhooks/event_sender.ts";
import { dueDeliveries, eventDeliveries } from "../../kv/events/event_deliveries.ts";
import { eventOwner } from "../../kv/events/event_outbox.ts";
import { put } from "../../kv/store/store.ts";
import { answering, openReceiver } from "../support/event_receiver.ts";
import { folderOf } from "../support/folder.ts";
import { CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory, type TestClient } from "../support/service.ts";

const endpointsPath = "/v1/events/endpoints";

async function endpointOf(client: TestClient, url: string): Promise<string> {
  const { status, body, text } = await client.post(endpointsPath, { url });
  assert.equal(status, 201, text);
  return body.endpointId;
}

async function outcomesOf(client: TestClient, endpointId: string): Promise<readonly string[]> {
  const { body } = await client.get(`${endpointsPath}/${endpointId}/deliveries?limit=200`);
  return body.deliveries.flatMap(
    ({ attempts }: { readonly attempts: readonly { readonly outcome: string }[] }) =>
      attempts.map(({ outcome }) => outcome),
  );
}

Deno.test("a name that leads elsewhere at a later try is judged anew, and gets nothing", async () => {
  await using receiver = openReceiver();
  let addresses = ["127.0.0.1"];
  const eventSender = openEventSender("sandbox", { resolve: () => Promise.resolve(addresses) });
  await using service = await serviceInMemory({ eventSender });
  const acme = service.as("acme");
  const url = receiver.url.replace("127.0.0.1", "localhost");
  const endpointId = await endpointOf(acme, url);
  addresses = ["10.0.0.7"];
  await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  await service.runEvents();
  assert.deepEqual(receiver.received, []);
  const another = await acme.post(endpointsPath, { url });
  assert.equal(another.status, 400);
  addresses = ["127.0.0.1"];
  service.clock.advance({ seconds: 5 });
  await service.runEvents();
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(await outcomesOf(acme, endpointId), ["address_not_public", "delivered"]);
});

Deno.test("an endpoint that is slow delays no other of its client", async () => {
  const events = 12;
  const { promise: allThere, resolve } = Promise.withResolvers<void>();
  await using quick = openReceiver(() => {
    if (quick.received.length === events) resolve();
    return answering(204);
  });
  // Each waits until the quick one has all: were that delayed by these, it never would.
  const waiting = async () => {
    await allThere;
    return answering(204);
  };
  await using slow = openReceiver(waiting);
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const [slowId] = [await endpointOf(acme, slow.url), await endpointOf(acme, quick.url)];
  for (let at = 0; at < events; at++) await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  await service.runEvents();
  assert.equal(quick.received.length, events);
  assert.deepEqual(new Set(await outcomesOf(acme, slowId)), new Set(["delivered"]));
});

Deno.test("an endpoint that never answers delays no other of its client", async () => {
  await using quick = openReceiver();
  await using hanging = openReceiver(() => ({ kind: "hang" }));
  await using service = await serviceInMemory({
    policy: { ...roomyPolicy, events: { deliverySeconds: 2 } },
  });
  const acme = service.as("acme");
  await endpointOf(acme, hanging.url);
  await endpointOf(acme, quick.url);
  await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  await service.runEvents();
  assert.deepEqual([quick.received.length, hanging.received.length], [1, 1]);
});

Deno.test("at most three deliveries run at once to one endpoint, four to one client", async () => {
  const open = new Map<string, number>();
  let [most, mostOfOne] = [0, 0];
  const counting = (name: string) => async () => {
    open.set(name, (open.get(name) ?? 0) + 1);
    mostOfOne = Math.max(mostOfOne, open.get(name) ?? 0);
    most = Math.max(most, [...open.values()].reduce((sum, count) => sum + count, 0));
    // Others that may come meanwhile have come by then.
    await Promise.all(Array.from({ length: 20 }, () => new Promise((next) => setTimeout(next))));
    open.set(name, (open.get(name) ?? 0) - 1);
    return answering(204);
  };
  await using receivers = new AsyncDisposableStack();
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const name of ["a", "b", "c", "d"]) {
    await endpointOf(acme, receivers.use(openReceiver(counting(name))).url);
  }
  for (let at = 0; at < 10; at++) await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  await service.runEvents();
  assert(most <= 4, String(most));
  assert(mostOfOne <= 3, String(mostOfOne));
});

Deno.test("two servers of one store deliver each event once while both live", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using receiver = openReceiver();
  await using one = await serviceInMemory({ kv });
  await using two = await serviceInMemory({ kv, seed: 8 });
  await endpointOf(one.as("acme"), receiver.url);
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      [one, two, one, two, one, two].map((service) =>
        service.as("acme").post("/v1/screen", { name: CONFIRMED_NAME })
      ),
    );
    await Promise.all([one.runEvents(), two.runEvents()]);
  }
  await Promise.all([one.runEvents(), two.runEvents()]);
  const { body: { events } } = await two.as("acme").get("/v1/events");
  assert.equal(events.length, 18);
  const listed = events.map(({ id }: { readonly id: string }) => id);
  assert.deepEqual(
    receiver.received.map(({ id }) => id).toSorted(),
    listed.toSorted(),
  );
});

Deno.test("a delivery whose server died is taken up by another, under the same id", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using receiver = openReceiver();
  {
    // It dies behind the post: nothing of the outcome is on record.
    await using dying = await serviceInMemory({
      kv,
      eventSender: {
        ...openEventSender("sandbox"),
        post: async (request) => {
          await openEventSender("sandbox").post(request);
          throw new Error("The server has died");
        },
      },
    });
    await endpointOf(dying.as("acme"), receiver.url);
    await dying.as("acme").post("/v1/screen", { name: CONFIRMED_NAME });
    await dying.runEvents();
    assert.equal(receiver.received.length, 1);
  }
  await using other = await serviceInMemory({ kv, seed: 8 });
  await other.runEvents();
  assert.equal(receiver.received.length, 1, "the first server may still be at it");
  other.clock.advance({ seconds: 61 });
  await other.runEvents();
  await other.runEvents();
  assert.equal(receiver.received.length, 2);
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1);
});

Deno.test("a hundred events of one commit go to ten endpoints, each once and in the list in order", async () => {
  await using receiver = openReceiver();
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (let at = 0; at < 10; at++) {
    const { status } = await acme.post(endpointsPath, {
      url: `${receiver.url}/${at}`,
      types: ["screening.reviewed"],
    });
    assert.equal(status, 201);
  }
  const ids: string[] = [];
  for (let at = 0; at < 100; at++) {
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: `c-${at}` });
    ids.push(body.meta.decisionId);
  }
  const reviews = ids.map((decisionId) => ({ decisionId, decision: "escalated" }));
  assert.equal((await acme.post("/v1/screen/reviews", { reviews })).status, 200);
  await service.runEvents();
  const { body: { events } } = await acme.get("/v1/events?limit=200");
  const reviewed = events.filter(({ type }: { readonly type: string }) =>
    type === "screening.reviewed"
  );
  assert.deepEqual(
    reviewed.map(({ data }: { readonly data: { readonly decisionId: string } }) => data.decisionId),
    ids,
  );
  assert.equal(receiver.received.length, 1_000);
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 100);
});

Deno.test("a delivery that cannot be read is reported once in a run, and holds up no other endpoint", async () => {
  await using broken = openReceiver();
  await using quick = openReceiver();
  await using hanging = openReceiver(() => ({ kind: "hang" }));
  await using service = await serviceInMemory({
    policy: { ...roomyPolicy, events: { deliverySeconds: 1 } },
  });
  const acme = service.as("acme");
  const brokenId = await endpointOf(acme, broken.url);
  const place = [eventOwner(ClientId.parse("acme")), "sandbox", brokenId] as const;
  const due = service.clock.now().epochMilliseconds;
  const expiresAt = "2027-01-01T00:00:00.000Z";
  await service.store.commit([
    put(z.unknown(), dueDeliveries.key(...place, due, UNKNOWN_ID), { expiresAt }),
    put(z.unknown(), eventDeliveries.key(...place, UNKNOWN_ID), { expiresAt }),
  ]);
  await endpointOf(acme, quick.url);
  await endpointOf(acme, hanging.url);
  await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  await service.runEvents();
  assert.equal(quick.received.length, 1);
  const reported = service.logLines.filter((line) => line.includes("events_not_delivered"));
  assert.equal(reported.length, 1);
});
