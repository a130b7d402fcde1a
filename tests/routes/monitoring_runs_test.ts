import assert from "node:assert/strict";
import type { ListedEntity } from "../../core/matching/ports.ts";
import { MonitoringRun, MonitoringRunPage } from "../../core/monitoring/schema.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import { silentTelemetry } from "../../core/telemetry/silent.ts";
import { putRecord } from "../support/clients.ts";
import { entity } from "../support/entity.ts";
import { folderOf } from "../support/folder.ts";
import { manifestOf, publishInto, snapshotOf, testSigner } from "../support/published_lists.ts";
import { type ServiceClient, serviceInMemory } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";

const path = "/v1/monitoring/subjects";
const runsPath = "/v1/monitoring/runs";
const signer = await testSigner();

const names = [
  "Aurelio Brandtvik",
  "Casimir Dolgorukov",
  "Evander Fitzwilliam",
  "Gundobad Hrothgarsen",
];
const [one, two, three, four] = names.map((name, number) => entity(number, [[name, "primary"]]));
assert(one !== undefined && two !== undefined && three !== undefined && four !== undefined);
const items = [
  ...names.map((name, at) => ({ subjectRef: `c-${at + 1}`, name })),
  { subjectRef: "c-5", name: "Ida Unlisted" },
];

/** A live service with monitoring; the test puts its lists in force. */
async function openDesk(policy = {}, telemetry: Telemetry = silentTelemetry) {
  const folder = await folderOf({});
  let hour = 0;
  const publish = async (entities: readonly ListedEntity[]) => {
    const snapshot = snapshotOf([{ source: "ofac-sdn", asOf: "2026-03-01", entities }]);
    const createdAt = `2026-03-02T0${++hour}:00:00.000Z`;
    await publishInto(folder.path, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  };
  await publish([one!, two!]);
  const service = await serviceInMemory({
    mode: "live",
    env: { AVAL_LISTS: `${folder.path}/lists.note#key=${signer.verifierKey}` },
    policy: { lists: { shrinkPercentMax: 100 }, ...policy },
    telemetry,
  });
  await service.recordLists();
  await putRecord(service, "acme", { monitoring: true });
  const acme = service.as("acme");
  return {
    service,
    acme,
    runs: () => runsOf(acme),
    /** Puts lists in force, and records them. */
    take: async (entities: readonly ListedEntity[]) => {
      // Ids of runs are in the order of their time.
      service.clock.advance({ seconds: 1 });
      await publish(entities);
      await service.refreshLists();
      await service.recordLists();
    },
    import: async () => {
      const { status, text } = await acme.post(`${path}/import?generation=g1`, { items });
      assert.equal(status, 200, text);
      assert.equal((await acme.post(`${path}/import/g1/finish?remove=0`, null)).status, 200);
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function runsOf(client: ServiceClient): Promise<readonly MonitoringRun[]> {
  const { status, body, text } = await client.get(runsPath);
  assert.equal(status, 200, text);
  assert.deepEqual(MonitoringRunPage.parse(body), body);
  return body.runs;
}

const numbers = ({ kind, cause, subjects, compared, hits, opened }: MonitoringRun) =>
  [kind, cause, subjects, compared, hits, opened] as const;

/** References of customers with open decisions. */
async function openOf(acme: ServiceClient): Promise<readonly string[]> {
  const { body } = await acme.get("/v1/screen/decisions?origin=monitoring");
  return body.decisions.map(({ subjectRef }: Record<string, unknown>) => subjectRef).toSorted();
}

Deno.test("a run after an import decides who is new, and opens each match once", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  await desk.import();
  assert.deepEqual(await desk.runs(), []);
  await service.runMonitoring();
  const [run, ...others] = await desk.runs();
  assert(run !== undefined && others.length === 0);
  assert.deepEqual(numbers(run), ["delta", "import", 5, 5, 2, 2]);
  assert.equal(run.listSnapshotIds.length, 1);
  assert.notEqual(run.endedAt, null);
  assert.deepEqual(await openOf(acme), ["c-1", "c-2"]);
  await service.runMonitoring();
  assert.equal((await desk.runs()).length, 1);
  const ends = (await service.auditEvents()).filter(({ kind }) => kind === "MONITORING_RUN_ENDED");
  assert.equal(ends.length, 1);
});

Deno.test("a change of the lists opens decisions of whom it concerns, and of no other", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  for (const { subjectRef, ...request } of items) {
    assert.equal((await acme.put(`${path}/${subjectRef}`, request)).status, 201);
  }
  assert.deepEqual(await openOf(acme), ["c-1", "c-2"]);
  await service.runMonitoring();
  assert.deepEqual(await desk.runs(), []);
  // Three is added, two is changed, one stays.
  await desk.take([one!, { ...two!, programs: ["OTHER"] }, three!]);
  await service.runMonitoring();
  const [first] = await desk.runs();
  assert.deepEqual([first!.kind, first!.cause, first!.hits, first!.opened], [
    "delta",
    "lists",
    2,
    2,
  ]);
  assert.deepEqual(await openOf(acme), ["c-1", "c-2", "c-2", "c-3"]);
  // What was removed and comes back as it was has its decision.
  await desk.take([one!]);
  await service.runMonitoring();
  await desk.take([one!, { ...two!, programs: ["OTHER"] }, three!]);
  await service.runMonitoring();
  const runs = await desk.runs();
  assert.deepEqual(runs.map(({ opened }) => opened), [0, 0, 2]);
  assert.equal((await openOf(acme)).length, 4);
});

Deno.test("a whole run begins once a day at its time, and finds nothing twice", async () => {
  await using desk = await openDesk({ monitoring: { wholeAt: "02:00" } });
  const { service } = desk;
  await desk.import();
  await service.runMonitoring();
  const now = service.clock.now();
  const next = now.toZonedDateTimeISO("UTC").add({ days: 1 }).with({
    ...{ hour: 1, minute: 59, second: 59, millisecond: 0, microsecond: 0, nanosecond: 0 },
  });
  service.clock.advance(now.until(next.toInstant()));
  await service.runMonitoring();
  const later = service.as("acme", { roles: ["later"] });
  assert.equal((await runsOf(later)).length, 1, "too early");
  service.clock.advance({ seconds: 1 });
  await service.runMonitoring();
  await service.runMonitoring();
  const runs = await runsOf(later);
  assert.equal(runs.length, 2);
  assert.deepEqual(numbers(runs[0]!), ["whole", "daily", 5, 5, 0, 0]);
});

Deno.test("POST /v1/monitoring/runs starts a run over all, one at a time", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  assert.equal((await acme.post(runsPath, null)).status, 404);
  await desk.import();
  await service.runMonitoring();
  service.clock.advance({ seconds: 1 });
  const started = await acme.post(runsPath, null);
  assert.equal(started.status, 202, started.text);
  assert.deepEqual(MonitoringRun.parse(started.body), started.body);
  const second = await acme.post(runsPath, null);
  assert.deepEqual([second.status, second.body.error], [409, "monitoring_run_in_progress"]);
  assert.deepEqual((await desk.runs())[0], started.body);
  await service.runMonitoring();
  const [run] = await desk.runs();
  assert.deepEqual(numbers(run!), ["requested", "request", 5, 5, 0, 0]);
  assert.equal(run!.runId, started.body.runId);
  const { body: page } = await acme.get(`${runsPath}?limit=1`);
  const { body: last } = await acme.get(`${runsPath}?limit=1&cursor=${page.nextCursor}`);
  assert.deepEqual([last.runs.length, last.runs[0].cause, last.nextCursor], [1, "import", null]);
  await putRecord(service, "globex", { monitoring: true });
  assert.deepEqual(await runsOf(service.as("globex")), []);
});

Deno.test("a match that reviewers have cleared opens nothing, and opens once that is over", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  const cleared = await acme.post("/v1/screen", { subjectRef: "c-1", name: "Aurelio Brandtvig" });
  assert.equal(cleared.body.classification, "POSSIBLE_MATCH", cleared.text);
  const reviewed = await acme.post(`/v1/screen/${cleared.body.meta.decisionId}/review`, {
    ...{ decision: "false_positive", reviewer: "max", clearForDays: 30 },
  });
  assert.equal(reviewed.status, 200, reviewed.text);
  const { status, text } = await acme.post(`${path}/import?generation=g1`, {
    items: [{ subjectRef: "c-1", name: "Aurelio Brandtvig" }],
  });
  assert.equal(status, 200, text);
  await acme.post(`${path}/import/g1/finish?remove=0`, null);
  await service.runMonitoring();
  assert.deepEqual(numbers((await desk.runs())[0]!), ["delta", "import", 1, 1, 1, 0]);
  service.clock.advance({ hours: 24 * 31 });
  await service.runMonitoring();
  const later = service.as("acme", { roles: ["later"] });
  assert.deepEqual(numbers((await runsOf(later))[0]!), ["whole", "daily", 1, 1, 1, 1]);
});

Deno.test("nothing is compared of a client that is suspended, or whose record turns monitoring off", async () => {
  await using desk = await openDesk();
  const { service } = desk;
  await desk.import();
  for (
    const record of [{ status: "SUSPENDED", monitoring: true } as const, { monitoring: false }]
  ) {
    await putRecord(service, "acme", record);
    service.clock.advance({ minutes: 1 });
    await service.runMonitoring();
  }
  await putRecord(service, "acme", { monitoring: true });
  service.clock.advance({ minutes: 1 });
  assert.deepEqual(await desk.runs(), []);
  await service.runMonitoring();
  assert.equal((await desk.runs()).length, 1);
});

Deno.test("a book that is removed while a run is under way ends the run", async () => {
  await using desk = await openDesk();
  const { service, acme } = desk;
  await desk.import();
  await service.runMonitoring();
  await acme.post(runsPath, null);
  assert.equal((await acme.delete(`${path}?confirm=5`)).status, 200);
  await service.runMonitoring();
  const [run] = await desk.runs();
  assert.notEqual(run!.endedAt, null);
  const ends = (await service.auditEvents()).flatMap((event) =>
    event.kind === "MONITORING_RUN_ENDED" ? [[event.run, event.complete]] : []
  );
  assert.deepEqual(ends, [["delta", true], ["requested", false]]);
});

Deno.test("the gauge of late runs says how long a change of the lists has waited", async () => {
  const { telemetry, gauge, counted } = recordedTelemetry();
  await using desk = await openDesk({}, telemetry);
  const { service, acme } = desk;
  const late = async () => {
    await service.runMaintenance();
    return gauge("aval.monitoring.late");
  };
  assert.deepEqual(await late(), [0]);
  assert.equal((await acme.put(`${path}/c-1`, { name: "Aurelio Brandtvik" })).status, 201);
  assert.deepEqual(await late(), [0]);
  await desk.take([one!, two!, three!]);
  service.clock.advance({ minutes: 20 });
  assert.deepEqual(await late(), [1_200]);
  await putRecord(service, "acme", { status: "SUSPENDED", monitoring: true });
  service.clock.advance({ minutes: 1 });
  assert.deepEqual(await late(), [0], "it rests");
  await putRecord(service, "acme", { monitoring: true });
  service.clock.advance({ minutes: 1 });
  assert.deepEqual(await late(), [1_320]);
  await service.runMonitoring();
  assert.deepEqual(await late(), [0]);
  assert.equal(counted.get("aval.monitoring.runs live done"), 1);
});

Deno.test("POST /v1/sandbox/lists/advance shows a client the next lists for an hour, and a run follows", async () => {
  await using service = await serviceInMemory();
  const [acme, globex] = [service.as("acme"), service.as("globex")];
  const screened = async (client: ServiceClient, name: string) =>
    (await client.post("/v1/screen", { name })).body.classification;
  const added = "Ruprecht Wendelstrand";
  for (const client of [acme, globex]) {
    assert.equal(await screened(client, added), "CLEAR");
    for (
      const [ref, name] of [["c-1", added], ["c-2", "Pavlo Drovenchak"], ["c-3", "Ida Unlisted"]]
    ) {
      assert.equal((await client.put(`${path}/${ref}`, { name })).status, 201);
    }
  }
  const advanced = await acme.post("/v1/sandbox/lists/advance", null);
  assert.equal(advanced.status, 200, advanced.text);
  const { body: lists } = await acme.get("/v1/lists");
  assert.deepEqual(
    lists.lists.map(({ source, asOf }: Record<string, unknown>) => ({ source, asOf })),
    advanced.body.lists,
  );
  assert.notEqual(await screened(acme, added), "CLEAR");
  assert.equal(await screened(globex, added), "CLEAR");
  await service.runMonitoring();
  const [run, ...others] = await runsOf(acme);
  assert.deepEqual([run!.cause, run!.opened, others.length], ["lists", 2, 0]);
  assert.deepEqual(await openOf(acme), ["c-1", "c-2", "c-2"]);
  assert.deepEqual([await runsOf(globex), await openOf(globex)], [[], ["c-2"]]);
  service.clock.advance({ minutes: 60 });
  assert.equal(await screened(acme, added), "CLEAR");
  await service.runMonitoring();
  assert.deepEqual((await runsOf(acme)).map(({ opened }) => opened), [0, 2]);
});

Deno.test("lists that a server has advanced are seen at another one, and in live nothing advances", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceInMemory({ kv, seed: 1 });
  await using other = await serviceInMemory({ kv, seed: 2 });
  assert.equal((await one.as("acme").post("/v1/sandbox/lists/advance", null)).status, 200);
  await other.runMonitoring();
  const { body } = await other.as("acme").post("/v1/screen", { name: "Ruprecht Wendelstrand" });
  assert.notEqual(body.classification, "CLEAR");
  await using live = await serviceInMemory({ mode: "live" });
  assert.equal((await live.as("acme").post("/v1/sandbox/lists/advance", null)).status, 404);
});
