import assert from "node:assert/strict";
import { z } from "zod";
import type { ListedEntity } from "../../core/matching/ports.ts";
import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import { monitoredSubjects, monitoringStates } from "../../kv/monitoring/monitoring_keys.ts";
import { StoredSubject } from "../../kv/monitoring/monitored_book.ts";
import { put } from "../../kv/store/store.ts";
import { putRecord } from "../support/clients.ts";
import { entity } from "../support/entity.ts";
import { folderOf } from "../support/folder.ts";
import { runsPath, subjectsPath } from "../support/monitoring.ts";
import { manifestOf, publishInto, snapshotOf, testSigner } from "../support/published_lists.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const signer = await testSigner();
const listed = entity(1, [["Viktor Grobanov", "primary"]]);
const added = entity(2, [["Ottilie Quastenflosser", "primary"]]);
const customer = { name: "Ottilie Quastenflosser" };

/** Entries, by list. */
type ListEntries = Readonly<Record<string, readonly ListedEntity[]>>;

/** A folder into which lists are published, each a minute later. */
async function openPublisher(first: ListEntries) {
  const folder = await folderOf({});
  let minute = 0;
  const publish = async (lists: ListEntries) => {
    const snapshot = snapshotOf(
      Object.entries(lists).map(([source, entities]) => ({
        ...{ source, asOf: "2026-03-01", entities },
      })),
    );
    const createdAt = `2026-03-02T00:${String(++minute).padStart(2, "0")}:00.000Z`;
    await publishInto(folder.path, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  };
  await publish(first);
  return {
    publish,
    /** Opens a live service with monitoring on these lists. */
    open: async (options: Parameters<typeof serviceInMemory>[0] = {}) => {
      const service = await serviceInMemory({
        mode: "live",
        env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
        policy: { lists: { shrinkPercentMax: 100 } },
        ...options,
      });
      await putRecord(service, "acme", { monitoring: true });
      await service.recordLists();
      return service;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Puts the published lists in force in a service, and records them. */
async function take(service: TestService): Promise<void> {
  service.clock.advance({ seconds: 10 });
  await service.refreshLists();
  await service.recordLists();
}

async function runOften(...services: readonly TestService[]): Promise<void> {
  for (let times = 0; times < 3; times++) {
    for (const service of services) {
      service.clock.advance({ seconds: 100 });
      await service.runMonitoring();
    }
  }
}

async function runsOf(service: TestService): Promise<readonly MonitoringRun[]> {
  const { status, body, text } = await service.as("acme").get(runsPath);
  assert.equal(status, 200, text);
  return body.runs;
}

/** References of customers with a decision that is not clear. */
async function matchedIn(service: TestService): Promise<readonly string[]> {
  const { body } = await service.as("acme").get("/v1/screen/decisions?state=all&limit=200");
  return body.decisions
    .filter(({ classification }: Record<string, unknown>) => classification !== "CLEAR")
    .map(({ subjectRef }: Record<string, unknown>) => subjectRef);
}

async function importAll(
  service: TestService,
  items: readonly Record<string, unknown>[],
  generation = "g1",
): Promise<void> {
  const acme = service.as("acme");
  const { status, text } = await acme.post(`${subjectsPath}/import?generation=${generation}`, {
    items,
  });
  assert.equal(status, 200, text);
  const path = `${subjectsPath}/import/${generation}/finish?remove=0`;
  const finished = await acme.post(path, null);
  assert.equal(finished.status, 200, finished.text);
}

/** Two servers on one store; the second one loads newer lists later. */
async function withTwo(
  run: (servers: {
    readonly newer: TestService;
    readonly older: TestService;
    /** Publishes another entry; one server loads it. */
    readonly change: () => Promise<void>;
    readonly follow: () => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  await using store = await folderOf({});
  const kv = `${store.path}/kv.sqlite3`;
  await using publisher = await openPublisher({ "ofac-sdn": [listed] });
  await using newer = await publisher.open({ kv, seed: 1 });
  await using older = await publisher.open({ kv, seed: 2 });
  await run({
    ...{ newer, older },
    change: async () => {
      await publisher.publish({ "ofac-sdn": [listed, added] });
      older.clock.advance({ seconds: 10 });
      await take(newer);
    },
    follow: () => take(older),
  });
}

Deno.test("a server with older lists leaves a requested run to those with newer ones", () =>
  withTwo(async ({ newer, older, change }) => {
    await importAll(newer, [{ subjectRef: "c-1", ...customer }]);
    await newer.runMonitoring();
    await change();
    assert.equal((await newer.as("acme").post(runsPath, null)).status, 202);
    await runOften(older);
    assert.deepEqual(await matchedIn(newer), []);
    assert.equal((await runsOf(newer))[0]!.endedAt, null);
    await runOften(newer);
    assert.deepEqual(await matchedIn(newer), ["c-1"]);
  }));

Deno.test("a run that was requested of a server with older lists is on the lists that it compares with", () =>
  withTwo(async ({ newer, older, change }) => {
    await importAll(newer, [{ subjectRef: "c-1", ...customer }]);
    await newer.runMonitoring();
    await change();
    const { body: asked } = await older.as("acme").post(runsPath, null);
    await runOften(newer);
    const [run, ...others] = await runsOf(newer);
    assert.equal(others.length, 1, "one run suffices");
    assert.notDeepEqual(run!.listSnapshotIds, asked.listSnapshotIds);
    assert.deepEqual(await matchedIn(newer), ["c-1"]);
  }));

Deno.test("a server with older lists compares no import", () =>
  withTwo(async ({ newer, older, change }) => {
    await newer.as("acme").put(`${subjectsPath}/x`, { name: "Ida Unlisted" });
    await change();
    await newer.runMonitoring();
    await importAll(newer, [{ subjectRef: "x", name: "Ida Unlisted" }, {
      ...{ subjectRef: "c-1", ...customer },
    }]);
    await runOften(older);
    assert.deepEqual(await matchedIn(newer), []);
    await runOften(newer);
    assert.deepEqual(await matchedIn(newer), ["c-1"]);
  }));

Deno.test("a customer who is PUT at a server with older lists is compared with the newer ones", () =>
  withTwo(async ({ newer, older, change, follow }) => {
    await newer.as("acme").put(`${subjectsPath}/x`, { name: "Ida Unlisted" });
    await change();
    await newer.runMonitoring();
    const answer = await older.as("acme").put(`${subjectsPath}/c-1`, customer);
    assert.deepEqual([answer.status, answer.body.classification], [201, "CLEAR"]);
    await follow();
    await runOften(older, newer);
    assert.deepEqual(await matchedIn(newer), ["c-1"]);
    assert.equal((await runsOf(newer)).length, 2, "each run once");
  }));

/**
 * Twenty entries with one name, so that a customer of that name has the maximum number of shown
 * matches.
 */
function namesakes(birth: string, firstBirth = birth): ListEntries {
  const entities = Array.from({ length: 20 }, (_, at) => {
    const births = [at === 0 ? firstBirth : birth];
    return entity(100 + at, [["Maria Lopezov", "primary"]], { births });
  });
  return { "ofac-sdn": entities };
}

const largest = [
  { why: "of Latin letters", letter: "f" },
  { why: "of letters of two bytes", letter: "ж" },
  { why: "of letters of three bytes", letter: "中" },
];
for (const { why, letter } of largest) {
  Deno.test(`a run ends over customers with as many wallet addresses as they may have, ${why}`, async () => {
    await using publisher = await openPublisher(namesakes("1961"));
    await using service = await publisher.open();
    const walletAddresses = Array.from({ length: 100 }, (_, at) => `x${at}`.padEnd(500, letter));
    await importAll(
      service,
      Array.from({ length: 12 }, (_, at) => ({
        ...{ subjectRef: `c-${at}`, name: "Maria Lopezov", walletAddresses },
      })),
    );
    await runOften(service);
    const [run] = await runsOf(service);
    assert.deepEqual([run!.subjects, run!.opened, run!.endedAt !== null], [12, 12, true]);
    assert(!service.logLines.some((line) => line.includes("monitoring_run_failed")));
  });
}

Deno.test("a customer whose record is damaged stops no other, and can be put again or removed", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const items = Array.from({ length: 4 }, (_, at) => ({
    ...{ subjectRef: `c-${at}`, name: "Viktor Sandbergov" },
  }));
  await importAll(service, items);
  const damage = async (count: number) => {
    const range = { prefix: monitoredSubjects.key() };
    const entries = await Array.fromAsync(service.store.list(StoredSubject, range));
    for (const { value, set } of entries.slice(0, count)) {
      await service.store.commit([set({ ...value, sealed: `${value.sealed.slice(0, -4)}AAAA` })]);
    }
  };
  await damage(2);
  await runOften(service);
  const [run] = await runsOf(service);
  const { subjects, compared, skipped, opened, endedAt } = run!;
  assert.deepEqual([subjects, compared, skipped, opened, endedAt !== null], [4, 2, 2, 2, true]);
  const lines = service.logLines.filter((line) => line.includes("monitored_subject_damaged"));
  assert.equal(lines.length, 1);
  assert(!items.some(({ subjectRef }) => lines[0]!.includes(subjectRef)));
  const { status, body } = await acme.get(subjectsPath);
  assert.deepEqual([status, body.subjects.length, body.total], [200, 2, 4]);
  const readable = body.subjects.map(({ subjectRef }: Record<string, unknown>) => subjectRef);
  const [one, other] = items.filter(({ subjectRef }) => !readable.includes(subjectRef));
  assert.equal((await acme.get(`${subjectsPath}/${one!.subjectRef}`)).status, 500);
  const again = await acme.put(`${subjectsPath}/${one!.subjectRef}`, { name: one!.name });
  assert.equal(again.status, 200, "it was monitored before");
  const removed = await acme.delete(`${subjectsPath}/${other!.subjectRef}`);
  assert.deepEqual(removed.body, { removed: 1, total: 3 });
  await damage(4);
  await importAll(service, items, "g2");
  assert.deepEqual((await acme.get(subjectsPath)).body.total, 4);
});

Deno.test("a client whose monitoring is damaged stops no other client's", async () => {
  await using service = await serviceInMemory();
  const clients = ["acme", "globex", "initech"];
  for (const client of clients) {
    await service.as(client).put(`${subjectsPath}/c-1`, { name: "Ida Unlisted" });
    assert.equal((await service.as(client).post(runsPath, null)).status, 202);
  }
  const range = { prefix: monitoringStates.key() };
  const [state] = await Array.fromAsync(service.store.removalsIn(range));
  await service.store.commit([put(z.object({}), state!.key, {})]);
  await runOften(service);
  const ends = (await service.auditEvents()).filter(({ kind }) => kind === "MONITORING_RUN_ENDED");
  assert.equal(ends.length, 2);
  const lines = service.logLines.filter((line) => line.includes("monitoring_state_damaged"));
  assert.equal(lines.length, 1);
});

Deno.test("an import takes customers with many matches again, and keeps what is known of them", async () => {
  await using publisher = await openPublisher(namesakes("1961"));
  await using service = await publisher.open();
  const items = Array.from({ length: 60 }, (_, at) => ({
    ...{ subjectRef: `c-${at}`, name: "Maria Lopezov" },
  }));
  await importAll(service, items);
  for (const birth of ["1962", "1963", "1964", "1965", "1966", "1967", "1968"]) {
    await runOften(service);
    await publisher.publish(namesakes(birth));
    await take(service);
  }
  await runOften(service);
  const before = await runsOf(service);
  await importAll(service, items, "g2");
  await runOften(service);
  const { body } = await service.as("acme").get(`${subjectsPath}/c-1`);
  assert.equal(body.generation, "g2");
  assert.deepEqual((await runsOf(service)).map(({ opened }) => opened), [
    0,
    ...before.map(({ opened }) => opened),
  ]);
});

Deno.test("an import puts customers who are too large for one commit by several", async () => {
  await using service = await serviceInMemory();
  const otherNames = Array.from({ length: 10 }, (_, at) => `${"Ж".repeat(190)} ${at}`);
  const walletAddresses = Array.from({ length: 40 }, (_, at) => `x${at}`.padEnd(500, "ж"));
  const items = Array.from({ length: 40 }, (_, at) => ({
    ...{ subjectRef: `c-${at}`, name: "Ida Unlisted", otherNames, walletAddresses },
  }));
  const put = async (generation: string) => {
    const path = `${subjectsPath}/import?generation=${generation}`;
    const { body } = await service.as("acme").post(path, { items });
    const { rows, added, changed, unchanged, total } = body;
    return [rows, added, changed, unchanged, total];
  };
  assert.deepEqual(await put("g1"), [40, 40, 0, 0, 40]);
  assert.deepEqual(await put("g2"), [40, 0, 0, 40, 40]);
});

Deno.test("a customer who is PUT during an import stays in its generation", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const items = ["c-1", "c-2"].map((subjectRef) => ({ subjectRef, name: "Ida Unlisted" }));
  await acme.post(`${subjectsPath}/import?generation=g1`, { items });
  const data = { name: "Ida Unlisted", dob: "1970-02-03" };
  assert.equal((await acme.put(`${subjectsPath}/c-1`, data)).status, 200);
  assert.equal((await acme.put(`${subjectsPath}/c-3`, data)).status, 201);
  const finished = await acme.post(`${subjectsPath}/import/g1/finish?remove=1`, null);
  assert.deepEqual(finished.body, { removed: 1, total: 2 });
  const { body } = await acme.get(`${subjectsPath}/c-1`);
  assert.deepEqual([body.request, body.generation], [data, "g1"]);
});

Deno.test("a match that lasts opens once, however many others change meanwhile", async () => {
  await using publisher = await openPublisher(namesakes("1961"));
  await using service = await publisher.open();
  await importAll(service, [{ subjectRef: "c-1", name: "Maria Lopezov" }]);
  await service.runMonitoring();
  for (let year = 1962; year < 1972; year++) {
    await publisher.publish(namesakes(String(year), "1961"));
    await take(service);
    await service.runMonitoring();
  }
  assert.equal((await matchedIn(service)).length, 11);
  assert.equal((await service.as("acme").post(runsPath, null)).status, 202);
  await service.runMonitoring();
  assert.equal((await matchedIn(service)).length, 11);
});

Deno.test("a customer is compared with those of its lists that are in force, and skipped without one", async () => {
  const other = entity(7, [["Evander Fitzwilliam", "primary"]], { source: "un-sc" });
  await using publisher = await openPublisher({ "ofac-sdn": [listed], "un-sc": [other] });
  await using service = await publisher.open();
  const acme = service.as("acme");
  for (const [ref, sources] of [["both", ["ofac-sdn", "un-sc"]], ["gone", ["un-sc"]]] as const) {
    const put = await acme.put(`${subjectsPath}/${ref}`, { ...customer, sources });
    assert.equal(put.status, 201, put.text);
  }
  await publisher.publish({ "ofac-sdn": [listed, added] });
  await take(service);
  await service.runMonitoring();
  assert.deepEqual(await matchedIn(service), ["both"]);
  const [run] = await runsOf(service);
  assert.deepEqual([run!.kind, run!.subjects, run!.skipped, run!.opened], ["delta", 2, 1, 1]);
  // The list comes back, with an entry that is new.
  const back = entity(8, [["Ottilie Quastenflosser", "primary"]], { source: "un-sc" });
  await publisher.publish({ "ofac-sdn": [listed, added], "un-sc": [other, back] });
  await take(service);
  await service.runMonitoring();
  assert.deepEqual((await matchedIn(service)).toSorted(), ["both", "both", "gone"]);
});

Deno.test("a namesake is a match of whom the answer has no room for, in a run over what changed too", async () => {
  const name = "Maria Lopezov";
  const namesakes = Array.from({ length: 25 }, (_, at) => entity(100 + at, [[name, "primary"]]));
  await using publisher = await openPublisher({ "ofac-sdn": namesakes });
  await using service = await publisher.open();
  await importAll(service, [{ subjectRef: "c-1", name }]);
  await runOften(service);
  assert.deepEqual(await matchedIn(service), ["c-1"]);
  await publisher.publish({ "ofac-sdn": [...namesakes, entity(999, [[name, "primary"]])] });
  await take(service);
  await runOften(service);
  assert.deepEqual(await matchedIn(service), ["c-1", "c-1"]);
});

Deno.test("the entries of a list that is new are compared, though no change of it is on record", async () => {
  await using publisher = await openPublisher({ "ofac-sdn": [listed] });
  await using service = await publisher.open();
  await importAll(service, [{ subjectRef: "c-1", ...customer }]);
  await runOften(service);
  assert.deepEqual(await matchedIn(service), []);
  await publisher.publish({
    "ofac-sdn": [listed],
    "un-sc": [{ ...added, source: "un-sc" }],
  });
  await take(service);
  await runOften(service);
  assert.deepEqual(await matchedIn(service), ["c-1"]);
});
