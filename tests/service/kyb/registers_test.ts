import assert from "node:assert/strict";
import { jsonLog } from "../../../base/json_log.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { openRegistries } from "../../../service/kyb/registers.ts";
import type { GleifLocation } from "../../../service/config/registers.ts";
import { openRegisterBuilder } from "../../../sources/registers/build_registers.ts";
import { openRegisters } from "../../../sources/registers/open_registers.ts";
import { fixedClock } from "../../support/clock.ts";
import { folderOf } from "../../support/folder.ts";

const clock = fixedClock();

async function open(gleif: GleifLocation | null, companiesHouseKey: string | null = null) {
  return await openRegistries(
    { registers: { gleif, companiesHouseKey }, policy: defaultPolicy },
    { clock, log: jsonLog({ level: "error", clock, write: () => {} }) },
    { signal: new AbortController().signal },
  );
}

Deno.test("openRegistries() opens what is configured, a country's own register first", async () => {
  assert.deepEqual(await open(null), { providers: [], snapshots: [] });
  const { providers: both, snapshots } = await open({
    kind: "api",
    url: "https://api.gleif.example/api/v1",
  }, "key");
  assert.deepEqual(both.map(({ name }) => name), ["companies-house", "gleif"]);
  assert.deepEqual(snapshots, []);
});

Deno.test("openRegistries() opens a snapshot that its hash pins, and no other", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const at = `${folder}/registers.bin`;
  const { bytes } = openRegisterBuilder().finish();
  await Deno.writeFile(at, bytes);
  const opened = openRegisters(bytes);
  assert(opened.ok);
  const { id } = opened.value;
  const { providers: [provider], snapshots } = await open({ kind: "snapshot", at, sha256: id });
  const name = `gleif-snapshot:${id.slice(0, 12)}`;
  assert.equal(provider?.name, name);
  assert.deepEqual(snapshots, [
    { provider: name, id, newestUpdate: null, records: 0, staleAfterDays: 30 },
  ]);
  assert.equal((await open({ kind: "snapshot", at, sha256: null })).providers.length, 1);
  await assert.rejects(open({ kind: "snapshot", at, sha256: "ab".repeat(32) }), {
    message: `AVAL_REGISTRY_GLEIF: ${at} is not the snapshot that its sha256 pins`,
  });
  await Deno.writeTextFile(at, "lists");
  await assert.rejects(open({ kind: "snapshot", at, sha256: null }), /not a register snapshot/);
  await assert.rejects(
    open({ kind: "snapshot", at: `${folder}/no`, sha256: null }),
    /cannot read/,
  );
});
