import assert from "node:assert/strict";
import type { EventSender } from "../../core/events/ports.ts";
import { answering, openReceiver } from "../support/event_receiver.ts";
import { folderOf } from "../support/folder.ts";
import { CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { type ServiceClient, serviceInMemory, type TestService } from "../support/service.ts";

const endpoints = "/v1/events/endpoints";

/** A sender that permits every address, and sends as the test says. */
function senderOf(post: EventSender["post"]): EventSender {
  return { judge: () => Promise.resolve({ ok: true, value: null } as const), post };
}

async function created(client: ServiceClient, url: string): Promise<string> {
  const body = { url, types: ["screening.match"] };
  const { status, body: answer, text } = await client.post(endpoints, body);
  assert.equal(status, 201, text);
  return answer.endpointId;
}

/** The number of events of a type in the feed after a given one; and the last event. */
async function countBehind(client: ServiceClient, type: string, from: string) {
  let [count, after, more] = [0, from, true];
  while (more) {
    const query = after === "" ? "" : `&after=${after}`;
    const { body } = await client.get(`/v1/events?limit=200${query}`);
    count += body.events.filter((event: { readonly type: string }) => event.type === type).length;
    [after, more] = [body.after ?? "", body.more];
  }
  return { count, after };
}

Deno.test("events whose time is over hide none that came later", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (let at = 0; at < 8; at++) await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  await service.runEvents();
  service.clock.advance({ hours: 24 * 30 });
  await acme.post("/v1/screen", { name: CONFIRMED_NAME, subjectRef: "new" });
  await service.runEvents();
  const { body } = await acme.get("/v1/events?limit=5");
  assert.deepEqual(body.events.map(({ data }: { data: unknown }) => data), [{
    ...body.events[0]?.data,
    subjectRef: "new",
  }]);
});

Deno.test("a 410 of the address that an endpoint had disables nothing", async () => {
  await using service = await serviceInMemory();
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  await using old = openReceiver(async () => {
    arrived.resolve();
    await go.promise;
    return answering(410);
  });
  await using next = openReceiver();
  const acme = service.as("acme");
  const endpointId = await created(acme, old.url);
  await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  const running = service.runEvents();
  await arrived.promise;
  await acme.put(`${endpoints}/${endpointId}`, { url: next.url });
  go.resolve();
  await running;
  assert.equal((await acme.get(`${endpoints}/${endpointId}`)).body.enabled, true);
});

Deno.test("a success that ends behind a failure keeps its endpoint enabled", async () => {
  let isFailing = () => Promise.resolve(false);
  const eventSender = senderOf(async ({ body }) => {
    if (JSON.parse(body).data.subjectRef === "fails") return { outcome: "status", status: 500 };
    // The outcome of the other one is written first.
    while (!await isFailing()) await new Promise((resolve) => setTimeout(resolve, 10));
    return { outcome: "delivered", status: 204 };
  });
  await using service = await serviceInMemory({ eventSender });
  const acme = service.as("acme");
  const endpointId = await created(acme, "https://127.0.0.1:9000/");
  isFailing = async () => {
    const { body } = await acme.get(`${endpoints}/${endpointId}/deliveries`);
    return body.deliveries.some(({ attempts }: { attempts: unknown[] }) => attempts.length > 0);
  };
  for (const subjectRef of ["fails", "succeeds"]) {
    await acme.post("/v1/screen", { name: CONFIRMED_NAME, subjectRef });
  }
  await service.runEvents();
  for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]) {
    service.clock.advance({ seconds });
    await service.runEvents();
  }
  assert.equal((await acme.get(`${endpoints}/${endpointId}`)).body.enabled, true);
});

Deno.test("1,200 matches that come due in one minute are raised by the first look", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await acme.get("/v1/events");
  await service.runMaintenance();
  for (let batch = 0; batch < 12; batch++) {
    const items = Array.from({ length: 100 }, () => ({ name: POSSIBLE_NAME }));
    assert.equal((await acme.post("/v1/screen/batches", { items })).status, 202);
    await service.runBatches();
    service.clock.advance({ seconds: 2 });
  }
  service.clock.advance({ hours: 73 });
  await service.runMaintenance();
  await service.runEvents();
  const { count } = await countBehind(acme, "screening.review_overdue", "");
  assert.equal(count, 1_200);
});

Deno.test("deliveries that wait for a slot longer than their lease are sent once, and all tries are on record", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const services: TestService[] = [];
  let posts = 0;
  // Each try takes two seconds on both clocks, four at a time.
  const eventSender = senderOf(async () => {
    posts++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (const { clock } of services) clock.advance({ seconds: 2 });
    return { outcome: "timeout", status: null };
  });
  await using one = await serviceInMemory({ kv, eventSender });
  await using two = await serviceInMemory({ kv, seed: 8, eventSender });
  services.push(one, two);
  const acme = one.as("acme");
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, at) => created(acme, `https://127.0.0.1:9000/${at}`)),
  );
  for (let at = 0; at < 9; at++) await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  for (let round = 0; round < 40; round++) {
    await Promise.all(services.map((service) => service.runEvents()));
  }
  let recorded = 0;
  for (const id of ids) {
    const { body } = await acme.get(`${endpoints}/${id}/deliveries?limit=200`);
    for (const { attempts } of body.deliveries) recorded += attempts.length;
  }
  assert.equal(recorded, posts);
  assert(posts >= 72, `${posts}`);
});
