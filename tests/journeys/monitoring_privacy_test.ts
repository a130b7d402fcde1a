import assert from "node:assert/strict";
import { ClientId } from "../../core/access/schema.ts";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { removeRemains } from "../../kv/client_data/client_remains.ts";
import { keysOf } from "../../kv/monitoring/monitored_book.ts";
import { monitoredSubjects } from "../../kv/monitoring/monitoring_keys.ts";
import { unsealSubject } from "../../kv/monitoring/sealed_subject.ts";
import type { RawRecord } from "../../kv/store/backend.ts";
import type { Key } from "../../kv/store/key.ts";
import { runAdmin } from "../support/admin.ts";
import { putRecord } from "../support/clients.ts";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { folderOf } from "../support/folder.ts";
import { runsPath, subjectsPath } from "../support/monitoring.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../support/service.ts";

const name = "Ottilie Quastenflosser";
const personal = [name, "Quastenflosser", "1961-04-12", "X4477-Z"];
const request = { name, dob: "1961-04-12", identifiers: [{ type: "passport", value: "X4477-Z" }] };
const acme = ClientId.parse("acme");

let seed = 1;

async function open(kv: string): Promise<TestService> {
  const service = await serviceInMemory({ mode: "live", kv, seed: seed++ });
  await putRecord(service, "acme", { monitoring: true });
  return service;
}

/** The stored records of customers in the file. */
async function subjectsIn(kv: string): Promise<readonly RawRecord[]> {
  const records = await Array.fromAsync(snapshotOfFile(kv));
  return records.filter(({ key }) => key[0] === monitoredSubjects.name);
}

/** Records that the file's keys decrypt, and that contain data of a customer. */
async function tellingOf(service: TestService, kv: string): Promise<readonly string[]> {
  const records = await decryptedRecords(kv, service);
  return records.flatMap(({ kind, text }) =>
    personal.some((one) => text?.includes(one)) ? [kind] : []
  );
}

async function bytesHave(kv: string, text: string): Promise<boolean> {
  for (const end of ["", "-wal"]) {
    const bytes = await Deno.readFile(`${kv}${end}`).catch(() => new Uint8Array());
    if (new TextDecoder("latin1").decode(bytes).includes(text)) return true;
  }
  return false;
}

Deno.test("what a client sent of a customer stands in its record alone, and in no log or audit entry", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  await using service = await open(kv);
  const client = service.as("acme");
  assert.equal((await client.put(`${subjectsPath}/c-1`, request)).status, 201);
  const items = [{ subjectRef: "c-2", ...request }, { subjectRef: "c-3", name: "..." }];
  assert.equal((await client.post(`${subjectsPath}/import?generation=g`, { items })).status, 400);
  const right = { items: items.slice(0, 1) };
  const key = { "idempotency-key": "import-1" };
  const imported = await client.post(`${subjectsPath}/import?generation=g`, right, key);
  assert.equal(imported.status, 200);
  assert.equal((await client.post(runsPath, null)).status, 202);
  await service.runMonitoring();
  await service.runMaintenance();
  assert.deepEqual(await tellingOf(service, kv), [monitoredSubjects.name, monitoredSubjects.name]);
  for (const text of personal) {
    assert(!(await bytesHave(kv, text)), "in clear");
    assert(!service.logLines.some((line) => line.includes(text)), "in the log");
  }
  const entries = JSON.stringify(await service.auditEvents());
  for (const text of [...personal, "c-1", "c-2"]) assert(!entries.includes(text), text);
  assert(!service.logLines.some((line) => line.includes('"c-1"')));
});

Deno.test("after DELETE and after offboarding nothing of a customer decrypts, with every key that is left", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const before = await (async () => {
    await using service = await open(kv);
    const client = service.as("acme");
    for (const ref of ["c-1", "c-2"]) await client.put(`${subjectsPath}/${ref}`, request);
    const before = await subjectsIn(kv);
    assert.equal(before.length, 2);
    assert.equal((await client.delete(`${subjectsPath}/c-1`)).status, 200);
    assert.equal((await subjectsIn(kv)).length, 1);
    assert.deepEqual(await tellingOf(service, kv), [monitoredSubjects.name]);
    return before;
  })();
  await using service = await open(kv);
  await removeRemains(service.store, acme);
  assert.deepEqual(await subjectsIn(kv), []);
  assert.deepEqual(await tellingOf(service, kv), []);
  // Nor does what a reader of the disk has copied before, by a key of another book.
  const again = await service.as("acme").put(`${subjectsPath}/c-1`, { name: "Anna Berg" });
  assert.equal(again.status, 201);
  const records = await decryptedRecords(kv, service);
  for (const { kind, text } of records) {
    if (kind !== "monitored_book") continue;
    const { secret } = JSON.parse(text!.slice(text!.indexOf("{")));
    const { wrapping } = await keysOf({ secret });
    for (const { key, bytes } of before) {
      const { value: { sealed } } = JSON.parse(new TextDecoder().decode(bytes));
      assert.throws(() => unsealSubject(wrapping, { key, sealed }));
    }
  }
});

/** Customers' data in the file and its journal that the book's key still decrypts. */
async function decryptedIn(
  kv: string,
  secret: string,
  keys: readonly Key[],
): Promise<ReadonlySet<string>> {
  const { wrapping } = await keysOf({ secret });
  const found = new Set<string>();
  for (const end of ["", "-wal"]) {
    const bytes = await Deno.readFile(`${kv}${end}`).catch(() => new Uint8Array());
    const text = new TextDecoder("latin1").decode(bytes);
    for (const [, sealed] of text.matchAll(/"sealed":"([A-Za-z0-9_-]+)"/g)) {
      for (const key of keys) {
        try {
          unsealSubject(wrapping, { key, sealed: sealed! });
          found.add(String(key.at(-1)));
        } catch {
          // It is another customer's.
        }
      }
    }
  }
  return found;
}

for (const how of ["while a server runs", "once it has stopped"] as const) {
  Deno.test(`admin store compact takes deleted customers out of the file, ${how}`, async () => {
    await using folder = await folderOf({});
    const kv = `${folder.path}/kv.sqlite3`;
    await using stack = new AsyncDisposableStack();
    const service = stack.use(await open(kv));
    const client = service.as("acme");
    for (let at = 0; at < 60; at++) {
      assert.equal((await client.put(`${subjectsPath}/c-${at}`, request)).status, 201);
    }
    const keys = (await subjectsIn(kv)).map(({ key }) => key);
    const [book] = (await decryptedRecords(kv, service))
      .filter(({ kind }) => kind === "monitored_book");
    const { secret } = JSON.parse(book!.text!.slice(book!.text!.indexOf("{")));
    for (let at = 1; at < 60; at++) {
      assert.equal((await client.delete(`${subjectsPath}/c-${at}`)).status, 200);
    }
    if (how === "once it has stopped") await stack.disposeAsync();
    // As SQLite leaves it: the reason for the command.
    assert((await decryptedIn(kv, secret, keys)).size > 1);
    const compacted = await runAdmin(kv, ["store", "compact"]);
    assert.equal(compacted.status, 0, compacted.err);
    const [kept, ...others] = await subjectsIn(kv);
    assert.equal(others.length, 0);
    assert.deepEqual([...await decryptedIn(kv, secret, keys)], [kept!.key.at(-1)]);
    if (how === "while a server runs") {
      assert.equal((await client.get(`${subjectsPath}/c-0`)).body.request.name, name);
      assert.equal((await client.put(`${subjectsPath}/c-1`, request)).status, 201);
      const { AVAL_SECRET_KEY } = await liveEnvironment();
      const variables = { AVAL_SECRET_KEY };
      const offboarded = await runAdmin(kv, ["client", "offboard", acme], { variables });
      assert.equal(offboarded.status, 0, offboarded.err);
      assert.equal((await decryptedIn(kv, secret, keys)).size, 0);
      assert(!(await bytesHave(kv, '"sealed":')));
    }
  });
}

Deno.test("admin store compact refuses what is no file that is there", async () => {
  for (const location of ["postgres://aval@localhost/aval", "missing.sqlite3", ":memory:"]) {
    const { status, err } = await runAdmin(location, ["store", "compact"]);
    assert.equal(status, 1, err);
  }
});
