import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { trackTraffic } from "../../../core/anomalies/track_traffic.ts";
import type { TrafficCounts } from "../../../core/anomalies/ports.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import { removeOldCounters } from "../../../kv/usage/period_counters.ts";
import { add } from "../../../kv/store/store.ts";
import { openTrafficCounts } from "../../../kv/anomalies/traffic_counts.ts";
import { folderOf } from "../../support/folder.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";

const owner = { service: "screening", clientId: ClientId.parse("acme") } as const;
const request = { ...owner, kind: "screen", country: null };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
/** A pause without a timer, which a test that waits for nothing else might leave behind. */
const noTimer = () => Promise.resolve();
const window = { from: "2026-03-01", to: "2026-03-04" };

async function countingProcess(location: string, requests: number): Promise<void> {
  const script = new URL("counting_process.ts", import.meta.url).pathname;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--cached-only", "--allow-all", "--config", config, script, location]
      .concat(`${requests}`),
  }).output();
  const errors = new TextDecoder().decode(stderr);
  assert(success, errors);
  assert.equal(errors, "");
}

Deno.test("processes that count on one file at once lose no request", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  await Promise.all([1, 2, 3].map(() => countingProcess(location, 300)));
  await using service = await storeInMemory(location);
  const counts = openTrafficCounts({ ...service, hourly: true });
  assert.deepEqual([...await counts.days(owner, window)], [["2026-03-02", 900]]);
  const hours = await counts.hours(owner, 0);
  assert.deepEqual(hours.map(({ kind, count }) => [kind, count]), [
    ["kind 0", 300],
    ["kind 1", 300],
    ["kind 2", 300],
  ]);
});

Deno.test("what a failing store did not take is stored by the next flush, once", async () => {
  await using service = await storeInMemory();
  const counts = openTrafficCounts({ ...service, hourly: true });
  let down = true;
  const failing: TrafficCounts = {
    ...counts,
    add: (batch) => down ? Promise.reject(new Error("disk I/O error")) : counts.add(batch),
  };
  const logged: string[] = [];
  const log = { ...quiet, error: (event: string) => void logged.push(event) };
  const traffic = trackTraffic({ ...service, log, counts: failing, watch: null, pause: noTimer });
  traffic.note(request);
  await traffic.flush();
  assert(logged.length > 0 && logged.every((event) => event === "traffic_not_stored"));
  traffic.note(request);
  down = false;
  await traffic.flush();
  await traffic.flush();
  assert.deepEqual([...await counts.days(owner, window)], [["2026-03-02", 2]]);
});

Deno.test("what a store took without saying so is counted once", async () => {
  await using service = await storeInMemory();
  const counts = openTrafficCounts({ ...service, hourly: true });
  let answers = 0;
  const silent: TrafficCounts = {
    ...counts,
    add: async (batch) => {
      await counts.add(batch);
      if (++answers <= 2) throw new UnavailableError("The answer is lost");
    },
  };
  const traffic = trackTraffic({
    ...service,
    log: quiet,
    counts: silent,
    watch: null,
    pause: noTimer,
  });
  for (let flush = 0; flush < 4; flush++) {
    traffic.note(request);
    await traffic.flush();
  }
  await traffic.flush();
  assert(answers > 3);
  assert.deepEqual([...await counts.days(owner, window)], [["2026-03-02", 4]]);
});

Deno.test("hundreds of clients with the longest ids fit into the commits of a flush", async () => {
  await using service = await storeInMemory();
  const counts = openTrafficCounts({ ...service, hourly: true });
  const logged: string[] = [];
  const log = { ...quiet, error: (event: string) => void logged.push(event) };
  const traffic = trackTraffic({ ...service, log, counts, watch: null, pause: noTimer });
  const clients = Array.from({ length: 350 }, (_, n) => ({
    service: "verification" as const,
    clientId: ClientId.parse(`${n}`.padStart(255, "c")),
  }));
  for (const client of clients) traffic.note({ ...request, ...client, kind: "k".repeat(32) });
  await traffic.flush();
  assert.deepEqual(logged, []);
  for (const client of clients) {
    assert.equal((await counts.days(client, window)).get("2026-03-02"), 1);
  }
});

Deno.test("housekeeping removes what the longest ids leave behind in commits that fit", async () => {
  await using service = await storeInMemory();
  const client = "c".repeat(255);
  for (let batch = 0; batch < 5; batch++) {
    await service.store.commit(
      Array.from(
        { length: 100 },
        (_, n) => add(["traffic_hour", "verification", client, batch * 100 + n, "k".repeat(32)], 1),
      ),
    );
  }
  await removeOldCounters({ ...service, rules: { baselineHours: 24 }, usageDays: 400 });
  assert.deepEqual(await Array.fromAsync(service.store.counts({ prefix: ["traffic_hour"] })), []);
});

async function fill({ store }: StoreInMemory, hour: number): Promise<void> {
  for (const client of ["a", "acme", "z".repeat(255)]) {
    for (const before of [0, 1, 170, 171, 700]) {
      await store.commit([add(["traffic_hour", "screening", client, hour - before, "screen"], 1)]);
    }
    for (const date of ["2024-12-31", "2025-01-25", "2025-01-26", "2026-03-02"]) {
      await store.commit([
        add(["traffic_day", "screening", client, date], 1),
        add(["decision_day", "screening", client, date, "CLEAR"], 1),
      ]);
    }
  }
}

async function left({ store }: StoreInMemory, name: string) {
  const found = await Array.fromAsync(store.counts({ prefix: [name] }), ({ key }) => key);
  return found.filter((key) => key[2] === "acme").map((key) => key[3]);
}

Deno.test("housekeeping removes hours past a week and days past 400, of every client", async () => {
  await using service = await storeInMemory();
  const hour = Math.floor(service.clock.now().epochMilliseconds / 3_600_000);
  await fill(service, hour);
  await removeOldCounters({ ...service, rules: { baselineHours: 24 }, usageDays: 400 });
  assert.deepEqual(await left(service, "traffic_hour"), [hour - 170, hour - 1, hour]);
  for (const name of ["traffic_day", "decision_day"]) {
    assert.deepEqual(await left(service, name), ["2025-01-26", "2026-03-02"]);
  }
  const all = await Array.fromAsync(service.store.counts({ prefix: ["traffic_hour"] }));
  assert.equal(all.length, 9);
});

Deno.test("housekeeping removes old counters once an hour, whoever asks", async () => {
  await using service = await storeInMemory();
  const hour = Math.floor(service.clock.now().epochMilliseconds / 3_600_000);
  await removeOldCounters({ ...service, rules: { baselineHours: 24 }, usageDays: 400 });
  await fill(service, hour);
  service.clock.advance({ minutes: 59 });
  await removeOldCounters({ ...service, rules: { baselineHours: 24 }, usageDays: 400 });
  assert.equal((await left(service, "traffic_hour")).length, 5);
  service.clock.advance({ minutes: 1 });
  await removeOldCounters({ ...service, rules: { baselineHours: 24 }, usageDays: 400 });
  assert.deepEqual(await left(service, "traffic_hour"), [hour - 1, hour]);
});

Deno.test("housekeeping removes old counters in steps, each from where the last one stopped", async () => {
  await using service = await storeInMemory();
  const { store } = service;
  for (let n = 0; n < 25; n++) {
    await store.commit([add(["traffic_day", "screening", `client ${n}`, "2026-02-01"], 1)]);
  }
  const days = async () =>
    (await Array.fromAsync(store.counts({ prefix: ["traffic_day"] }))).length;
  const step = { ...service, rules: { baselineHours: 24 }, usageDays: 7, clientsMax: 10 };
  const counts: number[] = [];
  for (let n = 0; n < 4; n++) {
    await removeOldCounters(step);
    counts.push(await days());
  }
  // The first reads one kind that has none, and every kind ends with a read that finds nothing.
  assert.deepEqual(counts, [16, 6, 0, 0]);
  await store.commit([add(["traffic_day", "screening", "late", "2026-02-01"], 1)]);
  await removeOldCounters(step);
  assert.equal(await days(), 1, "done for this hour");
});
