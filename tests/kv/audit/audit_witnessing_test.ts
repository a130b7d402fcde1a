import assert from "node:assert/strict";
import type { AuditWitness } from "../../../core/audit/ports.ts";
import { ok, refuse } from "../../../base/result.ts";
import { checkpointPrefix, lastCheckpointKey } from "../../../kv/audit/audit_records.ts";
import { openFolderWitness } from "../../../gateways/audit_witness/folder_witness.ts";
import { runAdmin } from "../../support/admin.ts";
import { folderOf } from "../../support/folder.ts";
import { valueAt } from "../../support/forged_audit.ts";
import { CLEAR_NAME } from "../../support/names.ts";
import { serviceInMemory, type TestService } from "../../support/service.ts";
import { storeInMemory } from "../../support/store.ts";
import { openWitnessing } from "../../../kv/audit/audit_witnessing.ts";
import { openAuditCheckpoints } from "../../../kv/audit/audit_checkpoints.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(folder);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted();
}

async function signNext(service: TestService): Promise<void> {
  service.clock.advance({ minutes: 10 });
  await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
  await service.auditEvents();
  await service.runMaintenance();
}

Deno.test("a service sends each signed head to its witness: a folder gets one file each, none unfinished", async () => {
  await inFolder(async (folder) => {
    await using service = await serviceInMemory({ env: { AVAL_AUDIT_WITNESS: folder } });
    for (let round = 0; round < 3; round++) await signNext(service);
    const names = await namesIn(folder);
    assert.deepEqual(names.map((name) => name.replace(/-[0-9a-f]{16}/, "")), [
      "0000000000000001.checkpoint",
      "0000000000000002.checkpoint",
      "0000000000000003.checkpoint",
    ]);
    const { seq } = await valueAt(service.store, lastCheckpointKey);
    const { note } = await valueAt(service.store, [...checkpointPrefix, seq]);
    assert.equal(await Deno.readTextFile(`${folder}/${names[2]}`), note);
  });
});

Deno.test("a witness that cannot be reached is logged, holds no signature up, and gets every head later", async () => {
  await inFolder(async (folder) => {
    const missing = `${folder}/not-mounted`;
    await using service = await serviceInMemory({ env: { AVAL_AUDIT_WITNESS: missing } });
    await signNext(service);
    assert.match(service.logLines.join("\n"), /"audit_witness_failed".*"NotFound"/);
    assert.equal((await valueAt(service.store, lastCheckpointKey)).seq, 1);
    await assert.rejects(Deno.stat(missing), "it is no folder to be made");
    await Deno.mkdir(missing);
    await signNext(service);
    await Deno.rename(missing, `${missing}-2`);
    await signNext(service);
    await Deno.rename(`${missing}-2`, missing);
    await signNext(service);
    assert.equal((await namesIn(missing)).length, 3, "the newest at first, then each");
  });
});

Deno.test("a process sends what was signed since, in order, and stops at the first that is not taken", async () => {
  await using opened = await storeInMemory();
  const { dataKeys } = opened;
  const logged: unknown[] = [];
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (event: string, _: unknown, members?: object) => void logged.push({ event, ...members }),
  };
  const opening = { ...opened, pause: () => Promise.resolve() };
  const audit = openAuditLog({ ...opening, log });
  const checkpoints = openAuditCheckpoints({ ...opening, signing: dataKeys["audit-signing"] });
  const sign = async () => {
    const event = { clientId: "acme", service: "screening", idempotencyRecords: 1 } as const;
    await audit.recordNow({ kind: "GDPR_ERASED", ...event });
    await audit.drain();
    assert((await checkpoints.make()).ok);
  };
  const taken: number[] = [];
  let down = false;
  const witness: AuditWitness = {
    send: ({ size }) => {
      if (down) return Promise.resolve(refuse({ code: "refused", reason: "status 503" }));
      taken.push(size);
      return Promise.resolve(ok(null));
    },
    read: () => Promise.resolve(ok([])),
  };
  const { send } = openWitnessing({ store: opened.store, witness, log });
  await send();
  await sign();
  await send();
  await send();
  down = true;
  await sign();
  await sign();
  await send();
  down = false;
  await send();
  assert.deepEqual(taken, [1, 2, 3]);
  assert.deepEqual(logged, [{
    event: "audit_witness_failed",
    code: "refused",
    reason: "status 503",
  }]);
});

Deno.test("a server that starts over a store behind its witness says so, and audit verify finds it by the variable", async () => {
  await inFolder(async (folder) => {
    const [kv, heads] = [`${folder}/kv.sqlite3`, `${folder}/heads`];
    await Deno.mkdir(heads);
    const env = { AVAL_AUDIT_WITNESS: heads };
    {
      await using service = await serviceInMemory({ kv, env });
      await signNext(service);
    }
    const newer = { size: 2, note: await newerNote(kv) };
    assert((await openFolderWitness(heads).send(newer)).ok);
    await using service = await serviceInMemory({ kv, env, seed: 2 });
    await service.runMaintenance();
    assert.match(service.logLines.join("\n"), /"audit_chain_broken".*"witness_ahead"/);
    const { status, out } = await runAdmin(kv, ["audit", "verify"], { variables: env });
    assert.deepEqual([status, out], [
      1,
      "verdict broken: checkpoint 2, checkpoint_beyond_end\n",
    ]);
  });
});

/** Makes a newer signed head in a copy of the store. */
async function newerNote(kv: string): Promise<string> {
  const copy = `${kv}.copy`;
  await Deno.copyFile(kv, copy);
  await using service = await serviceInMemory({ kv: copy, seed: 3 });
  service.clock.advance({ minutes: 10 });
  await signNext(service);
  const { note } = await valueAt(service.store, [...checkpointPrefix, 2]);
  return note;
}
