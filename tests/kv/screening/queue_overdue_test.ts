import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { secondsOverdue } from "../../../kv/screening/queue_overdue.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../../support/names.ts";
import { serviceInMemory } from "../../support/service.ts";

Deno.test("secondsOverdue() is of the client that is furthest behind, by its own hours", async () => {
  await using service = await serviceInMemory();
  const { store, clock } = service;
  const atRest = service.dataKeys["at-rest"];
  const faults: Error[] = [];
  const quiet = {
    damaged: (fault: Error) => void faults.push(fault),
    closing: new AbortController().signal,
  };
  const overdue = async () => {
    const dueHours = new Map([[ClientId.parse("acme"), 24]]);
    const seconds = await secondsOverdue({
      ...{ store, atRest, mode: "sandbox", now: clock.now(), dueHours, usualDueHours: 72 },
      ...quiet,
    });
    return Math.round(seconds / 3_600);
  };
  // The example of the reference is a match of the client `sandbox`, and a CLEAR waits for nobody.
  const [acme, globex, sandbox] = [
    service.as("acme"),
    service.as("globex"),
    service.as("sandbox"),
  ];
  const { body: { decisions } } = await sandbox.get("/v1/screen/decisions");
  for (const { decisionId } of decisions) {
    await sandbox.post(`/v1/screen/${decisionId}/review`, { decision: "false_positive" });
  }
  await globex.post("/v1/screen", { name: CLEAR_NAME });
  clock.advance({ hours: 200 });
  assert.equal(await overdue(), 0);
  // A client that reviews nothing has no queue to fall behind with.
  await service.as("idle").post("/v1/screen", { name: POSSIBLE_NAME });
  clock.advance({ hours: 200 });
  assert.equal(await overdue(), 0);
  for (const client of [acme, globex]) {
    const { body } = await client.post("/v1/screen", { name: POSSIBLE_NAME });
    await client.post(`/v1/screen/${body.meta.decisionId}/review`, { decision: "false_positive" });
  }
  const { body: { meta } } = await acme.post("/v1/screen", { name: POSSIBLE_NAME });
  await globex.post("/v1/screen", { name: POSSIBLE_NAME });
  clock.advance({ hours: 24 });
  assert.equal(await overdue(), 0);
  clock.advance({ hours: 60 });
  assert.equal(await overdue(), 60);
  // An escalated one waits, too; a closed one does not.
  await acme.post(`/v1/screen/${meta.decisionId}/review`, { decision: "escalated" });
  assert.equal(await overdue(), 60);
  // Of two reviews at one moment either may be the later one.
  clock.advance({ milliseconds: 1 });
  await acme.post(`/v1/screen/${meta.decisionId}/review`, { decision: "false_positive" });
  assert.equal(await overdue(), 12);
  // Nor has one that reviewed something more than 30 days ago.
  clock.advance({ hours: 31 * 24 });
  assert.equal(await overdue(), 0);
  assert.deepEqual(faults, []);
  const live = {
    ...quiet,
    store,
    atRest,
    now: clock.now(),
    dueHours: new Map(),
    usualDueHours: 72,
  };
  assert.equal(await secondsOverdue({ ...live, mode: "live" }), 0);
});
