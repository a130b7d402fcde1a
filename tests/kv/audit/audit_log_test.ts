import assert from "node:assert/strict";
import type { AuditEvent } from "../../../core/audit/event.ts";
import { type AuditLog, openAuditLog } from "../../../kv/audit/audit_log.ts";
import { entryPrefix, outboxPrefix } from "../../../kv/audit/audit_records.ts";
import type { Key } from "../../../kv/store/key.ts";
import type { Store } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { noPause, type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { z } from "zod";

function event(n: number, clientId = "acme"): AuditEvent {
  return {
    kind: "SCREENING_REVIEWED",
    clientId,
    decisionId: `decision ${n}`,
    reviewId: `review ${n}`,
    decision: "escalated",
  };
}

/** A log that records the names of its events. */
function quietLog() {
  const events: string[] = [];
  const keep = (name: string) => void events.push(name);
  return { events, debug: keep, info: keep, warn: keep, error: keep };
}

function open(service: StoreInMemory, { store = service.store, log = quietLog() } = {}) {
  return openAuditLog({ ...service, store, log, pause: noPause });
}

async function record({ store }: StoreInMemory, audit: AuditLog, events: readonly AuditEvent[]) {
  const units = openUnits(store);
  await Promise.all(events.map(async (one) => {
    const unit = units.begin();
    audit.record(unit, one);
    assert.deepEqual(await units.commit(unit), { kind: "committed" });
  }));
}

async function count(store: Store, prefix: Key): Promise<number> {
  return (await Array.fromAsync(store.list(z.unknown(), { prefix }))).length;
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n);
}

Deno.test("record() is part of its unit: nothing is recorded when the unit is not committed", async () => {
  await using service = await storeInMemory();
  const audit = open(service);
  const units = openUnits(service.store);
  audit.record(units.begin(), event(1));
  assert.equal(await audit.drain(), 0);
});

Deno.test("drain() moves events onto the chain in the order in which they were recorded", async () => {
  await using service = await storeInMemory();
  const audit = open(service);
  const units = openUnits(service.store);
  const unit = units.begin();
  for (const n of numbers(12)) audit.record(unit, event(n));
  await units.commit(unit);
  service.clock.advance({ milliseconds: 1 });
  await record(service, audit, [event(12)]);
  assert.equal(await audit.drain(), 13);
  const events = await Array.fromAsync(audit.eventsOf("acme"));
  assert.deepEqual(events.map(({ event }) => event), numbers(13).map((n) => event(n)));
  assert.deepEqual(events.map(({ seq }) => seq), numbers(13).map((n) => n + 1));
  assert.equal(await audit.drain(), 0);
});

Deno.test("several drains at once leave one unbroken chain and lose nothing", async () => {
  await using service = await storeInMemory();
  const logs = numbers(4).map(() => open(service));
  const events = numbers(350).map((n) => event(n));
  const moved = await Promise.all(logs.map(async (audit, index) => {
    await record(service, audit, events.filter((_, n) => n % logs.length === index));
    return await audit.drain();
  }));
  const rest = await open(service).drain();
  assert.equal(moved.reduce((sum, one) => sum + one, rest), 350);
  const verified = await open(service).verify();
  assert(verified.ok && verified.value.head.seq === 350 && verified.value.pending === 0);
  const ids = (await Array.fromAsync(open(service).eventsOf("acme"))).map(({ event }) =>
    event["decisionId"]
  );
  assert.deepEqual(ids.sort(), numbers(350).map((n) => `decision ${n}`).sort());
});

Deno.test("drain() stays within the budget for the largest events", async () => {
  await using service = await storeInMemory();
  const audit = open(service);
  const large: AuditEvent = {
    kind: "SCREENING_DECISION",
    clientId: "acme",
    decisionId: "decision",
    mode: "live",
    classification: "CLEAR",
    engineVersion: "test",
    gatesHash: "0".repeat(64),
    ensembleWeightsHash: "0".repeat(64),
    listSnapshotIds: Array.from({ length: 900 }, () => "0".repeat(64)),
  };
  await record(service, audit, numbers(25).map(() => large));
  assert.equal(await audit.drain(), 25);
  assert((await audit.verify()).ok);
});

Deno.test("nudge() makes one drain of many calls, and can be awaited", async () => {
  await using service = await storeInMemory();
  let commits = 0;
  const counting: Store = {
    ...service.store,
    commit: (operations) => {
      commits++;
      return service.store.commit(operations);
    },
  };
  const audit = open(service, { store: counting });
  await record(service, audit, numbers(40).map((n) => event(n)));
  await Promise.all(numbers(40).map(() => audit.nudge()));
  assert.equal(commits, 1);
  assert.equal(await count(service.store, outboxPrefix), 0);
  await record(service, audit, [event(40)]);
  await audit.nudge();
  assert.equal(await count(service.store, entryPrefix), 41);
});

Deno.test("nudge() logs a failure, rejects nothing, and leaves the events where they are", async () => {
  await using service = await storeInMemory();
  const log = quietLog();
  const broken = { ...service.store, commit: () => Promise.reject(new Error("disk I/O error")) };
  await record(service, open(service), [event(1)]);
  const audit = open(service, { store: broken, log });
  await audit.nudge();
  assert.deepEqual(log.events, ["audit_drain_failed"]);
  assert.equal(await count(service.store, outboxPrefix), 1);
  await open(service).nudge();
  assert.equal(await count(service.store, outboxPrefix), 0);
});

Deno.test("drain() gives up when it never gets the head", async () => {
  await using service = await storeInMemory();
  await record(service, open(service), [event(1)]);
  const losing = { ...service.store, commit: () => Promise.resolve(false) };
  await assert.rejects(open(service, { store: losing }).drain(), /moved 200 times in a row/);
});

Deno.test("eventsOf() unites chain and outbox, for one client", async () => {
  await using service = await storeInMemory();
  const audit = open(service);
  await record(service, audit, numbers(25).map((n) => event(n, n % 2 === 0 ? "acme" : "globex")));
  await audit.drain();
  await record(service, audit, [event(100), event(101, "globex")]);
  const events = await Array.fromAsync(audit.eventsOf("acme"));
  assert.deepEqual(
    events.map(({ event }) => event["decisionId"]),
    [...numbers(13).map((n) => `decision ${2 * n}`), "decision 100"],
  );
  assert.deepEqual(events.at(-1)?.seq, null);
  // "acm" is no client: a prefix of keys is not a prefix of names.
  assert.deepEqual(await Array.fromAsync(audit.eventsOf("acm")), []);
});

Deno.test("eventsOf() shows an event once that is moved while it reads", async () => {
  await using service = await storeInMemory();
  const audit = open(service);
  await record(service, audit, numbers(30).map((n) => event(n)));
  let outboxRead = false;
  const draining: Store = {
    ...service.store,
    list: (stored, range, options) => {
      const listed = service.store.list(stored, range, options);
      return (async function* () {
        // After the outbox was read and before the chain is: the moment in which an event could be missed.
        if (outboxRead) await audit.drain();
        yield* listed;
        outboxRead = true;
      })();
    },
  };
  const seen = await Array.fromAsync(open(service, { store: draining }).eventsOf("acme"));
  assert.equal(new Set(seen.map(({ id }) => id)).size, 30);
  assert.equal(seen.length, 30);
});
