import assert from "node:assert/strict";
import { DispositionResponse, ReviewsResponse } from "../../core/screening/queue_schema.ts";
import { DecisionReadBack, ReviewResponse } from "../../core/screening/decision_schema.ts";
import { putRecord } from "../support/clients.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../support/names.ts";
import { serviceInMemory, type TestClient } from "../support/service.ts";

async function decisionOf(client: TestClient, name: string): Promise<string> {
  const { status, body, text } = await client.post("/v1/screen", { name });
  assert.equal(status, 200, text);
  return body.meta.decisionId;
}

async function stateOf(client: TestClient, id: string): Promise<string | undefined> {
  return (await client.get(`/v1/screen/${id}`)).body.meta.review?.state;
}

const MAX = { reviewer: "max", decision: "false_positive", reasonCode: "dob_differs" } as const;
const EVA = { ...MAX, reviewer: "eva" } as const;

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`two people close a match of a client that asks for both in ${mode}`, async () => {
    await using service = await serviceInMemory({ mode });
    await putRecord(service, "acme", { fourEyes: "all" });
    const acme = service.as("acme");
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    assert.deepEqual(body.meta.review, { state: "OPEN" });
    const id = body.meta.decisionId;
    const path = `/v1/screen/${id}/review`;
    const unnamed = await acme.post(path, { decision: "false_positive" });
    assert.deepEqual([unnamed.status, unnamed.body.error], [400, "bad_request"]);
    assert.match(unnamed.body.message, /"reviewer"/);
    const states = [await stateOf(acme, id)];
    for (const reviewer of ["max", "Max", "eva"]) {
      service.clock.advance({ minutes: 1 });
      const answer = await acme.post(path, { ...MAX, reviewer });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(ReviewResponse.parse(answer.body), answer.body);
      states.push(await stateOf(acme, id));
    }
    service.clock.advance({ minutes: 1 });
    await acme.post(path, { reviewer: "max", decision: "escalated" });
    states.push(await stateOf(acme, id));
    assert.deepEqual(states, ["OPEN", "PROPOSED", "PROPOSED", "CLOSED", "ESCALATED"]);
    const read = await acme.get(`/v1/screen/${id}`);
    assert.deepEqual(DecisionReadBack.parse(read.body), read.body);
    assert.equal(read.body.classification, "POSSIBLE_MATCH");
    assert.equal(read.body.meta.humanReviewRequired, false);
    assert.equal(read.body.customerReviews.length, 4);
    const { reviewer, reasonCode } = read.body.customerReviews[1];
    assert.deepEqual([reviewer, reasonCode], ["eva", "dob_differs"]);
    assert(!read.text.includes("fourEyes"));
  });
}

Deno.test("a review may be of some candidates", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "confirmed" });
  const acme = service.as("acme");
  const { body } = await acme.post("/v1/screen", {
    name: "Goran Teslivkovic",
    dob: "1990-01-01",
  });
  assert.equal(body.classification, "POSSIBLE_MATCH");
  const [first, second] = body.candidates.map(({ entityId }: { entityId: string }) => entityId);
  assert(first !== undefined && second !== undefined);
  const id = body.meta.decisionId;
  const path = `/v1/screen/${id}/review`;
  const foreign = await acme.post(path, { ...MAX, entityIds: [UNKNOWN_ID] });
  assert.deepEqual([foreign.status, foreign.body.error], [400, "bad_request"]);
  const one = await acme.post(path, { ...MAX, entityIds: [first, first] });
  assert.deepEqual(one.body.customerReviews[0].entityIds, [first]);
  assert.equal(await stateOf(acme, id), "OPEN");
  const { body: { customerReviews } } = await acme.post(path, { ...MAX, entityIds: [second] });
  assert.equal(customerReviews.length, 2);
  assert.equal(await stateOf(acme, id), "CLOSED");
});

Deno.test("a client that sends nothing new is answered nothing new", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  const { meta } = screened;
  assert.equal("review" in meta, false);
  const path = `/v1/screen/${meta.decisionId}`;
  const { body, text } = await acme.post(`${path}/review`, { decision: "escalated", notes: "n" });
  assert.equal(
    text,
    JSON.stringify({
      decisionId: meta.decisionId,
      classification: "POSSIBLE_MATCH",
      humanReviewRequired: false,
      customerReviews: [{
        reviewId: body.customerReviews[0].reviewId,
        decision: "escalated",
        notes: "n",
        reviewedAt: body.customerReviews[0].reviewedAt,
      }],
    }),
  );
  const read = await acme.get(path);
  assert.deepEqual(read.body, {
    ...screened,
    meta: { ...meta, humanReviewRequired: false },
    customerReviews: body.customerReviews,
  });
});

Deno.test("a review replays with its new members, and its key sees another reviewer", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "all" });
  const acme = service.as("acme");
  const path = `/v1/screen/${await decisionOf(acme, POSSIBLE_NAME)}/review`;
  const key = { "idempotency-key": "first-look" };
  const first = await acme.post(path, MAX, key);
  const again = await acme.post(path, MAX, key);
  assert.deepEqual([again.status, again.text], [200, first.text]);
  const { body } = await acme.post(path, EVA, key);
  assert.equal(body.error, "idempotency_key_conflict");
});

Deno.test("POST .../dispositions closes a confirmed match, by two people where they are asked for", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "confirmed", review: { confirmed: true } });
  const acme = service.as("acme");
  const { body: screened } = await acme.post("/v1/screen", { name: CONFIRMED_NAME });
  const id = screened.meta.decisionId;
  assert.deepEqual(screened.meta.review, { state: "OPEN" });
  const path = `/v1/screen/decisions/${id}/dispositions`;
  const states: string[] = [];
  for (const reviewer of ["max", "max", "eva"]) {
    service.clock.advance({ minutes: 1 });
    const { status, body, text } = await acme.post(path, {
      ...{ reviewer, decision: "confirmed_match", reasonCode: "same_dob", notes: "seen" },
    });
    assert.equal(status, 200, text);
    assert.deepEqual(DispositionResponse.parse(body), body);
    states.push(body.state);
  }
  assert.deepEqual(states, ["PROPOSED", "PROPOSED", "CLOSED"]);
  const read = await acme.get(`/v1/screen/${id}`);
  assert.deepEqual(DecisionReadBack.parse(read.body), read.body);
  assert.equal(read.body.classification, "CONFIRMED_MATCH");
  assert.equal(read.body.meta.humanReviewRequired, false);
  assert.deepEqual(read.body.customerReviews, []);
  assert.deepEqual(
    read.body.dispositions.map(({ reviewer }: { reviewer: string }) => reviewer),
    ["eva", "max", "max"],
  );
  const review = await acme.post(`/v1/screen/${id}/review`, MAX);
  assert.equal(review.body.error, "screening_decision_not_reviewable");
  const key = { "idempotency-key": "third-look" };
  const kept = await acme.post(path, { ...MAX, notes: "Other passport" }, key);
  await acme.post(path, EVA);
  const again = await acme.post(path, { ...MAX, notes: "Other passport" }, key);
  assert.deepEqual([again.status, again.text], [200, kept.text]);
});

Deno.test("POST .../dispositions refuses what is no confirmed match, and bad input", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  for (const name of [CLEAR_NAME, POSSIBLE_NAME]) {
    const path = `/v1/screen/decisions/${await decisionOf(acme, name)}/dispositions`;
    const { status, body } = await acme.post(path, MAX);
    assert.deepEqual([status, body.error], [409, "screening_decision_not_disposable"]);
  }
  const id = await decisionOf(acme, CONFIRMED_NAME);
  const path = `/v1/screen/decisions/${id}/dispositions`;
  const bad = [
    {},
    { decision: "confirmed_match" },
    { reviewer: "", decision: "confirmed_match" },
    { reviewer: " max", decision: "confirmed_match" },
    { reviewer: "m\u200bax", decision: "confirmed_match" },
    { reviewer: "m\nax", decision: "confirmed_match" },
    { reviewer: "x".repeat(65), decision: "confirmed_match" },
    { reviewer: "max", decision: "cleared" },
    { ...MAX, reasonCode: "because" },
    { ...MAX, notes: "x".repeat(4001) },
  ];
  for (const body of bad) {
    await t.step(JSON.stringify(body).slice(0, 60), async () => {
      const answer = await acme.post(path, body);
      assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
    });
  }
  // Without `review.confirmed` it is recorded, and nothing waits for it.
  const { body } = await acme.post(path, MAX);
  assert.deepEqual([body.state, body.dispositions.length], ["NONE", 1]);
});

Deno.test("POST /v1/screen/reviews answers each review with its status, and commits all together", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "all" });
  const acme = service.as("acme");
  const possible = [
    await decisionOf(acme, POSSIBLE_NAME),
    await decisionOf(acme, "Amelie Rochardine"),
  ];
  const foreign = await decisionOf(service.as("globex"), POSSIBLE_NAME);
  const confirmed = await decisionOf(acme, CONFIRMED_NAME);
  const [first, second] = possible;
  const before = (await service.auditEvents()).length;
  const reviews = [
    { decisionId: first, ...MAX },
    { decisionId: second, decision: "false_positive" },
    { decisionId: foreign, ...MAX },
    { decisionId: UNKNOWN_ID, ...MAX },
    { decisionId: confirmed, ...MAX },
    { decisionId: first?.toUpperCase(), ...EVA },
  ];
  const key = { "idempotency-key": "of-the-morning" };
  const answer = await acme.post("/v1/screen/reviews", { reviews }, key);
  assert.deepEqual(ReviewsResponse.parse(answer.body), answer.body);
  const results = answer.body.results as readonly Record<string, unknown>[];
  assert.deepEqual(
    results.map(({ decisionId, status, state, error }) => [decisionId, status, state ?? error]),
    [
      [first, 200, "PROPOSED"],
      [second, 400, "bad_request"],
      [foreign, 404, "not_found"],
      [UNKNOWN_ID, 404, "not_found"],
      [confirmed, 409, "screening_decision_not_reviewable"],
      [first, 400, "bad_request"],
    ],
  );
  const { decisionId: _, ...ofForeign } = results[2] ?? {};
  const { decisionId: __, ...ofUnknown } = results[3] ?? {};
  assert.deepEqual(ofForeign, ofUnknown);
  const again = await acme.post("/v1/screen/reviews", { reviews }, key);
  assert.equal(again.text, answer.text);
  assert.equal((await service.auditEvents()).length, before + 1);
  assert.equal((await acme.get(`/v1/screen/${first}`)).body.customerReviews.length, 1);
});

Deno.test("POST /v1/screen/reviews takes a hundred of the longest that a body holds", async () => {
  await using service = await serviceInMemory();
  // The longest id, whose keys take the most room of the commit.
  const acme = service.as("a".repeat(255));
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) {
    service.clock.advance({ seconds: 2 });
    ids.push(await decisionOf(acme, POSSIBLE_NAME));
  }
  // 100 times 2,400 bytes of UTF-8.
  const notes = "€".repeat(800);
  const reviews = ids.map((decisionId) => ({ decisionId, ...MAX, notes }));
  const key = { "idempotency-key": "k".repeat(255) };
  const { body, text } = await acme.post("/v1/screen/reviews", { reviews }, key);
  assert(body.results?.every(({ status }: { status: number }) => status === 200), text);
  const read = await acme.get(`/v1/screen/${ids.at(-1)}`);
  assert.equal(read.body.customerReviews[0].notes, notes);
  for (const bad of [[], [...reviews, reviews[0]].map((one) => ({ ...one, notes: "" }))]) {
    assert.equal((await acme.post("/v1/screen/reviews", { reviews: bad })).status, 400);
  }
});

Deno.test("reviews of two people at once are both kept, and close", async () => {
  await using service = await serviceInMemory();
  await putRecord(service, "acme", { fourEyes: "all" });
  const acme = service.as("acme");
  for (let n = 0; n < 5; n++) {
    const id = await decisionOf(acme, POSSIBLE_NAME);
    await Promise.all([MAX, EVA].map((one) => acme.post(`/v1/screen/${id}/review`, one)));
    assert.equal(await stateOf(acme, id), "CLOSED");
  }
});

Deno.test("dispositions and reviews of another client's decisions read as of unknown ones", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const acme = service.as("acme");
  const globex = service.as("globex");
  const { body } = await acme.post("/v1/screen", { name: CONFIRMED_NAME, mode: "sandbox" });
  const at = (id: string) => `/v1/screen/decisions/${id}/dispositions`;
  const foreign = await globex.post(at(body.meta.decisionId), MAX);
  const unknown = await globex.post(at(UNKNOWN_ID), MAX);
  const nonsense = await globex.post(at("nonsense"), MAX);
  assert.deepEqual([foreign.status, foreign.body.error], [404, "not_found"]);
  assert.deepEqual([unknown.text, nonsense.text], [foreign.text, foreign.text]);
  assert.equal((await acme.get(`/v1/screen/${body.meta.decisionId}`)).body.dispositions, undefined);
});

Deno.test("who reviewed, and what they wrote, stands in no log, audit entry or stored text", async () => {
  const folder = await Deno.makeTempDir();
  let written = "";
  const person = "frau.obermaier";
  {
    await using service = await serviceInMemory({
      kv: `${folder}/kv.sqlite3`,
      env: { AVAL_LOG: "debug" },
    });
    const acme = service.as("acme");
    const review = { ...MAX, reviewer: person, notes: "Hildegunst" };
    const key = { "idempotency-key": "k" };
    await acme.post(`/v1/screen/${await decisionOf(acme, POSSIBLE_NAME)}/review`, review, key);
    const reviews = [{ decisionId: await decisionOf(acme, POSSIBLE_NAME), ...review }];
    await acme.post("/v1/screen/reviews", { reviews }, { "idempotency-key": "l" });
    const confirmed = await decisionOf(acme, CONFIRMED_NAME);
    const path = `/v1/screen/decisions/${confirmed}/dispositions`;
    const disposed = await acme.post(path, review, { "idempotency-key": "m" });
    assert.equal(disposed.status, 200, disposed.text);
    const events = await service.auditEvents();
    assert.deepEqual(
      events.filter(({ kind }) => kind !== "SCREENING_DECISION").map(({ kind }) => kind),
      ["SCREENING_REVIEWED", "SCREENING_REVIEWED", "REVIEW_DISPOSED"],
    );
    written = JSON.stringify([events, service.logLines]);
  }
  for await (const { name } of Deno.readDir(folder)) {
    written += new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
  }
  assert(!written.includes(person) && !written.includes("Hildegunst"));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("reviews of many decisions at once all succeed, and of one decision too", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await decisionOf(acme, POSSIBLE_NAME));
  const review = (id: string) =>
    acme.post(`/v1/screen/${id}/review`, { decision: "false_positive" });
  const many = {
    reviews: ids.slice(0, 10).map((decisionId) => ({ decisionId, decision: "escalated" })),
  };
  const answers = await Promise.all([
    ...ids.map(review),
    ...ids.slice(0, 5).map(() => review(ids[0]!)),
    acme.post("/v1/screen/reviews", many),
  ]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const listed = await acme.get("/v1/screen/decisions?state=all&limit=200");
  // Each row has the state that its reviews make, whatever their order was.
  for (const { decisionId, state } of listed.body.decisions) {
    const { body } = await acme.get(`/v1/screen/${decisionId}`);
    const [last] = body.customerReviews;
    const isLater = (one: { readonly decision: string }) => one.decision === "escalated";
    const expected = last.decision === "escalated" ? "ESCALATED" : "CLOSED";
    assert.equal(state, expected, JSON.stringify(body.customerReviews.map(isLater)));
  }
  assert.equal(listed.body.decisions.length, 30);
  const closed = listed.body.decisions.filter(({ state }: { state: string }) => state === "CLOSED");
  assert.equal(listed.body.totals.ESCALATED, 30 - closed.length);
  assert.equal(listed.body.totals.OPEN, 0);
});
