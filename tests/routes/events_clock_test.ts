import assert from "node:assert/strict";
import type { KeptEvent } from "../../core/events/event_schema.ts";
import { putRecord } from "../support/clients.ts";
import { entity } from "../support/entity.ts";
import { folderOf } from "../support/folder.ts";
import { CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { roomyPolicy } from "../support/policy.ts";
import { manifestOf, publishInto, snapshotOf, testSigner } from "../support/published_lists.ts";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { present, sendAnswer, start } from "../support/verifying.ts";

/** Runs the process's jobs of a minute, and those of every few seconds. */
async function passMinute(service: TestService): Promise<void> {
  await service.runMaintenance();
  await service.runEvents();
}

async function eventsOf(client: TestClient, type: string): Promise<readonly KeptEvent[]> {
  const { status, body, text } = await client.get("/v1/events?limit=200");
  assert.equal(status, 200, text);
  return body.events.filter((event: KeptEvent) => event.type === type);
}

Deno.test("a match that is past its due time raises screening.review_overdue once", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  // Who reads no events has none raised by the clock.
  const silent = service.as("silent");
  await silent.post("/v1/screen", { name: POSSIBLE_NAME });
  assert.deepEqual(await eventsOf(acme, "screening.review_overdue"), []);
  await passMinute(service);
  const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: "c-1" });
  const reviewed = await acme.post("/v1/screen", { name: POSSIBLE_NAME, subjectRef: "c-2" });
  const reviewPath = `/v1/screen/${reviewed.body.meta.decisionId}/review`;
  await acme.post(reviewPath, { decision: "false_positive" });
  service.clock.advance({ hours: 71 });
  await passMinute(service);
  assert.deepEqual(await eventsOf(acme, "screening.review_overdue"), []);
  service.clock.advance({ hours: 1, minutes: 1 });
  await passMinute(service);
  service.clock.advance({ hours: 1 });
  await passMinute(service);
  const overdue = await eventsOf(acme, "screening.review_overdue");
  assert.deepEqual(overdue.map(({ data }) => data), [{
    ...{ decisionId: body.meta.decisionId, subjectRef: "c-1", classification: "POSSIBLE_MATCH" },
    ...{ state: "OPEN", dueAt: "2026-03-05T09:00:00.000Z" },
  }]);
  assert.deepEqual(await eventsOf(silent, "screening.review_overdue"), []);
});

Deno.test("another due time reports no match twice", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await eventsOf(acme, "");
  await passMinute(service);
  await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  service.clock.advance({ hours: 73 });
  await passMinute(service);
  assert.equal((await eventsOf(acme, "screening.review_overdue")).length, 1);
  await putRecord(service, "acme", { review: { dueHours: 100 } });
  service.clock.advance({ hours: 50 });
  await passMinute(service);
  assert.equal((await eventsOf(acme, "screening.review_overdue")).length, 1);
});

Deno.test("a session without an answer raises verification.expired once, one with an answer .completed", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  await eventsOf(acme, "");
  await passMinute(service);
  const waiting = await start(acme, "aml-identity");
  const answered = await start(acme, "aml-identity");
  assert.equal((await present(service, answered, { pid_aml_identity: ERIKA })).status, 200);
  for (const minutes of [9, 2, 30]) {
    service.clock.advance({ minutes });
    await passMinute(service);
    const expired = await eventsOf(acme, "verification.expired");
    assert.deepEqual(
      expired.map(({ data }) => data),
      minutes === 9 ? [] : [{ sessionId: waiting.sessionId, checkType: "aml-identity" }],
    );
  }
  const completed = await eventsOf(acme, "verification.completed");
  assert.deepEqual(completed.map(({ data }) => data), [
    { sessionId: answered.sessionId, checkType: "aml-identity" },
  ]);
});

Deno.test("an error of a wallet raises verification.failed", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const failing = await start(acme, "age-verification");
  const { authorizationRequest } = failing as unknown as {
    authorizationRequest: Parameters<typeof sendAnswer>[1];
  };
  const error = { error: "access_denied" };
  assert.equal((await sendAnswer(service, authorizationRequest, error)).status, 200);
  await service.runEvents();
  const failed = await eventsOf(acme, "verification.failed");
  assert.deepEqual(failed.map(({ data }) => data), [
    { sessionId: failing.sessionId, checkType: "age-verification", error: "access_denied" },
  ]);
});

const signer = await testSigner();
const noDetails = {
  listedOn: "2020-01-02",
  sourceUrl: null,
  designations: [],
  identifiers: [],
  remarks: [],
  links: [],
};
const listed = (numbers: readonly number[], asOf: string) =>
  snapshotOf([{
    source: "un-sc",
    asOf,
    entities: numbers.map((number) =>
      entity(number, [[`Person Number${number}`, "primary"]], {
        source: "un-sc",
        details: noDetails,
      })
    ),
  }]);

Deno.test("newer lists raise lists.changed once for each reader, whichever server has recorded them", async () => {
  await using folder = await folderOf({});
  const publish = async (snapshot: ReturnType<typeof listed>, hour: number) =>
    await publishInto(
      folder.path,
      snapshot,
      await manifestOf(snapshot, signer, { createdAt: `2026-03-02T0${hour}:00:00.000Z` }),
    );
  await publish(listed([1, 2, 3], "2026-03-01"), 6);
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
    policy: { ...roomyPolicy, lists: { shrinkPercentMax: 100 } },
  });
  const acme = service.as("acme");
  await service.recordLists();
  await eventsOf(acme, "");
  await passMinute(service);
  const second = listed([2, 3, 4, 5], "2026-03-02");
  await publish(second, 7);
  await service.refreshLists();
  await service.recordLists();
  await passMinute(service);
  await passMinute(service);
  const [changed, ...others] = await eventsOf(acme, "lists.changed");
  assert.deepEqual(others, []);
  const sources = changed?.data["sources"] as readonly Readonly<Record<string, unknown>>[];
  assert.deepEqual(
    sources.map(({ source, added, changed, removed }) => [
      ...[source, added, changed, removed],
    ]),
    [["un-sc", 2, 0, 1]],
  );
  const { body } = await acme.get(`/v1/lists/changes?since=${changed?.data["snapshotId"]}`);
  assert.deepEqual(body.changes, []);
});

Deno.test("of two servers of one store one raises what the clock brings about", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceInMemory({ kv });
  await using two = await serviceInMemory({ kv, seed: 8 });
  const acme = one.as("acme");
  await eventsOf(acme, "");
  await Promise.all([passMinute(one), passMinute(two)]);
  for (let at = 0; at < 30; at++) {
    await acme.post("/v1/screen", { name: at % 2 === 0 ? POSSIBLE_NAME : CONFIRMED_NAME });
  }
  for (const { clock } of [one, two]) clock.advance({ hours: 73 });
  await Promise.all([passMinute(one), passMinute(two)]);
  await Promise.all([passMinute(one), passMinute(two)]);
  const overdue = await eventsOf(acme, "screening.review_overdue");
  const decisions = overdue.map(({ data }) => data["decisionId"]);
  assert.equal(decisions.length, 15);
  assert.equal(new Set(decisions).size, 15);
});
