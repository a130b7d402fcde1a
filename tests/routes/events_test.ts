import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Event } from "../../core/events/event_schema.ts";
import { CreatedEndpoint, DeliveryPage } from "../../core/events/endpoint_schema.ts";
import { FeedPage } from "../../core/events/read_feed.ts";
import { answering, openReceiver } from "../support/event_receiver.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { type ServiceClient, serviceInMemory } from "../support/service.ts";

const path = "/v1/events";
const endpointsPath = `${path}/endpoints`;

async function feedOf(client: ServiceClient, query = ""): Promise<FeedPage> {
  const { status, body, text } = await client.get(`${path}${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(FeedPage.parse(body), body);
  for (const event of body.events) assert.deepEqual(Event.parse(event), event);
  return body;
}

async function createEndpoint(
  client: ServiceClient,
  request: Readonly<Record<string, unknown>>,
): Promise<CreatedEndpoint> {
  const { status, body, text } = await client.post(endpointsPath, request);
  assert.equal(status, 201, text);
  assert.deepEqual(CreatedEndpoint.parse(body), body);
  return body;
}

async function deliveriesOf(client: ServiceClient, id: string): Promise<DeliveryPage> {
  const { status, body, text } = await client.get(`${endpointsPath}/${id}/deliveries`);
  assert.equal(status, 200, text);
  assert.deepEqual(DeliveryPage.parse(body), body);
  return body;
}

const screenMatch = (client: ServiceClient, subjectRef?: string) =>
  client.post("/v1/screen", {
    name: CONFIRMED_NAME,
    ...(subjectRef === undefined ? {} : { subjectRef }),
  });

Deno.test("GET /v1/events lists what has happened, in order, page by page", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  assert.deepEqual(await feedOf(acme), { events: [], after: null, more: false });
  for (let at = 0; at < 5; at++) await screenMatch(acme, `c-${at}`);
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME, subjectRef: "clear" });
  await service.runEvents();
  const seen: string[] = [];
  let page = await feedOf(acme, "?limit=2");
  for (;;) {
    seen.push(
      ...page.events.map(({ data }) => String((data as { subjectRef: unknown }).subjectRef)),
    );
    if (!page.more) break;
    page = await feedOf(acme, `?limit=2&after=${page.after}`);
  }
  assert.deepEqual(seen, ["c-0", "c-1", "c-2", "c-3", "c-4"]);
  const { text } = await acme.get(path);
  for (const word of CONFIRMED_NAME.split(" ")) assert(!text.includes(word), "a name is no data");
  const end = await feedOf(acme, `?after=${page.after}`);
  assert.deepEqual(end, { events: [], after: page.after, more: false });
  await screenMatch(acme, "c-5");
  await service.runEvents();
  const later = await feedOf(acme, `?after=${page.after}`);
  assert.deepEqual(later.events.length, 1);
});

Deno.test("GET /v1/events takes no event of another client, and no bad limit", async () => {
  await using service = await serviceInMemory();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  await screenMatch(acme);
  await service.runEvents();
  const { events: [event] } = await feedOf(acme);
  assert.deepEqual(await feedOf(globex), { events: [], after: null, more: false });
  const foreign = await globex.get(`${path}?after=${event!.id}`);
  const unknown = await globex.get(`${path}?after=${UNKNOWN_ID}`);
  assert.deepEqual([foreign.status, foreign.body], [400, unknown.body]);
  for (const query of ["after=x", "after=", "limit=0", "limit=201", "limit=-1", "limit=1e1"]) {
    assert.equal((await acme.get(`${path}?${query}`)).status, 400, query);
  }
});

Deno.test("GET /v1/events forgets an event after 30 days", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await screenMatch(acme, "old");
  await service.runEvents();
  const { after } = await feedOf(acme);
  service.clock.advance({ hours: 24 * 30 });
  await screenMatch(acme, "new");
  await service.runEvents();
  const { events } = await feedOf(acme);
  assert.deepEqual(events.map(({ data }) => (data as { subjectRef: unknown }).subjectRef), ["new"]);
  assert.equal((await acme.get(`${path}?after=${after}`)).status, 400);
});

Deno.test("an endpoint gets what it asks for, signed as Standard Webhooks says", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const acme = service.as("acme");
  const created = await createEndpoint(acme, { url: receiver.url, types: ["screening.match"] });
  const { body: { meta } } = await screenMatch(acme, "c-1");
  await acme.post("/v1/screen/batches", { items: [{ name: CLEAR_NAME }] });
  await service.runBatches();
  await screenMatch(service.as("globex"));
  await service.runEvents();
  const [first, ...others] = receiver.received;
  assert.deepEqual(others, []);
  const { events: [event] } = await feedOf(acme);
  // The library holds the time against the clock of this machine.
  const webhook = new Webhook(created.secret);
  const at = new Date(Number(first!.headers["webhook-timestamp"]) * 1_000);
  const signed = webhook.sign(event!.id, at, first!.body);
  assert.equal(first!.headers["webhook-signature"], signed);
  assert.equal(first!.headers["webhook-id"], event!.id);
  assert.equal(first!.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(first!.body), event);
  assert.deepEqual(first!.data, {
    ...{ decisionId: meta.decisionId, subjectRef: "c-1" },
    ...{ classification: "CONFIRMED_MATCH", origin: "api" },
  });
  const { deliveries: [delivery] } = await deliveriesOf(acme, created.endpointId);
  assert.equal(delivery?.state, "DELIVERED");
  assert.deepEqual(delivery?.attempts.map(({ outcome, status }) => [outcome, status]), [
    ["delivered", 204],
  ]);
  // Once.
  await service.runEvents();
  assert.equal(receiver.received.length, 1);
});

Deno.test("both secrets sign for 24 hours after a rotation", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const acme = service.as("acme");
  const { endpointId, secret: first } = await createEndpoint(acme, { url: receiver.url });
  const rotate = () => acme.post(`${endpointsPath}/${endpointId}/rotate`, undefined);
  const { body: { secret: second } } = await rotate();
  assert.notEqual(second, first);
  await screenMatch(acme);
  await service.runEvents();
  service.clock.advance({ hours: 24 });
  await screenMatch(acme);
  await service.runEvents();
  const signers = receiver.received.map(({ id, body, headers }) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signatures = headers["webhook-signature"]!.split(" ");
    const by = [first, second].map((secret) => new Webhook(secret).sign(id, at, body));
    return [signatures.length, ...by.map((signature) => signatures.includes(signature))];
  });
  assert.deepEqual(signers, [[2, true, true], [1, false, true]]);
});

Deno.test("a failed delivery is tried ten times with the gaps named, under one id and body", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver(() => answering(500));
  const acme = service.as("acme");
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme);
  await service.runEvents();
  const gaps = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [at, seconds] of gaps.entries()) {
    assert.equal(receiver.received.length, at + 1);
    service.clock.advance({ seconds: seconds - 1 });
    await service.runEvents();
    assert.equal(receiver.received.length, at + 1, `before gap ${at}`);
    service.clock.advance({ seconds: 1 });
    await service.runEvents();
  }
  assert.equal(receiver.received.length, 10);
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1);
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  const { body: endpoint } = await acme.get(`${endpointsPath}/${endpointId}`);
  assert.deepEqual([endpoint.enabled, endpoint.disabledBy], [false, "failing"]);
  await service.runEvents();
  const { events } = await feedOf(acme);
  assert.deepEqual(events.at(-1)?.type, "endpoint.disabled");
  const { deliveries: [delivery] } = await deliveriesOf(acme, endpointId);
  assert.deepEqual([delivery?.state, delivery?.nextAttemptAt], ["FAILED", null]);
  // What is disabled gets nothing, until it is enabled.
  await screenMatch(acme);
  await service.runEvents();
  assert.equal(receiver.received.length, 10);
  assert.equal((await acme.post(`${endpointsPath}/${endpointId}/test`, {})).status, 409);
  const enabled = await acme.put(`${endpointsPath}/${endpointId}`, { enabled: true });
  assert.deepEqual([enabled.body.enabled, enabled.body.disabledBy], [true, null]);
  const changes = (await service.auditEvents()).flatMap((event) =>
    event.kind === "EVENT_ENDPOINT_CHANGED" ? [event.change] : []
  );
  assert.deepEqual(changes, ["created", "disabled", "changed"]);
});

Deno.test("a tenth failure disables no endpoint that has had a success since the first", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver(({ data }) =>
    answering(data.subjectRef === "bad" ? 500 : 204)
  );
  const acme = service.as("acme");
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme, "bad");
  await service.runEvents();
  for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]) {
    if (seconds === 36_000) await screenMatch(acme, "good");
    await service.runEvents();
    service.clock.advance({ seconds });
    await service.runEvents();
  }
  const tries = receiver.received.filter(({ data }) => data.subjectRef === "bad");
  assert.equal(tries.length, 10);
  const { body } = await acme.get(`${endpointsPath}/${endpointId}`);
  const { deliveries } = await deliveriesOf(acme, endpointId);
  assert.equal(deliveries.find(({ attempts }) => attempts.length === 10)?.state, "FAILED");
  assert.equal(body.enabled, true);
});

Deno.test("410 disables an endpoint at once", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver(() => answering(410));
  const acme = service.as("acme");
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme);
  await service.runEvents();
  const { body } = await acme.get(`${endpointsPath}/${endpointId}`);
  assert.deepEqual([body.enabled, body.disabledBy], [false, "gone"]);
  service.clock.advance({ hours: 100 });
  await service.runEvents();
  assert.equal(receiver.received.length, 1);
});

Deno.test("no redirect is followed, and a broken answer is a failed try", async () => {
  await using elsewhere = openReceiver();
  const replies = [
    answering(302, { location: elsewhere.url }),
    answering(307, { location: elsewhere.url }),
    { kind: "reset" } as const,
    answering(199 + 1, { "content-length": "5", "transfer-encoding": "chunked" }, "x"),
  ];
  await using service = await serviceInMemory();
  let at = 0;
  await using receiver = openReceiver(() => replies[at++] ?? answering(204));
  const acme = service.as("acme");
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme);
  await service.runEvents();
  for (const seconds of [5, 300, 1_800]) {
    service.clock.advance({ seconds });
    await service.runEvents();
  }
  const { deliveries: [delivery] } = await deliveriesOf(acme, endpointId);
  assert.deepEqual(delivery?.attempts.map(({ outcome }) => outcome), [
    "redirect",
    "redirect",
    "malformed",
    // The status says that it has arrived, whatever is wrong with the rest.
    "delivered",
  ]);
  assert.deepEqual(elsewhere.received, []);
});

Deno.test("an endless answer counts by its status, and no more of it is read", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver(() => answering(200, {}, "x".repeat(5_000_000)));
  const acme = service.as("acme");
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme);
  await service.runEvents();
  const { deliveries: [delivery] } = await deliveriesOf(acme, endpointId);
  assert.equal(delivery?.state, "DELIVERED");
});

Deno.test("POST .../test and .../resend deliver to the one endpoint, under the event's own id", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  await using other = openReceiver();
  const acme = service.as("acme");
  const one = await createEndpoint(acme, { url: receiver.url, types: ["batch.done"] });
  await createEndpoint(acme, { url: other.url });
  const tested = await acme.post(`${endpointsPath}/${one.endpointId}/test`, undefined);
  assert.equal(tested.status, 202);
  await service.runEvents();
  assert.deepEqual(receiver.received.map(({ id, type }) => [id, type]), [
    [tested.body.eventId, "endpoint.test"],
  ]);
  assert.deepEqual(other.received, []);
  const { deliveries: [delivery] } = await deliveriesOf(acme, one.endpointId);
  const resendPath = `${endpointsPath}/${one.endpointId}/deliveries/${delivery!.deliveryId}/resend`;
  const key = { "idempotency-key": "again" };
  const again = await acme.post(resendPath, undefined, key);
  assert.equal(again.status, 202, again.text);
  assert.equal((await acme.post(resendPath, undefined, key)).text, again.text);
  assert.notEqual(again.body.deliveryId, delivery!.deliveryId);
  await service.runEvents();
  assert.deepEqual(receiver.received.map(({ id }) => id), [
    tested.body.eventId,
    tested.body.eventId,
  ]);
});

Deno.test("endpoints of another client answer as unknown ones, on every route", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme);
  await service.runEvents();
  const { deliveries: [delivery] } = await deliveriesOf(acme, endpointId);
  const calls = (id: string, deliveryId: string) => [
    globex.get(`${endpointsPath}/${id}`),
    globex.put(`${endpointsPath}/${id}`, { enabled: false }),
    globex.delete(`${endpointsPath}/${id}`),
    globex.post(`${endpointsPath}/${id}/rotate`, undefined),
    globex.post(`${endpointsPath}/${id}/test`, undefined),
    globex.get(`${endpointsPath}/${id}/deliveries`),
    globex.post(`${endpointsPath}/${id}/deliveries/${deliveryId}/resend`, undefined),
  ];
  const foreign = await Promise.all(calls(endpointId, delivery!.deliveryId));
  const unknown = await Promise.all(calls(UNKNOWN_ID, UNKNOWN_ID));
  for (const [at, { status, text }] of foreign.entries()) {
    assert.deepEqual([status, text], [404, unknown[at]?.text]);
  }
  const { body } = await globex.get(endpointsPath);
  assert.deepEqual(body, { endpoints: [] });
  assert.equal((await acme.get(`${endpointsPath}/${endpointId}`)).body.enabled, true);
});

Deno.test("a secret is in the answer that makes it alone, and a repeat under its key repeats it", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const acme = service.as("acme");
  const key = { "idempotency-key": "first" };
  const first = await acme.post(endpointsPath, { url: receiver.url }, key);
  const again = await acme.post(endpointsPath, { url: receiver.url }, key);
  assert.equal(again.text, first.text);
  const { endpoints } = (await acme.get(endpointsPath)).body;
  assert.equal(endpoints.length, 1);
  const { secret, ...shown } = first.body;
  assert.deepEqual(endpoints, [shown]);
  const read = await acme.get(`${endpointsPath}/${shown.endpointId}`);
  assert(!read.text.includes(secret.slice(6)));
  assert(!service.logLines.join("\n").includes(secret.slice(6)));
  assert(!JSON.stringify(await service.auditEvents()).includes("127.0.0.1"));
});

Deno.test("a client has ten endpoints, however many it creates at once", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const acme = service.as("acme");
  const created = await Promise.all(
    Array.from({ length: 14 }, () => acme.post(endpointsPath, { url: receiver.url })),
  );
  const statuses = created.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(10).fill(201), ...Array(4).fill(409)]);
  const [{ body }] = created.filter(({ status }) => status === 409) as [typeof created[number]];
  assert.equal(body.error, "too_many_endpoints");
  const { endpointId } = (await acme.get(endpointsPath)).body.endpoints[0];
  assert.equal((await acme.delete(`${endpointsPath}/${endpointId}`)).status, 200);
  assert.equal((await acme.post(endpointsPath, { url: receiver.url })).status, 201);
});

Deno.test("a deleted endpoint gets nothing that waited for it", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver(() => answering(500));
  const acme = service.as("acme");
  const { endpointId } = await createEndpoint(acme, { url: receiver.url });
  await screenMatch(acme);
  await service.runEvents();
  await acme.delete(`${endpointsPath}/${endpointId}`);
  service.clock.advance({ hours: 1 });
  await service.runEvents();
  assert.equal(receiver.received.length, 1);
  assert.equal((await acme.get(`${endpointsPath}/${endpointId}/deliveries`)).status, 404);
});

Deno.test("POST /v1/events/endpoints refuses what is no endpoint", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const refused: readonly (readonly [why: string, body: unknown])[] = [
    ["no URL", {}],
    ["text that is no URL", { url: "shop.example" }],
    ["http to another machine", { url: "http://93.184.215.14/events" }],
    ["another scheme", { url: "ftp://127.0.0.1/" }],
    ["a script", { url: "javascript:alert(1)" }],
    ["a file", { url: "file:///etc/passwd" }],
    ["credentials", { url: "https://user:secret@127.0.0.1:9000/" }],
    ["a fragment", { url: "https://127.0.0.1:9000/#x" }],
    ["a low port", { url: "https://127.0.0.1:22/" }],
    ["http without a port", { url: "http://127.0.0.1/" }],
    ["a private address", { url: "https://10.0.0.7/" }],
    ["another private address", { url: "https://192.168.1.1/" }],
    ["carrier-grade NAT", { url: "https://100.64.0.1/" }],
    ["metadata of a cloud", { url: "https://169.254.169.254/latest/" }],
    ["the same as a number", { url: "https://2852039166/latest/" }],
    ["the same inside of IPv6", { url: "https://[::ffff:169.254.169.254]/" }],
    ["NAT64", { url: "https://[64:ff9b::a00:1]/" }],
    ["6to4", { url: "https://[2002:a00:1::]/" }],
    ["a unique local address", { url: "https://[fd00::1]/" }],
    ["a link-local address", { url: "https://[fe80::1]/" }],
    ["the unspecified address", { url: "https://0.0.0.0/" }],
    ["broadcast", { url: "https://255.255.255.255/" }],
    ["a name that does not exist", { url: "https://no-such-host.invalid/" }],
    ["a long URL", { url: `https://127.0.0.1:9000/${"a".repeat(2_048)}` }],
    ["an unknown type", { url: "http://127.0.0.1:9000/", types: ["screening.everything"] }],
    ["no type", { url: "http://127.0.0.1:9000/", types: [] }],
    ["a type that is no text", { url: "http://127.0.0.1:9000/", types: [1] }],
    ["a long description", { url: "http://127.0.0.1:9000/", description: "x".repeat(201) }],
    ["no object", []],
  ];
  for (const [why, body] of refused) {
    await t.step(why, async () => {
      const { status, text } = await acme.post(endpointsPath, body);
      assert.equal(status, 400, text);
    });
  }
  assert.deepEqual((await acme.get(endpointsPath)).body, { endpoints: [] });
});

Deno.test("a live deployment delivers to no loopback address", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  for (const url of ["https://127.0.0.1:9000/", "https://localhost:9000/", "https://[::1]:9000/"]) {
    assert.equal((await acme.post(endpointsPath, { url })).status, 400, url);
  }
});

Deno.test("POSSIBLE_MATCH of a name with its review is in the feed as it happened", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: { meta: { decisionId } } } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  await acme.post(`/v1/screen/${decisionId}/review`, { decision: "escalated" });
  await service.runEvents();
  const { events } = await feedOf(acme);
  assert.deepEqual(events.map(({ type }) => type), ["screening.match", "screening.reviewed"]);
});
