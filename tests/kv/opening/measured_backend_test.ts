import assert from "node:assert/strict";
import { UnavailableError } from "../../../base/unavailable.ts";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { type Backend, BusyError, type RawCommit } from "../../../kv/store/backend.ts";
import { measureBackend, systemOf } from "../../../kv/opening/measured_backend.ts";
import { recordedTelemetry } from "../../support/telemetry.ts";

const secretKey = ["idempotency", "order-of-somebody"] as const;
const commit: RawCommit = {
  checks: [{ key: secretKey, versionstamp: null }],
  puts: [{ key: secretKey, bytes: new Uint8Array(40), expireIn: null }],
  removes: [],
  adds: [{ key: ["count"], amount: 1n }],
};

/** A backend whose commits end as given; its only value has 8 bytes. */
function backend(ending: () => Promise<string | null>): Backend {
  const found = { key: secretKey, bytes: new Uint8Array(8), versionstamp: "1" };
  return {
    read: () => Promise.resolve([found, null]),
    page: () => Promise.resolve({ entries: [found], cursor: null }),
    commit: ending,
    close: () => {},
  };
}

Deno.test("measureBackend() reports how every attempt ended, and how large it was", async (t) => {
  const cases = [
    { outcome: "done", ending: () => Promise.resolve("1") },
    { outcome: "conflict", ending: () => Promise.resolve(null) },
    { outcome: "busy", ending: () => Promise.reject(new BusyError("locked")) },
    { outcome: "unavailable", ending: () => Promise.reject(new UnavailableError("no answer")) },
    { outcome: "fault", ending: () => Promise.reject(new TypeError("a bug")) },
  ];
  for (const { outcome, ending } of cases) {
    await t.step(outcome, async () => {
      const { telemetry, measured, spans } = recordedTelemetry();
      const measuring = measureBackend(backend(ending), { telemetry, system: "postgresql" });
      await measuring.commit(commit).catch(() => {}); // the outcome is what is compared
      assert.deepEqual(measured, [
        `db.client.operation.duration postgresql commit ${outcome}`,
      ]);
      assert.deepEqual(spans, [["commit", {
        "aval.store.checks": 1,
        "aval.store.bytes": 40,
        "db.operation.batch.size": 2,
        "db.system.name": "postgresql",
        "db.operation.name": "commit",
        "aval.outcome": outcome,
      }]]);
    });
  }
});

Deno.test("measureBackend() reports numbers of what is read, never a key", async () => {
  const { telemetry, spans } = recordedTelemetry();
  const measuring = measureBackend(backend(assert.fail), { telemetry, system: "sqlite" });
  await measuring.read([secretKey, ["other"]]);
  await measuring.page({ prefix: ["idempotency"] }, { limit: 10, reverse: false, cursor: null });
  assert.deepEqual(
    spans.map(([name, set]) => [name, set["aval.store.bytes"]]),
    [["read", 8], ["page", 8]],
  );
  assert(!JSON.stringify(spans).includes("somebody"));
});

Deno.test("measureBackend() leaves a backend alone where telemetry is off", () => {
  const own = backend(assert.fail);
  assert.equal(measureBackend(own, { telemetry: silentTelemetry, system: "sqlite" }), own);
});

Deno.test("systemOf() names what OpenTelemetry calls the database of a location", () => {
  const cases = {
    memory: "sqlite",
    file: "sqlite",
    platform: "deno_kv",
    kv_connect: "deno_kv",
    postgres: "postgresql",
  } as const;
  for (const [kind, expected] of Object.entries(cases)) {
    assert.equal(systemOf({ kind: kind as keyof typeof cases }), expected, kind);
  }
});
