import assert from "node:assert/strict";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { BatchResultsPage } from "../../core/screening/batch_schema.ts";
import { entity } from "../support/entity.ts";
import { folderOf } from "../support/folder.ts";
import { manifestOf, publishInto, snapshotOf, testSigner } from "../support/published_lists.ts";
import { type ServiceClient, serviceInMemory, type TestService } from "../support/service.ts";

const path = "/v1/screen/batches";
const signer = await testSigner();

const [standing, changed, removed, added] = [
  "Aurelio Brandtvik",
  "Casimir Dolgorukov",
  "Evander Fitzwilliam",
  "Gundobad Hrothgarsen",
].map((name, number) => entity(number, [[name, "primary"]]));
assert(
  standing !== undefined && changed !== undefined && removed !== undefined && added !== undefined,
);
const wallet = "0x7F367cC41522cE07553e823bf3be79A889DEbe1B";
const first = [standing, changed, removed];
const second = [standing, { ...changed, births: ["1970"] }, added];
const book = [
  { subjectRef: "c-1", name: "Aurelio Brandtvik" },
  { subjectRef: "c-2", name: "Casimir Dolgorukov" },
  { subjectRef: "c-3", name: "Evander Fitzwilliam" },
  { subjectRef: "c-4", name: "Ida Unlisted", otherNames: ["Gundobad Hrothgarsen"] },
  { subjectRef: "c-5", name: "Ida Unlisted" },
];

/** A live service; the test puts its lists in force. */
async function openDesk() {
  const folder = await folderOf({});
  let hour = 0;
  const publish = async (entities: readonly ListedEntity[]) => {
    const lists = Map.groupBy(entities, ({ source }) => source);
    const snapshot = snapshotOf(
      [...lists].map(([source, entities]) => ({ source, asOf: "2026-03-01", entities })),
    );
    const createdAt = `2026-03-02T0${++hour}:00:00.000Z`;
    await publishInto(folder.path, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  };
  await publish(first);
  const service = await serviceInMemory({
    mode: "live",
    env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
    policy: { lists: { shrinkPercentMax: 100 } },
  });
  await service.recordLists();
  return {
    service,
    acme: service.as("acme"),
    /** Puts lists in force, and records them unless the test says otherwise. */
    take: async (entities: readonly ListedEntity[], { isRecorded = true } = {}) => {
      await publish(entities);
      await service.refreshLists();
      if (isRecorded) await service.recordLists();
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function snapshotInForce(acme: ServiceClient): Promise<string> {
  const { body } = await acme.get("/v1/lists");
  return body.listSnapshotIds[0];
}

async function accepted(acme: ServiceClient, changedSince: string): Promise<string> {
  const { status, body, text } = await acme.post(path, { items: book, changedSince });
  assert.equal(status, 202, text);
  return body.batchId;
}

async function resultsOf(acme: ServiceClient, id: string): Promise<BatchResultsPage> {
  const { status, body, text } = await acme.get(`${path}/${id}/results`);
  assert.equal(status, 200, text);
  return BatchResultsPage.parse(body);
}

async function decisionsOf(service: TestService) {
  const events = await service.auditEvents();
  return events.filter(({ kind }) => kind === "SCREENING_DECISION");
}

Deno.test("changedSince decides the items that an added or changed entry matches, and no other", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  const before = await snapshotInForce(acme);
  await desk.take(second);
  const id = await accepted(acme, before);
  await service.runBatches();
  const { body } = await acme.get(`${path}/${id}`);
  assert.deepEqual([body.state, body.changedSince], ["DONE", before]);
  const { done, clear, possible, confirmed } = body.counts;
  assert.deepEqual([done, clear, possible + confirmed], [5, 3, 2]);
  const { results, nextCursor } = await resultsOf(acme, id);
  assert.equal(nextCursor, null);
  assert.deepEqual(results.map(({ subjectRef }) => subjectRef), ["c-2", "c-4"]);
  assert.equal((await decisionsOf(service)).length, 2);
  const last = results.at(-1);
  const screened = await acme.post("/v1/screen", book[3]);
  assert.equal(last?.topCandidate?.score, screened.body.candidates[0].classifyResult.score);
});

Deno.test("changedSince of the lists in force finds nothing, and its results end", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  await desk.take(second);
  const id = await accepted(acme, await snapshotInForce(acme));
  await service.runBatches();
  const { results, nextCursor } = await resultsOf(acme, id);
  assert.deepEqual([results, nextCursor], [[], null]);
  assert.equal((await decisionsOf(service)).length, 0);
});

Deno.test("changedSince waits until what is in force is recorded", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  const before = await snapshotInForce(acme);
  await desk.take(second, { isRecorded: false });
  const id = await accepted(acme, before);
  await service.runBatches();
  assert.equal((await acme.get(`${path}/${id}`)).body.counts.done, 0);
  await service.recordLists();
  service.clock.advance({ seconds: 6 });
  await service.runBatches();
  assert.equal((await resultsOf(acme, id)).results.length, 2);
});

Deno.test("changedSince finds the entries of a list that is new", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  const before = await snapshotInForce(acme);
  const name = "Ottilie Quastenflosser";
  await desk.take([...first, { ...entity(7, [[name, "primary"]]), source: "un-sc" }]);
  const items = [{ subjectRef: "c-1", name: "Aurelio Brandtvik" }, { subjectRef: "c-2", name }];
  const { body } = await acme.post(path, { items, changedSince: before });
  await service.runBatches();
  const { results } = await resultsOf(acme, body.batchId);
  assert.deepEqual(results.map(({ subjectRef }) => subjectRef), ["c-2"]);
});

Deno.test("changedSince finds a namesake whom the answer has no room for", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  const name = "Maria Lopezov";
  const namesakes = Array.from({ length: 25 }, (_, at) => entity(100 + at, [[name, "primary"]]));
  await desk.take(namesakes);
  const before = await snapshotInForce(acme);
  await desk.take([...namesakes, entity(999, [[name, "primary"]])]);
  const { body } = await acme.post(path, {
    items: [{ subjectRef: "c-1", name }],
    changedSince: before,
  });
  await service.runBatches();
  const { results } = await resultsOf(acme, body.batchId);
  assert.deepEqual(results.map(({ candidates }) => candidates), [26]);
});

Deno.test("changedSince finds an address of an entry that was added", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  const before = await snapshotInForce(acme);
  await desk.take([...second, {
    ...entity(9, [["Kunigunde Liebermann", "primary"]]),
    addresses: [{ address: wallet.toLowerCase(), network: "ETH" }],
  }]);
  const items = [{ subjectRef: "w-1", name: "Ida Unlisted", walletAddresses: [wallet] }];
  const { body } = await acme.post(path, { items, changedSince: before });
  await service.runBatches();
  const { results } = await resultsOf(acme, body.batchId);
  assert.deepEqual(results.map(({ classification }) => classification), ["CONFIRMED_MATCH"]);
});

Deno.test("changedSince refuses lists that were never in force", async (t) => {
  await using desk = await openDesk();
  const cases = ["0".repeat(64), "2026-03-01", "yesterday", "", "A".repeat(64)];
  for (const changedSince of cases) {
    await t.step(`"${changedSince}"`, async () => {
      const { status, body, text } = await desk.acme.post(path, { items: book, changedSince });
      assert.equal(status, 400, text);
      assert.match(body.message, /"changedSince"/);
    });
  }
});

Deno.test("changedSince in a sandbox takes the version of its list, which never changes", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const [{ asOf }] = (await acme.get("/v1/lists")).body.lists;
  const id = await accepted(acme, asOf);
  await service.runBatches();
  assert.deepEqual(await resultsOf(acme, id), { results: [], nextCursor: null });
  const statuses = await Promise.all([asOf, "2000-01-01"].map(async (changedSince) => {
    const answer = await service.fetch(`${path}?${new URLSearchParams({ changedSince })}`, {
      method: "POST",
      headers: { "content-type": "text/csv", "x-aval-sandbox-client": "acme" },
      body: "name\nIda Unlisted\n",
    });
    await answer.body?.cancel();
    return answer.status;
  }));
  assert.deepEqual(statuses, [202, 400]);
});
