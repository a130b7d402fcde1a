import assert from "node:assert/strict";
import type { AuditEvent } from "../../core/audit/event.ts";
import type { BatchResult } from "../../core/screening/batch_schema.ts";
import { ClientId } from "../../core/access/schema.ts";
import { removeRemains } from "../../kv/client_data/client_remains.ts";
import { screeningDecisions } from "../../kv/screening/decisions.ts";
import { queueCounts, queuedDecisions } from "../../kv/screening/review_queue.ts";
import {
  openScreeningBatchIds,
  screeningBatches,
  screeningBatchResults,
  screeningBatchRows,
} from "../../kv/screening/screening_batches.ts";
import { failingBackend } from "../support/failing_backend.ts";
import { folderOf } from "../support/folder.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const path = "/v1/screen/batches";
const names = [CLEAR_NAME, POSSIBLE_NAME, CLEAR_NAME, CONFIRMED_NAME];
const items = Array.from({ length: 400 }, (_, at) => ({
  subjectRef: `c-${at}`,
  name: names[at % names.length],
}));

/**
 * Asserts that every item is decided once: results, decisions, queue, audit chain and usage agree.
 */
async function assertDecidedOnce(service: TestService, batchId: string): Promise<void> {
  const acme = service.as("acme");
  const { body: batch } = await acme.get(`${path}/${batchId}`);
  assert.equal(batch.state, "DONE");
  assert.deepEqual(batch.counts, {
    ...{ items: 400, done: 400, clear: 200, possible: 100, confirmed: 100 },
    ...{ cleared: 0, skipped: 0 },
  });
  const { body: { results } } = await acme.get(`${path}/${batchId}/results?limit=2000`);
  assert.deepEqual(results.map(({ item }: BatchResult) => item), items.map((_, at) => at));
  const decided: string[] = results.map(({ decisionId }: BatchResult) => decisionId);
  assert.equal(new Set(decided).size, 400);
  const events = await service.auditEvents();
  const chained = events.filter((event) => event.kind === "SCREENING_DECISION")
    .map(({ decisionId }) => decisionId);
  assert.deepEqual(chained.toSorted(), decided.toSorted());
  const ends = events.filter(({ kind }: AuditEvent) => kind === "BATCH_ENDED");
  assert.equal(ends.length, 1);
  const { body: queue } = await acme.get("/v1/screen/decisions?limit=200");
  assert.deepEqual([queue.totals.OPEN, queue.decisions.length], [200, 200]);
  service.clock.advance({ hours: 24 });
  const { body: { decisions } } = await acme.get("/v1/screen/usage");
  assert.deepEqual(decisions, { CLEAR: 200, POSSIBLE_MATCH: 100, CONFIRMED_MATCH: 100 });
}

async function sendBatch(service: TestService, client = "acme"): Promise<string> {
  const { status, body, text } = await service.as(client).post(path, { items });
  assert.equal(status, 202, text);
  return body.batchId;
}

Deno.test("two servers on one store decide each item of a batch once", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using one = await serviceInMemory({ kv, seed: 1 });
  await using other = await serviceInMemory({ kv, seed: 2 });
  const id = await sendBatch(one);
  // Their leases are over at once, so that they contend for every commit.
  const races = [one, other].map(async (service) => {
    for (;;) {
      service.clock.advance({ seconds: 16 });
      await service.runBatches();
      const { body } = await service.as("acme").get(`${path}/${id}`);
      if (body.state === "DONE") return;
    }
  });
  await Promise.all(races);
  await assertDecidedOnce(other, id);
});

for (const death of ["before", "after"] as const) {
  for (const commits of [1, 3, 6]) {
    Deno.test(`a server goes on where another died ${death} commit ${commits} of a batch`, async () => {
      await using folder = await folderOf({});
      const kv = `${folder.path}/kv.sqlite3`;
      await using other = await serviceInMemory({ kv, seed: 2 });
      const id = await sendBatch(other);
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
        await dying.runBatches();
        left = Infinity;
      }
      const read = async () => (await other.as("acme").get(`${path}/${id}`)).body;
      const begun = await read();
      assert(begun.counts.done < 400);
      await other.runBatches();
      if (begun.state === "RUNNING") assert.deepEqual(await read(), begun, "it is leased");
      other.clock.advance({ seconds: 15 });
      await other.runBatches();
      await assertDecidedOnce(other, id);
    });
  }
}

Deno.test("a server takes over the batch of one that died while it runs another", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  let commits = Infinity;
  let looks = 0;
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  await using other = await serviceInMemory({
    kv,
    seed: 2,
    wrapBackend: (backend) => ({
      ...backend,
      page: async (range, options) => {
        const isLook = range.prefix[0] === openScreeningBatchIds.name;
        if (isLook && commits < 0 && ++looks === 2) resolve();
        return await backend.page(range, options);
      },
      commit: async (raw) => {
        // Its own batch runs while the other's lease ends.
        if (commits-- === 0) {
          other.clock.advance({ seconds: 15 });
          await looked;
        }
        return await backend.commit(raw);
      },
    }),
  });
  const ofDead = await sendBatch(other);
  {
    let left = Infinity;
    await using dying = await serviceInMemory({
      kv,
      seed: 1,
      wrapBackend: (backend) => ({
        ...backend,
        commit: async (raw) => {
          if (left-- > 0) return await backend.commit(raw);
          throw new Error("died");
        },
      }),
    });
    left = 3;
    await dying.runBatches();
    left = Infinity;
  }
  const own = await sendBatch(other, "globex");
  commits = 3;
  await other.runBatches();
  const { body } = await other.as("globex").get(`${path}/${own}`);
  assert.equal(body.state, "DONE");
  const { body: taken } = await other.as("acme").get(`${path}/${ofDead}`);
  assert.equal(taken.state, "DONE");
});

Deno.test("a batch that fails is tried again later each time, and runs once it can", async () => {
  const { fail, wrapBackend } = failingBackend();
  await using service = await serviceInMemory({ wrapBackend });
  const id = await sendBatch(service);
  const failures = () => service.logLines.filter((line) => line.includes("screening_batch_failed"));
  fail("commits");
  await service.runBatches();
  for (const [at, seconds] of [15, 30, 60, 120, 240, 240].entries()) {
    service.clock.advance({ seconds: seconds - 1 });
    await service.runBatches();
    assert.equal(failures().length, at + 1, "too early");
    service.clock.advance({ seconds: 1 });
    await service.runBatches();
    assert.equal(failures().length, at + 2, `after ${seconds} s`);
  }
  fail(null);
  service.clock.advance({ seconds: 240 });
  await service.runBatches();
  assert.equal(failures().length, 7);
  await assertDecidedOnce(service, id);
});

Deno.test("nothing is left of a batch that runs while its client is offboarded", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: stepped, resolve: step } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let removing: Promise<unknown> | null = null;
  let removals = 0;
  await using operator = await serviceInMemory({
    kv,
    seed: 2,
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (raw) => {
        if (removing === null) return await backend.commit(raw);
        begin();
        await (removals++ === 0 ? stepped : over);
        const committed = await backend.commit(raw);
        stop();
        return committed;
      },
    }),
  });
  let steps = 0;
  await using server = await serviceInMemory({
    kv,
    seed: 1,
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (raw) => {
        // The acceptance of the batch is the first.
        if (raw.checks.some(({ key: [kind] }) => kind === screeningBatches.name)) steps += 1;
        if (steps === 3 && removing === null) {
          removing = removeRemains(operator.store, ClientId.parse("acme"));
          await begun;
        }
        if (steps === 6) {
          step();
          await stopped;
        }
        return await backend.commit(raw);
      },
    }),
  });
  await sendBatch(server);
  await server.runBatches();
  end();
  await removing;
  assert.equal(steps, 6, "it stops");
  const kinds = [
    ...[screeningBatches, screeningBatchRows, screeningBatchResults, openScreeningBatchIds],
    ...[screeningDecisions, queuedDecisions, queueCounts],
  ];
  for (const { name } of kinds) {
    const left = await Array.fromAsync(operator.store.removalsIn({ prefix: [name] }));
    assert.equal(left.length, 0, name);
  }
});
