/**
 * Everything that a browser creates in a sandbox is deleted after its session, and nothing else.
 */

import "../../../../base/temporal.ts";
import assert from "node:assert/strict";
import { z } from "zod";
import { ClientId } from "../../../../core/access/schema.ts";
import { snapshotOfFile } from "../../../../kv/backends/sqlite_snapshot.ts";
import { queueOwner } from "../../../../kv/screening/review_queue.ts";
import { openScreeningBatchIds } from "../../../../kv/screening/screening_batches.ts";
import { put } from "../../../../kv/store/store.ts";
import { sandboxBrowsers } from "../../../../kv/console/sandbox_browsers.ts";
import {
  type ConsolePerson,
  sandboxConsole,
  serviceWithConsole,
} from "../../../support/console.ts";
import { folderOf } from "../../../support/folder.ts";
import { POSSIBLE_NAME } from "../../../support/names.ts";
import type { TestService } from "../../../support/service.ts";
import { start } from "../../../support/verifying.ts";

/** Kinds of keys that stay permanently, or whose lifetime the database ends by its own clock. */
const staying =
  /^(?:audit_.*|access_tokens_indexed|counters_removed|person_session|rate_limit|traffic_batch)$/;

/** Every key of a store as text, except those that stay. */
async function keysOf(kv: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const { key } of snapshotOfFile(kv)) {
    if (!staying.test(String(key[0]))) keys.add(JSON.stringify(key));
  }
  return keys;
}

/**
 * Does all acts of a visitor: at the desk, in the console, and by the API under the browser's
 * client.
 */
async function useAll(service: TestService, visitor: ConsolePerson): Promise<void> {
  const own = `/console/client?clientId=${visitor.id}`;
  const seen = /name="seen" value="([0-9a-f]{64})"/.exec((await visitor.get(own)).html)![1]!;
  const done = [
    await visitor.submit(own, "/console/client/record", {
      ...{ clientId: visitor.id, seen, ipAllowlist: "", allowedDomain: "", returnOrigins: "" },
      ...{ subjectUrlTemplate: "", fourEyes: "none", dueHours: "72", others: "{}" },
      monitoring: "yes",
    }),
    await visitor.submit(own, "/console/client/tokens", {
      ...{ clientId: visitor.id, scopes: "", seconds: "2592000" },
    }),
  ];
  assert.deepEqual(done.map(({ status }) => status), [303, 200]);
  const kyb = (await visitor.get("/console/kyb")).html;
  const invented = /href="(\/console\/kyb\/applications\/[^"]+)"/.exec(kyb)![1]!;
  const copy = await visitor.submit(invented, `${invented}/practise`);
  const rejected = await visitor.submit(copy.location!, `${copy.location}/reject`, {
    rationale: "No",
  });
  assert.equal(rejected.status, 303);
  const queue = (await visitor.get("/desk")).html;
  const match = /href="(\/desk\/matches\/[0-9a-f-]{36})/.exec(queue)![1]!;
  const judged = await visitor.submit(match, `${match}/judgements`, { judgement: "dob_differs" });
  assert.equal(judged.status, 303);

  const api = service.as(visitor.id);
  const posted = [
    await api.post("/v1/screen", { name: POSSIBLE_NAME }, { "idempotency-key": "k-1" }),
    await api.post("/v1/screen/batches", { items: [{ name: POSSIBLE_NAME, subjectRef: "c-1" }] }),
    await api.put("/v1/monitoring/subjects/c-2", { name: POSSIBLE_NAME }),
    await api.post("/v1/events/endpoints", { url: "https://127.0.0.1:9443/events" }),
    await api.post("/v1/sandbox/lists/advance", {}),
  ];
  assert.deepEqual(posted.map(({ status }) => Math.floor(status / 100)), [2, 2, 2, 2, 2]);
  await start(api, "age-verification");
  await service.runBatches();
  await service.runMonitoring();
  // One that has not ended.
  await api.post("/v1/screen/batches", { items: [{ name: POSSIBLE_NAME }] });
}

/** Advances the clock past the end of all present sessions. */
async function runOut(service: TestService): Promise<void> {
  service.clock.advance({ hours: 24, minutes: 6 });
  await service.runMaintenance();
}

Deno.test("of a sandbox's browser nothing but the audit log is left, and another browser's stays", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using service = await serviceWithConsole({ kv });
  await service.auditEvents();
  const before = await keysOf(kv);
  const visitor = await sandboxConsole(service);
  await useAll(service, visitor);
  assert.ok((await keysOf(kv)).size > before.size + 40);

  service.clock.advance({ hours: 1 });
  const other = await sandboxConsole(service);
  // Clients that no browser has made, whatever they are called.
  const made = ["desk-by-api", "acme"];
  for (const name of made) await service.as(name).post("/v1/screen", { name: POSSIBLE_NAME });
  const decisionsOf = async (client: string) =>
    (await service.as(client).get("/v1/screen/decisions")).body.decisions.length;

  // The session is over, and what runs under its client's name still ends.
  service.clock.advance({ hours: 23 });
  assert.equal((await visitor.get("/console")).status, 303);
  assert.equal((await visitor.post("/console/client/suspend", { formToken: "x" })).status, 401);
  await service.runMaintenance();
  assert.ok(await decisionsOf(visitor.id) > 0);

  service.clock.advance({ minutes: 6 });
  await service.runMaintenance();
  assert.equal((await other.get("/desk")).status, 200);
  assert.equal(await decisionsOf(other.id), 10);
  for (const name of made) assert.equal(await decisionsOf(name), 1);
  const owners = [visitor.id, queueOwner(ClientId.parse(visitor.id))];
  for (const key of await keysOf(kv)) assert.ok(owners.every((owner) => !key.includes(owner)), key);

  // What is left of those clients is all that is left.
  await runOut(service);
  const others = [other.id, ...made].map((name) => ClientId.parse(name));
  const isOf = (key: string) =>
    others.some((client) => [client, queueOwner(client)].some((part) => key.includes(part)));
  await service.store.sweep();
  const left = [...await keysOf(kv)].filter((key) => !before.has(key) && !isOf(key));
  // The two decisions that clients of the API have made.
  assert.deepEqual(left.filter((key) => !/^\["decision"/.test(key)), []);
  assert.equal(left.length, 2);

  const ended = (await service.auditEvents()).filter(({ kind }) => kind === "CLIENT_OFFBOARDED");
  assert.deepEqual(
    ended.map((event) => "clientId" in event ? event.clientId : null).toSorted(),
    [visitor.id, other.id].toSorted(),
  );
});

Deno.test("two servers delete a sandbox's browsers once, some at a time", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const policy = { rateLimits: { sandboxSessions: { capacity: 45, refillPerSecond: 1 } } };
  await using one = await serviceWithConsole({ kv, policy });
  await using two = await serviceWithConsole({ kv, seed: 8 });
  const visitors: string[] = [];
  for (let at = 0; at < 45; at++) visitors.push((await sandboxConsole(one)).id);
  for (const { clock } of [one, two]) clock.advance({ hours: 24, minutes: 6 });
  const waiting = async () => {
    let count = 0;
    for (const key of await keysOf(kv)) if (key.includes(sandboxBrowsers.name)) count++;
    return count;
  };
  assert.equal(await waiting(), 45);
  await Promise.all([one.runMaintenance(), two.runMaintenance()]);
  const left = await waiting();
  assert.ok(left >= 5 && left < 45, `${left}`);
  for (let runs = 0; runs < 3; runs++) {
    await Promise.all([one.runMaintenance(), two.runMaintenance()]);
  }
  assert.equal(await waiting(), 0);
  const ended = (await one.auditEvents()).filter(({ kind }) => kind === "CLIENT_OFFBOARDED");
  assert.deepEqual(
    ended.map((event) => "clientId" in event ? event.clientId : null).toSorted(),
    visitors.toSorted(),
  );
});

Deno.test("browsers that cannot be deleted hold up no others", async () => {
  await using service = await serviceWithConsole();
  const ids: string[] = [];
  for (let at = 0; at < 21; at++) {
    ids.push((await sandboxConsole(service)).id);
    service.clock.advance({ seconds: 1 });
  }
  const last = ids.pop()!;
  for (const id of ids) {
    const key = openScreeningBatchIds.key(queueOwner(ClientId.parse(id)));
    await service.store.commit([put(z.unknown(), key, { damaged: true })]);
  }
  service.clock.advance({ hours: 24, minutes: 6 });
  for (let run = 0; run < 2; run++) {
    await service.runMaintenance();
    service.clock.advance({ minutes: 11 });
  }
  const left = service.store.removalsIn({ prefix: sandboxBrowsers.key() });
  const waiting = (await Array.fromAsync(left)).map(({ key }) => String(key.at(-1)));
  assert.deepEqual(waiting.toSorted(), ids.toSorted());
  assert.ok(!waiting.includes(last));
  // They are tried again.
  for (const id of ids) {
    const key = openScreeningBatchIds.key(queueOwner(ClientId.parse(id)));
    await service.store.commit(await service.store.removals([key]));
  }
  await service.runMaintenance();
  const rest = service.store.removalsIn({ prefix: sandboxBrowsers.key() });
  assert.deepEqual(await Array.fromAsync(rest), []);
});

Deno.test("a live deployment deletes no browser's client, whatever a sandbox has left in its store", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const { clock, store } = service;
  const key = sandboxBrowsers.key(clock.now().toString({ smallestUnit: "millisecond" }), "acme");
  const value = { leasedUntil: null };
  await store.commit([{ kind: "put", key, stored: z.unknown(), value, chunks: 0 }]);
  await service.as("acme").post("/v1/screen", { name: POSSIBLE_NAME });
  await runOut(service);
  const { body } = await service.as("acme", { roles: ["x"] }).get("/v1/screen/decisions?state=all");
  assert.equal(body.decisions.length, 1);
});
