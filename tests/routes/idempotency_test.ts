import assert from "node:assert/strict";
import { UnavailableError } from "../../base/unavailable.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory } from "../support/service.ts";

const key = (value: string) => ({ "idempotency-key": value });

Deno.test("POST /v1/screen replays the first answer byte for byte and runs once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k1"));
  const second = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k1"));
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get("content-type"), first.headers.get("content-type"));
  assert.equal(first.headers.get("idempotent-replayed"), null);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
  assert.equal((await service.auditEvents()).length, 1);
});

Deno.test("POST /v1/screen without a key runs every time", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids = await Promise.all(
    [1, 2, 3].map(async () =>
      (await acme.post("/v1/screen", { name: CLEAR_NAME })).body.meta.decisionId
    ),
  );
  assert.equal(new Set(ids).size, 3);
  assert.equal((await service.auditEvents()).length, 3);
});

Deno.test("POST /v1/screen refuses a key that was used for another request", async (t) => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const address = "0x00000000000000000000000000000000000000aa";
  await acme.post("/v1/screen", { name: CLEAR_NAME, walletAddresses: [address] }, key("k"));
  const others = [
    { why: "another name", body: { name: CONFIRMED_NAME, walletAddresses: [address] } },
    { why: "another set of addresses", body: { name: CLEAR_NAME, walletAddresses: [] } },
    { why: "no addresses", body: { name: CLEAR_NAME } },
    { why: "a date of birth", body: { name: CLEAR_NAME, dob: "1970", walletAddresses: [address] } },
    { why: "a mode", body: { name: CLEAR_NAME, mode: "live", walletAddresses: [address] } },
  ];
  for (const { why, body } of others) {
    await t.step(why, async () => {
      const answer = await acme.post("/v1/screen", body, key("k"));
      assert.deepEqual([answer.status, answer.body.error], [409, "idempotency_key_conflict"]);
    });
  }
  await t.step("the same, its properties in another order and one unknown more", async () => {
    const same = { extra: 1, walletAddresses: [address], name: CLEAR_NAME };
    const answer = await acme.post("/v1/screen", same, key("k"));
    assert.equal(answer.headers.get("idempotent-replayed"), "true");
  });
});

Deno.test("an idempotency key belongs to one client and one operation", async () => {
  await using service = await serviceInMemory();
  const acme = await service.as("acme").post("/v1/screen", { name: POSSIBLE_NAME }, key("k"));
  const globex = await service.as("globex").post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual([acme.status, globex.status], [200, 200]);
  assert.notEqual(globex.body.meta.decisionId, acme.body.meta.decisionId);
  const review = await service.as("acme").post(
    `/v1/screen/${acme.body.meta.decisionId}/review`,
    { decision: "escalated" },
    key("k"),
  );
  assert.equal(review.status, 200);
});

Deno.test("a key that was used for the review of one decision is refused for another's", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const ids = [];
  for (let n = 0; n < 2; n++) {
    ids.push((await acme.post("/v1/screen", { name: POSSIBLE_NAME })).body.meta.decisionId);
  }
  const review = { decision: "escalated" };
  const first = await acme.post(`/v1/screen/${ids[0]}/review`, review, key("r"));
  const other = await acme.post(`/v1/screen/${ids[1]}/review`, review, key("r"));
  assert.deepEqual([other.status, other.body.error], [409, "idempotency_key_conflict"]);
  const shouted = await acme.post(`/v1/screen/${ids[0].toUpperCase()}/review`, review, key("r"));
  assert.equal(shouted.text, first.text, "a UUID in upper case names the same decision");
});

Deno.test("a fault gives the key back, so that a retry runs", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const broken = Promise.withResolvers<void>();
  const commit = service.holdNextCommit(broken.promise);
  void commit.reached.then(() => broken.reject(new Error("the disk is full")));
  const failed = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual([failed.status, failed.body.error], [500, "internal_error"]);
  assert.equal((await service.auditEvents()).length, 0);
  const retried = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual([retried.status, retried.headers.get("idempotent-replayed")], [200, null]);
});

Deno.test("a store that is not there is a 503 that says when to come back, and keeps no key", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const gone = Promise.withResolvers<void>();
  const commit = service.holdNextCommit(gone.promise);
  void commit.reached.then(() => gone.reject(new UnavailableError("the store is not there")));
  const failed = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual([failed.status, failed.body.error], [503, "upstream_unavailable"]);
  assert.equal(failed.headers.get("retry-after"), "1");
  assert(!failed.text.includes("not there"));
  const retried = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual([retried.status, retried.headers.get("idempotent-replayed")], [200, null]);
});

Deno.test("a key is forgotten after 24 hours, and not a moment before", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const first = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  service.clock.advance({ hours: 23, minutes: 59, seconds: 59, milliseconds: 999 });
  const replayed = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.equal(replayed.text, first.text);
  service.clock.advance({ milliseconds: 1 });
  const fresh = await acme.post("/v1/screen", { name: CONFIRMED_NAME }, key("k"));
  assert.equal(fresh.status, 200);
  assert.notEqual(fresh.body.meta.decisionId, first.body.meta.decisionId);
});

Deno.test("64 concurrent first uses of one key run once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k"))),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(
    answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true").length,
    63,
  );
  assert.equal((await service.auditEvents()).length, 1);
});

Deno.test("a refused request gives its key back, so that a repaired retry succeeds", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const invalid = await acme.post("/v1/screen", { dob: "1970" }, key("k1"));
  assert.equal(invalid.status, 400);
  assert.equal((await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k1"))).status, 200);
  const uncomparable = await acme.post("/v1/screen", { name: "!!!" }, key("k2"));
  assert.equal(uncomparable.status, 400);
  assert.equal((await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k2"))).status, 200);
});

Deno.test("a key that is no key is a 400", async () => {
  await using service = await serviceInMemory();
  for (const bad of ["two words", "x".repeat(256), "tab\there", ""]) {
    const answer = await service.as("acme").post("/v1/screen", { name: CLEAR_NAME }, key(bad));
    assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
  }
  const longest = key("x".repeat(255));
  const answer = await service.as("acme").post("/v1/screen", { name: CLEAR_NAME }, longest);
  assert.equal(answer.status, 200);
});

Deno.test("POST review replays without a second review, with the reviews it showed", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const id = (await acme.post("/v1/screen", { name: POSSIBLE_NAME })).body.meta.decisionId;
  const path = `/v1/screen/${id}/review`;
  const notes = "Mother of the client, née Müller";
  const first = await acme.post(path, { decision: "escalated", notes }, key("r1"));
  service.clock.advance({ seconds: 1 });
  const other = await acme.post(path, { decision: "false_positive" }, key("r2"));
  assert.equal(other.body.customerReviews.length, 2);
  const replayed = await acme.post(path, { decision: "escalated", notes }, key("r1"));
  assert.equal(replayed.text, first.text);
  assert.equal(replayed.headers.get("idempotent-replayed"), "true");
  assert.equal((await acme.get(`/v1/screen/${id}`)).body.customerReviews.length, 2);
});

Deno.test("POST review replays its refusal of a decision that is not reviewable", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const id = (await acme.post("/v1/screen", { name: CLEAR_NAME })).body.meta.decisionId;
  const path = `/v1/screen/${id}/review`;
  const first = await acme.post(path, { decision: "escalated" }, key("r"));
  const second = await acme.post(path, { decision: "escalated" }, key("r"));
  assert.deepEqual([first.status, first.body.error], [409, "screening_decision_not_reviewable"]);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
});

Deno.test("a second request while the first runs gets 409 with Retry-After after two seconds", async () => {
  await using service = await serviceInMemory();
  const held = Promise.withResolvers<void>();
  const release = service.holdNextCommit(held.promise);
  const acme = service.as("acme");
  const first = acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  await release.reached;
  const conflict = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, key("k"));
  assert.equal(conflict.body.error, "idempotency_key_conflict"); // before "in progress"
  const second = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual(
    [second.status, second.body.error, second.headers.get("retry-after")],
    [409, "idempotency_key_in_progress", "1"],
  );
  assert.equal(service.pausedMilliseconds(), 2000);
  held.resolve();
  assert.equal((await first).status, 200);
});

Deno.test("a key whose request is stuck is not taken over in this process, and replays once it is done", async () => {
  await using service = await serviceInMemory();
  const held = Promise.withResolvers<void>();
  const release = service.holdNextCommit(held.promise);
  const acme = service.as("acme");
  const stuck = acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  await release.reached;
  service.clock.advance({ seconds: 61 });
  const waiting = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.deepEqual(
    [waiting.status, waiting.body.error, waiting.headers.get("retry-after")],
    [409, "idempotency_key_in_progress", "1"],
  );
  held.resolve();
  const late = await stuck;
  assert.equal(late.status, 200);
  const replayed = await acme.post("/v1/screen", { name: CLEAR_NAME }, key("k"));
  assert.equal(replayed.text, late.text);
  assert.equal((await service.auditEvents()).length, 1);
});
