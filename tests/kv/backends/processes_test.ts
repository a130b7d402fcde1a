import assert from "node:assert/strict";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { folderOf } from "../../support/folder.ts";
import { reportOf } from "../../support/report.ts";
import { filePause, storeInMemory } from "../../support/store.ts";
import type { RivalReport } from "./rival_process.ts";

const KEYS = 60;

const rival = (location: string) =>
  reportOf<RivalReport>("backends/rival_process.ts", location, `${KEYS}`);

Deno.test("processes on one new file share keys, win once each, and make one chain", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  const reports = await Promise.all([rival(location), rival(location), rival(location)]);
  assert.equal(new Set(reports.map(({ keyId }) => keyId)).size, 1);
  const won = reports.flatMap(({ won }) => won);
  assert.equal(won.length, KEYS);
  assert.equal(new Set(won).size, KEYS);

  await using service = await storeInMemory(location);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const audit = openAuditLog({ ...service, log, pause: filePause });
  const verified = await audit.verify();
  assert(verified.ok, JSON.stringify(verified));
  assert.deepEqual([verified.value.head.seq, verified.value.pending], [KEYS, 0]);
  const recorded = await Array.fromAsync(
    audit.eventsOf("acme"),
    ({ event }) => event["decisionId"],
  );
  assert.deepEqual(recorded.sort(), won.sort());
});
