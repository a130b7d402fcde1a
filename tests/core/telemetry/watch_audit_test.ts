import assert from "node:assert/strict";
import type { AuditState } from "../../../core/audit/ports.ts";
import { watchAudit } from "../../../core/telemetry/watch_audit.ts";
import { readAuditState } from "../../../kv/audit/audit_state.ts";
import { openAuditCheckpoints } from "../../../kv/audit/audit_checkpoints.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { fixedClock } from "../../support/clock.ts";
import { noPause, storeInMemory } from "../../support/store.ts";
import { recordedTelemetry } from "../../support/telemetry.ts";

const metrics = [
  "aval.audit.chain.length",
  "aval.audit.outbox.depth",
  "aval.audit.sequencer.lag",
  "aval.audit.checkpoint.age",
] as const;

Deno.test("watchAudit() reports what the store holds: what waits, since when, and what is signed", async () => {
  await using opened = await storeInMemory();
  const { store, clock, random, dataKeys } = opened;
  const { telemetry, gauge } = recordedTelemetry();
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: assert.fail };
  const standing = { store, clock, random, dataKeys, pause: noPause };
  const auditLog = openAuditLog({ ...standing, log });
  const checkpoints = openAuditCheckpoints({ ...standing, signing: dataKeys["audit-signing"] });
  const watch = watchAudit({ clock, read: () => readAuditState(store) }, telemetry);
  const seen = async () => {
    await watch.refresh();
    return metrics.map((name) => gauge(name)[0]);
  };
  assert.deepEqual(
    metrics.flatMap((name) => gauge(name)),
    [],
    "nothing is reported before a refresh",
  );
  assert.deepEqual(await seen(), [0, 0, 0, 0]);

  // Two events wait, the older one for ten seconds: recorded in commits of their own, not yet moved.
  const event = {
    kind: "GDPR_EXPORTED",
    clientId: "acme",
    service: "screening",
    entries: 1,
    complete: true,
  } as const;
  const hold = openAuditLog({ ...standing, log, pause: () => new Promise(() => {}) });
  await hold.recordNow(event);
  clock.advance({ seconds: 10 });
  await hold.recordNow(event);
  assert.deepEqual(await seen(), [0, 2, 10, 0]);

  await auditLog.drain();
  assert.deepEqual(await seen(), [2, 0, 0, 0]);

  await checkpoints.make();
  clock.advance({ seconds: 30 });
  assert.deepEqual(await seen(), [2, 0, 0, 0], "a checkpoint that covers everything has no age");
  await hold.recordNow(event);
  await auditLog.drain();
  assert.deepEqual(await seen(), [3, 0, 0, 30]);
});

Deno.test("watchAudit() lets go of what it has not seen for five minutes, and never rejects", async () => {
  const clock = fixedClock();
  const { telemetry, gauge } = recordedTelemetry();
  const state: AuditState = { entries: 7, waiting: 0, oldestAt: null, checkpoint: null };
  const answers = [() => Promise.resolve(state), () => Promise.reject(new Error("away"))];
  const watch = watchAudit({ clock, read: () => (answers.shift() ?? assert.fail)() }, telemetry);
  await watch.refresh();
  clock.advance({ seconds: 300 });
  await watch.refresh(); // the store is away
  assert.deepEqual(gauge("aval.audit.chain.length"), [7]);
  clock.advance({ seconds: 1 });
  assert.deepEqual(gauge("aval.audit.chain.length"), []);
});
