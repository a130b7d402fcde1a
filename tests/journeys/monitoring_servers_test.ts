import assert from "node:assert/strict";
import type { AuditEvent } from "../../core/audit/event.ts";
import { ClientId } from "../../core/access/schema.ts";
import type { MonitoringRun } from "../../core/monitoring/schema.ts";
import { removeRemains } from "../../kv/client_data/client_remains.ts";
import {
  monitoredBooks,
  monitoredCounts,
  monitoredSubjects,
  monitoringRuns,
  monitoringStates,
} from "../../kv/monitoring/monitoring_keys.ts";
import { screeningDecisions } from "../../kv/screening/decisions.ts";
import { queuedDecisions } from "../../kv/screening/review_queue.ts";
import { failingBackend } from "../support/failing_backend.ts";
import { folderOf } from "../support/folder.ts";
import { runsPath, subjectsPath } from "../support/monitoring.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const names = [CLEAR_NAME, POSSIBLE_NAME, CLEAR_NAME, CONFIRMED_NAME];
const size = 120;
const items = Array.from({ length: size }, (_, at) => ({
  subjectRef: `c-${at}`,
  name: names[at % names.length],
}));

/** Imports a book whose first run is due. */
async function importBook(service: TestService, client = "acme"): Promise<void> {
  const acme = service.as(client);
  const { status, text } = await acme.post(`${subjectsPath}/import?generation=g1`, { items });
  assert.equal(status, 200, text);
  const finished = await acme.post(`${subjectsPath}/import/g1/finish?remove=0`, null);
  assert.equal(finished.status, 200, finished.text);
}

async function runsOf(service: TestService): Promise<readonly MonitoringRun[]> {
  const { status, body, text } = await service.as("acme").get(runsPath);
  assert.equal(status, 200, text);
  return body.runs;
}

/** Asserts that every match is open once: queue, decisions, audit chain and run agree. */
async function assertOpenedOnce(service: TestService): Promise<void> {
  const [run, ...others] = await runsOf(service);
  assert.equal(others.length, 0);
  const { subjects, compared, hits, opened, endedAt } = run!;
  assert.notEqual(endedAt, null);
  assert.deepEqual([subjects, compared, hits, opened], [size, size, size / 2, size / 2]);
  const { body: queue } = await service.as("acme").get("/v1/screen/decisions?limit=200");
  const refs = queue.decisions.map(({ subjectRef }: Record<string, unknown>) => subjectRef);
  assert.deepEqual([refs.length, new Set(refs).size, queue.totals.OPEN], [60, 60, 60]);
  const events = await service.auditEvents();
  const count = (kind: AuditEvent["kind"]) => events.filter((event) => event.kind === kind).length;
  assert.deepEqual([count("SCREENING_DECISION"), count("MONITORING_RUN_ENDED")], [60, 1]);
}

Deno.test("two servers on one store open each match of a run once", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceInMemory({ kv, seed: 1 });
  await using other = await serviceInMemory({ kv, seed: 2 });
  await importBook(one);
  // Their leases are over at once, so that they contend for every commit.
  const races = [one, other].map(async (service) => {
    for (;;) {
      service.clock.advance({ seconds: 61 });
      await service.runMonitoring();
      const [run] = await runsOf(service);
      if (run !== undefined && run.endedAt !== null) return;
    }
  });
  await Promise.all(races);
  await assertOpenedOnce(other);
});

for (const death of ["before", "after"] as const) {
  for (const commits of [1, 2, 5, 9]) {
    Deno.test(`a server goes on where another died ${death} commit ${commits} of a run`, async () => {
      await using folder = await folderOf({});
      const kv = `${folder.path}/kv.sqlite3`;
      await using other = await serviceInMemory({ kv, seed: 2 });
      await importBook(other);
      {
        let left = Infinity;
        await using dying = await serviceInMemory({
          kv,
          seed: 1,
          wrapBackend: (backend) => ({
            ...backend,
            commit: async (raw) => {
              if (left-- > 0) return await backend.commit(raw);
              if (left === -1 && death === "after") await backend.commit(raw);
              throw new Error("died");
            },
          }),
        });
        left = commits;
        await dying.runMonitoring();
        left = Infinity;
      }
      const begun = await runsOf(other);
      assert(begun.every(({ endedAt }) => endedAt === null));
      await other.runMonitoring();
      if ((begun[0]?.subjects ?? 0) > 0) {
        assert.deepEqual(await runsOf(other), begun, "it is leased");
      }
      other.clock.advance({ seconds: 60 });
      await other.runMonitoring();
      await assertOpenedOnce(other);
    });
  }
}

Deno.test("a run that fails is tried again later each time, and ends once it can", async () => {
  const { fail, wrapBackend } = failingBackend();
  await using service = await serviceInMemory({ wrapBackend });
  await importBook(service);
  const failures = () => service.logLines.filter((line) => line.includes("monitoring_run_failed"));
  fail("commits");
  await service.runMonitoring();
  for (const [at, seconds] of [15, 30, 60, 120, 240, 240].entries()) {
    service.clock.advance({ seconds: seconds - 1 });
    await service.runMonitoring();
    assert.equal(failures().length, at + 1, "too early");
    service.clock.advance({ seconds: 1 });
    await service.runMonitoring();
    assert.equal(failures().length, at + 2, `after ${seconds} s`);
  }
  fail(null);
  service.clock.advance({ seconds: 240 });
  await service.runMonitoring();
  await assertOpenedOnce(service);
});

Deno.test("a customer who is removed or changed while a run compares it has no decision of what it was", async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let held = false;
  await using service = await serviceInMemory({
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (raw) => {
        // The first commit that opens a decision.
        const opens = raw.puts.some(({ key: [kind] }) => kind === screeningDecisions.name);
        if (held && opens) {
          held = false;
          reached.resolve();
          await released.promise;
        }
        return await backend.commit(raw);
      },
    }),
  });
  const acme = service.as("acme");
  await acme.post(`${subjectsPath}/import?generation=g1`, {
    items: [
      { subjectRef: "c-1", name: POSSIBLE_NAME },
      { subjectRef: "c-2", name: POSSIBLE_NAME },
    ],
  });
  await acme.post(`${subjectsPath}/import/g1/finish?remove=0`, null);
  held = true;
  const running = service.runMonitoring();
  await reached.promise;
  assert.equal((await acme.delete(`${subjectsPath}/c-1`)).status, 200);
  assert.equal((await acme.put(`${subjectsPath}/c-2`, { name: CLEAR_NAME })).status, 200);
  released.resolve();
  await running;
  const { body } = await acme.get("/v1/screen/decisions?origin=monitoring&state=all");
  assert.deepEqual(
    body.decisions.map((
      row: Record<string, unknown>,
    ) => [row["subjectRef"], row["classification"]]),
    [["c-2", "CLEAR"]],
  );
});

Deno.test("nothing is left of a book whose run goes on while its client is offboarded", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using operator = await serviceInMemory({ kv, seed: 2 });
  let steps = 0;
  await using server = await serviceInMemory({
    kv,
    seed: 1,
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (raw) => {
        const isStep = raw.checks.some(({ key: [kind] }) => kind === monitoringStates.name);
        if (isStep && ++steps === 4) await removeRemains(operator.store, ClientId.parse("acme"));
        return await backend.commit(raw);
      },
    }),
  });
  await importBook(server);
  await server.runMonitoring();
  assert.equal(steps, 4, "it stops");
  const kinds = [
    ...[monitoredBooks, monitoredSubjects, monitoredCounts, monitoringStates, monitoringRuns],
    ...[screeningDecisions, queuedDecisions],
  ];
  for (const { name } of kinds) {
    const left = await Array.fromAsync(operator.store.removalsIn({ prefix: [name] }));
    assert.equal(left.length, 0, name);
  }
});
