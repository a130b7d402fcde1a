import assert from "node:assert/strict";
import { parseRaised } from "../../core/events/event_schema.ts";
import { eventOutbox, eventOwner, OutgoingEvents } from "../../kv/events/event_outbox.ts";
import { encrypted } from "../../kv/store/encrypted.ts";
import { ClientId } from "../../core/access/schema.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** The outbox of a client, each event with its data. */
async function raisedFor(
  { store, dataKeys }: TestService,
  client: string,
): Promise<readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]> {
  const stored = encrypted(OutgoingEvents, dataKeys["at-rest"]);
  const prefix = eventOutbox.key(eventOwner(ClientId.parse(client)));
  const values = await Array.fromAsync(store.list(stored, { prefix }), ({ value }) => value.events);
  return values.flat().map(({ type, data }) => ({ type, data }));
}

async function outboxSize({ store }: TestService): Promise<number> {
  return (await Array.fromAsync(store.removalsIn({ prefix: eventOutbox.key() }))).length;
}

Deno.test("POST /v1/screen raises an event for a match, and writes none for a clear name", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await acme.post("/v1/screen", { name: CLEAR_NAME, subjectRef: "c-0" });
  assert.equal(await outboxSize(service), 0);
  const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: "c-1" });
  const { body: other } = await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  assert.deepEqual(await raisedFor(service, "acme"), [
    {
      type: "screening.match",
      data: {
        ...{ decisionId: body.meta.decisionId, subjectRef: "c-1" },
        ...{ classification: "POSSIBLE_MATCH", origin: "api" },
      },
    },
    {
      type: "screening.match",
      data: {
        ...{ decisionId: other.meta.decisionId, subjectRef: null },
        ...{ classification: "CONFIRMED_MATCH", origin: "api" },
      },
    },
  ]);
  assert.deepEqual(await raisedFor(service, "globex"), []);
});

Deno.test("POST /v1/screen raises one event for one idempotency key", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => acme.post("/v1/screen", { name: POSSIBLE_NAME }, key)),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await raisedFor(service, "acme")).length, 1);
});

Deno.test("a customer who is cleared of every candidate raises no match; its pair raises its lapse once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const customer = { name: POSSIBLE_NAME, subjectRef: "c-1" };
  const { body: { meta, candidates } } = await acme.post("/v1/screen", customer);
  const review = { decision: "false_positive", clearForDays: 30 };
  const { body: reviewed } = await acme.post(`/v1/screen/${meta.decisionId}/review`, review);
  await acme.post("/v1/screen", customer);
  const before = await raisedFor(service, "acme");
  assert.deepEqual(before.map(({ type }) => type), ["screening.match", "screening.reviewed"]);
  assert.deepEqual(before[1]?.data, {
    ...{ decisionId: meta.decisionId, subjectRef: "c-1" },
    ...{ reviewId: reviewed.customerReviews[0].reviewId, decision: "false_positive" },
    state: "CLOSED",
  });
  const changed = { ...customer, otherNames: [CLEAR_NAME] };
  const { body: found } = await acme.post("/v1/screen", changed);
  await acme.post("/v1/screen", changed);
  const [lapsed, ...others] = (await raisedFor(service, "acme")).slice(2);
  const pairs = await acme.get("/v1/screen/cleared-pairs");
  assert.deepEqual(lapsed, {
    type: "screening.cleared_pair_lapsed",
    data: {
      ...{ pairId: pairs.body.pairs[0].pairId, subjectRef: "c-1" },
      ...{ entityId: candidates[0].entityId, lapsed: "subject_changed" },
      decisionId: found.meta.decisionId,
    },
  });
  assert(!others.some(({ type }) => type === "screening.cleared_pair_lapsed"));
});

Deno.test("a batch raises its matches and its end, a commit's events in one value", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const items = Array.from({ length: 20 }, (_, at) => ({
    ...{ subjectRef: `c-${at}`, name: at % 2 === 0 ? CONFIRMED_NAME : CLEAR_NAME },
  }));
  const { body: { batchId } } = await acme.post("/v1/screen/batches", { items });
  const cancelled = await acme.post("/v1/screen/batches", { items });
  await acme.delete(`/v1/screen/batches/${cancelled.body.batchId}`);
  await service.runBatches();
  const events = await raisedFor(service, "acme");
  const matches = events.filter(({ type }) => type === "screening.match");
  assert.equal(matches.length, 10);
  assert(matches.every(({ data }) => data["batchId"] === batchId && data["origin"] === "batch"));
  const ends = events.filter(({ type }) => type === "batch.done").map(({ data }) => data);
  assert.deepEqual(
    new Set(ends.map(({ batchId, state }) => `${batchId} ${state}`)),
    new Set([
      `${batchId} DONE`,
      `${cancelled.body.batchId} CANCELLED`,
    ]),
  );
  assert.equal(await outboxSize(service), 2);
});

Deno.test("POST .../reviews raises each of 100 reviews in its one commit", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let at = 0; at < 100; at++) {
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: `c-${at}` });
    ids.push(body.meta.decisionId);
  }
  const before = await outboxSize(service);
  const reviews = ids.map((decisionId) => ({ decisionId, decision: "escalated" }));
  assert.equal((await acme.post("/v1/screen/reviews", { reviews })).status, 200);
  assert.equal(await outboxSize(service), before + 1);
  const events = await raisedFor(service, "acme");
  assert.equal(events.filter(({ type }) => type === "screening.reviewed").length, 100);
});

Deno.test("events of another mode than the deployment's are not kept", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const { body } = await service.as("acme").post("/v1/screen", {
    name: POSSIBLE_NAME,
    mode: "sandbox",
  });
  assert.equal(body.classification, "POSSIBLE_MATCH");
  assert.equal(await outboxSize(service), 0);
});

Deno.test("an event takes no member that its type does not have", () => {
  const data = {
    sessionId: "0198c0de-0000-7000-8000-00000000000a",
    checkType: "age",
    name: "Erika",
  };
  assert.throws(() => parseRaised({ type: "verification.completed", data }), /unrecognized key/i);
});
