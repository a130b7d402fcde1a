import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { watchClients } from "../../../core/anomalies/watch_clients.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { openAnomalyRecords } from "../../../kv/anomalies/anomaly_records.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { openTrafficCounts } from "../../../kv/anomalies/traffic_counts.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { noEvents } from "../../support/events.ts";
import { noPause, storeInMemory } from "../../support/store.ts";

const owner = { service: "screening", clientId: ClientId.parse("acme") } as const;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

Deno.test("throttled() sees another instance's throttle within a second, and its end at once", async () => {
  await using service = await storeInMemory();
  const { store, clock } = service;
  const { anomalies: rules } = defaultPolicy;
  const records = openAnomalyRecords({ store, clock, rules });
  const units = openUnits(store);
  const watch = watchClients({
    rules,
    behaviorKinds: {},
    events: noEvents,
    audit: openAuditLog({ ...service, log: quiet, pause: noPause }),
    clock,
    log: quiet,
    units,
    counts: openTrafficCounts({ store, clock, hourly: true }),
    records,
  });
  assert.equal(await watch.throttled(owner), false);
  const unit = units.begin();
  const until = clock.now().add({ minutes: 15 });
  (await records.lastThrottle(owner)).start(unit, {
    until,
    hour: 0,
    requests: 100,
    throttledHours: [0],
  });
  assert.equal((await units.commit(unit)).kind, "committed");
  clock.advance({ seconds: 1 });
  assert.equal(await watch.throttled(owner), true);
  assert.equal(await watch.throttled({ ...owner, service: "verification" }), false);
  assert.equal(await watch.throttled({ ...owner, clientId: ClientId.parse("globex") }), false);
  clock.advance({ minutes: 14, seconds: 58, milliseconds: 500 });
  assert.equal(await watch.throttled(owner), true);
  clock.advance({ milliseconds: 500 });
  assert.equal(await watch.throttled(owner), false);
});

Deno.test("throttled() reads once for all who ask, and never lets an older read hide a new throttle", async () => {
  await using service = await storeInMemory();
  const { store, clock } = service;
  const { anomalies: rules } = defaultPolicy;
  const records = openAnomalyRecords({ store, clock, rules });
  const counts = openTrafficCounts({ store, clock, hourly: true });
  let reads = 0;
  let fault: Error | null = null;
  let hold = Promise.resolve();
  let answered = () => {};
  const watch = watchClients({
    rules,
    behaviorKinds: {},
    events: noEvents,
    audit: openAuditLog({ ...service, log: quiet, pause: noPause }),
    clock,
    log: quiet,
    units: openUnits(store),
    counts,
    records: {
      ...records,
      lastThrottle: async (of) => {
        reads++;
        if (fault !== null) throw fault;
        const held = hold;
        const found = await records.lastThrottle(of);
        answered();
        await held;
        return found;
      },
    },
  });
  await records.client(owner);
  clock.advance({ hours: 24 });
  const hour = Math.floor(clock.now().epochMilliseconds / 3_600_000);
  const sum = { ...owner, kind: "screen" };
  await counts.add({
    id: ["earlier", 1],
    sums: [{ ...sum, hour: hour - 1, count: 120 }, { ...sum, hour, count: 500 }],
  });

  fault = new Error("The store is away");
  await assert.rejects(watch.throttled(owner), fault);
  fault = null;
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const hasRead = new Promise<void>((read) => answered = read);
  reads = 0;
  const asked = Array.from({ length: 50 }, () => watch.throttled(owner));
  assert.equal(reads, 1);
  // The read is made, and nobody has its answer yet, when the spike is seen.
  await hasRead;
  hold = Promise.resolve();
  const sums = [{ ...sum, hour, count: 500, countries: new Set<string>() }];
  await watch.judge({ owner, sums, store: 1, lastStore: 1 });
  resolve();
  await Promise.all(asked);
  assert.equal(await watch.throttled(owner), true);

  const readsBefore = reads;
  clock.advance({ hours: -1 });
  await watch.throttled(owner);
  assert.equal(reads, readsBefore + 1, "a clock that is set back makes no read last longer");
});

Deno.test("instances that judge one spike at the same time throttle and record it once", async () => {
  await using service = await storeInMemory();
  const { store, clock } = service;
  const { anomalies: rules } = defaultPolicy;
  const audit = openAuditLog({ ...service, log: quiet, pause: noPause });
  const records = openAnomalyRecords({ store, clock, rules });
  const counts = openTrafficCounts({ store, clock, hourly: true });
  const hour = Math.floor(clock.now().epochMilliseconds / 3_600_000) + 24;
  const sum = { ...owner, kind: "screen" };
  await records.client(owner);
  clock.advance({ hours: 24 });
  await counts.add({
    id: ["earlier", 1],
    sums: [{ ...sum, hour: hour - 1, count: 120 }, { ...sum, hour, count: 500 }],
  });
  const sums = [{ ...sum, hour, count: 500, countries: new Set<string>() }];
  await Promise.all(Array.from({ length: 8 }, () => {
    const units = openUnits(store);
    return watchClients({
      rules,
      behaviorKinds: {},
      events: noEvents,
      audit,
      clock,
      log: quiet,
      units,
      counts,
      records,
    })
      .judge({ owner, sums, store: 1, lastStore: 1 });
  }));
  const events = await Array.fromAsync(audit.eventsOf("acme"), ({ event }) => event.kind);
  assert.deepEqual(events, ["CLIENT_AUTO_THROTTLED"]);
});
