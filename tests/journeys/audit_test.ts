import assert from "node:assert/strict";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { auditOutbox, entryPrefix, Outgoing } from "../../kv/audit/audit_records.ts";
import { openAuditSealing } from "../../kv/audit/audit_sealing.ts";
import { put } from "../../kv/store/store.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

async function chained({ store }: TestService): Promise<readonly string[]> {
  const entries = await Array.fromAsync(store.list(LinkedEntry, { prefix: entryPrefix }));
  return entries.map(({ value }) => value.entry.event.kind);
}

/** Puts an event into the outbox, like another instance. */
async function putRecorded(
  { store, clock, dataKeys: keys }: TestService,
  recorded: Outgoing,
): Promise<void> {
  const key = auditOutbox.key(1, 0, recorded.id);
  const sealed = openAuditSealing({ keys, clock }).sealEvent(key, recorded);
  await store.commit([put(Outgoing, key, sealed)]);
}

async function temporaryFile(): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir();
  return {
    path: `${folder}/inner/kv.sqlite3`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("an answered screening is put onto the chain without anybody asking for it", async () => {
  await using file = await temporaryFile();
  {
    await using service = await serviceInMemory({ kv: file.path });
    await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  }
  await using again = await serviceInMemory({ kv: file.path });
  assert.deepEqual(await chained(again), ["SCREENING_DECISION"]);
});

Deno.test("a start puts onto the chain what an instance that died had recorded, of newer kinds too", async () => {
  await using file = await temporaryFile();
  const recorded = { id: "x", at: "2026-03-02T09:00:00.000Z" };
  const newer = { kind: "OF_A_NEWER_VERSION", subject: { kept: "whole" } };
  {
    await using service = await serviceInMemory({ kv: file.path });
    await putRecorded(service, { ...recorded, event: newer });
  }
  await using again = await serviceInMemory({ kv: file.path });
  assert.deepEqual(await chained(again), ["OF_A_NEWER_VERSION"]);
  const [entry] = await Array.fromAsync(again.store.list(LinkedEntry, { prefix: entryPrefix }));
  assert.deepEqual(entry?.value.entry.event, newer);
});

Deno.test("what another instance recorded and did not live to move is on the chain a minute later", async () => {
  await using service = await serviceInMemory();
  const recorded = { id: "x", at: "2026-03-02T09:00:00.000Z", event: { kind: "OF_ANOTHER" } };
  await putRecorded(service, recorded);
  assert.deepEqual(await chained(service), []);
  await service.runMaintenance();
  assert.deepEqual(await chained(service), ["OF_ANOTHER"]);
});

Deno.test("a new store and its folder are its own user's alone", async () => {
  await using file = await temporaryFile();
  await using service = await serviceInMemory({ kv: file.path });
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  const folder = file.path.slice(0, file.path.lastIndexOf("/"));
  assert.equal((await Deno.stat(folder)).mode! & 0o777, 0o700);
  for await (const { name } of Deno.readDir(folder)) {
    assert.equal((await Deno.stat(`${folder}/${name}`)).mode! & 0o077, 0, name);
  }
});
