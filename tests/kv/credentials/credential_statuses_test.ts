import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import vectors from "../../../fixtures/vectors/status_list/token-status-list.json" with {
  type: "json",
};
import { AcademicIssuerId } from "../../../core/credentials/issuer_schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import {
  credentialStatusMarks,
  credentialStatusPages,
  foldStatusMarks,
} from "../../../kv/credentials/credential_status_bits.ts";
import {
  credentialStatusCurrent,
  credentialStatusLists,
  openCredentialStatuses,
  statusListEntries,
} from "../../../kv/credentials/credential_statuses.ts";
import { snapshotOfFile } from "../../../kv/backends/sqlite_snapshot.ts";
import type { RawRecord } from "../../../kv/store/backend.ts";
import type { StatusEntry } from "../../../core/credentials/batch_schema.ts";
import { folderOf } from "../../support/folder.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { runs } from "../../support/runs.ts";

const university = AcademicIssuerId.parse("university");
const academy = AcademicIssuerId.parse("academy");

function statusesOver(
  at: StoreInMemory,
  { mode = "live", takenMax }: { readonly mode?: Mode; readonly takenMax?: number } = {},
) {
  const units = openUnits(at.store);
  const statuses = openCredentialStatuses({
    ...at,
    mode,
    ...(takenMax === undefined ? {} : { takenMax }),
  });
  /** Allocates as a request does, with a new unit after each lost commit. */
  async function allocate(id = university) {
    while (true) {
      const unit = units.begin();
      const entry = await statuses.allocate(unit, id);
      if ((await units.commit(unit)).kind === "committed") return entry;
    }
  }
  /** Revokes once, without a retry. */
  async function revoke(listId: string, indexes: readonly number[]) {
    const unit = units.begin();
    for (const idx of indexes) await statuses.revoke(unit, { listId, idx });
    return (await units.commit(unit)).kind;
  }
  return { ...statuses, allocate, revoke };
}

function indexesOf(bytes: Uint8Array): readonly number[] {
  const found: number[] = [];
  bytes.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit & 1) === 1) found.push(8 * at + bit);
  });
  return found;
}

async function keysOf(at: StoreInMemory, name: string): Promise<number> {
  const { store } = at;
  const keys = name === credentialStatusMarks.name
    ? await Array.fromAsync(store.counts({ prefix: [name] }))
    : await Array.fromAsync(store.list(z.unknown(), { prefix: [name] }));
  return keys.length;
}

Deno.test("CredentialStatuses.allocate() gives 1,000 at once an index each, all of one list", async () => {
  await using at = await storeInMemory();
  // Two servers, which begin the first list at the same time.
  const servers = [statusesOver(at), statusesOver(at)];
  const entries = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => servers[n % 2]!.allocate()),
  );
  assert.equal(new Set(entries.map(({ idx }) => idx)).size, 1_000);
  assert.equal(new Set(entries.map(({ listId }) => listId)).size, 1);
  assert.equal(await keysOf(at, credentialStatusLists.name), 1);
  assert(entries.every(({ idx }) => Number.isInteger(idx) && idx >= 0 && idx < statusListEntries));
  // Random: neither in order nor near each other.
  const indexes = entries.map(({ idx }) => idx);
  assert.notDeepEqual(indexes, indexes.toSorted((a, b) => a - b));
  assert(Math.max(...indexes) > statusListEntries * 0.9);
});

Deno.test("CredentialStatuses.allocate() takes nothing that stands there, and loses to who takes it first", async () => {
  await using at = await storeInMemory();
  const same = { ...at, random: { bytes: (length: number) => new Uint8Array(length).fill(9) } };
  const units = openUnits(at.store);
  const statuses = openCredentialStatuses({ ...same, mode: "live" });
  const [one, two] = [units.begin(), units.begin()];
  const first = await statuses.allocate(one, university);
  assert.deepEqual(await statuses.allocate(two, university), first);
  assert.equal((await units.commit(one)).kind, "committed");
  assert.equal((await units.commit(two)).kind, "lost");
  await assert.rejects(statuses.allocate(units.begin(), university), /No free index/);
});

Deno.test("CredentialStatuses.allocate() begins a list where one is full, for each institution and mode", async () => {
  await using at = await storeInMemory();
  const { allocate } = statusesOver(at, { takenMax: 3 });
  const lists: string[] = [];
  for (let n = 0; n < 7; n++) lists.push((await allocate()).listId);
  assert.deepEqual([...new Set(lists)].map((id) => lists.filter((of) => of === id).length), [
    3,
    3,
    1,
  ]);
  const full = statusesOver(at, { takenMax: 1 });
  await full.allocate();
  const many = await Promise.all(Array.from({ length: 16 }, () => full.allocate(academy)));
  assert(new Set(many.map(({ listId }) => listId)).size <= 16);
  assert.notEqual((await allocate(academy)).listId, (await allocate()).listId);
  const sandbox = statusesOver(at, { mode: "sandbox" });
  const { listId, idx } = await sandbox.allocate();
  assert.equal(lists.includes(listId), false);
  assert.equal(await sandbox.find({ listId, idx }), "valid");
  // Of the other mode: not there.
  assert.equal(await statusesOver(at).find({ listId, idx }), "unknown");
  assert.equal(await statusesOver(at).list(listId), null);
});

Deno.test("CredentialStatuses: any set of revoked indexes reads back, whatever was folded", async () => {
  await using at = await storeInMemory();
  const { allocate, revoke, find, list } = statusesOver(at);
  const { listId } = await allocate();
  const revoked = new Set<number>();
  const index = fc.oneof(fc.nat(40), fc.nat(statusListEntries - 1));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(index, { minLength: 1, maxLength: 60 }), async (indexes) => {
      assert.equal(await revoke(listId, indexes), "committed");
      for (const idx of indexes) revoked.add(idx);
      if (revoked.size % 3 === 0) await foldStatusMarks(at.store);
      const inForce = await list(listId);
      const read = indexesOf(await inForce!.bytes());
      assert.deepEqual(read, [...revoked].sort((a, b) => a - b));
      for (const idx of [...indexes.slice(0, 3), 41, 1_000_000]) {
        const expected = revoked.has(idx) ? "revoked" : "valid";
        assert.equal(await find({ listId, idx }), expected);
      }
    }),
    { numRuns: runs(40), seed: 16 },
  );
  assert(await keysOf(at, credentialStatusPages.name) > 0);
});

Deno.test("CredentialStatuses: the draft's statuses of one bit are the draft's bytes, folded or not", async () => {
  await using at = await storeInMemory();
  const { allocate, revoke, list } = statusesOver(at);
  const { listId } = await allocate();
  const { status, bytesHex } = vectors.short.bits1;
  const revoked = [...status.keys()].filter((idx) => status[idx] === 1);
  assert.equal(await revoke(listId, revoked), "committed");
  const read = async () => (await (await list(listId))!.bytes()).slice(0, bytesHex.length / 2);
  assert.equal((await read()).toHex(), bytesHex);
  await foldStatusMarks(at.store);
  assert.equal((await read()).toHex(), bytesHex);
});

Deno.test("foldStatusMarks() leaves no mark of any list, whatever their number, and no bit of another", async () => {
  await using at = await storeInMemory();
  const { allocate, revoke, list } = statusesOver(at);
  const [one, two] = [(await allocate()).listId, (await allocate(academy)).listId];
  const revoked = Array.from({ length: 1_200 }, (_, n) => 7 * n);
  for (let from = 0; from < revoked.length; from += 100) {
    await revoke(one, revoked.slice(from, from + 100));
  }
  await revoke(two, [5]);
  await Promise.all([foldStatusMarks(at.store), foldStatusMarks(at.store)]);
  await foldStatusMarks(at.store);
  assert.equal(await keysOf(at, credentialStatusMarks.name), 0);
  assert.deepEqual(indexesOf(await (await list(one))!.bytes()), revoked);
  assert.deepEqual(indexesOf(await (await list(two))!.bytes()), [5]);
  assert.equal((await list(one))!.changes, 1_200);
});

Deno.test("CredentialStatuses.revoke(): 64 at once of neighbours are all committed at the first try, while servers read and fold", async () => {
  await using at = await storeInMemory();
  const servers = [statusesOver(at), statusesOver(at)];
  const { listId } = await servers[0]!.allocate();
  const outcomes = await Promise.all(Array.from({ length: 64 }, async (_, idx) => {
    const server = servers[idx % 2]!;
    const kind = await server.revoke(listId, [idx]);
    // As the other server does at the same time.
    await foldStatusMarks(at.store);
    assert.equal(await server.find({ listId, idx }), "revoked");
    const read = indexesOf(await (await server.list(listId))!.bytes());
    assert(read.includes(idx));
    return kind;
  }));
  assert.deepEqual(new Set(outcomes), new Set(["committed"]));
  for (const { list } of servers) {
    const inForce = await list(listId);
    assert.equal(inForce!.changes, 64);
    assert.deepEqual(indexesOf(await inForce!.bytes()), Array.from({ length: 64 }, (_, n) => n));
  }
  await foldStatusMarks(at.store);
  assert.equal(await keysOf(at, credentialStatusMarks.name), 0);
});

Deno.test("CredentialStatuses.list() counts every revocation, and knows no list that is not there", async () => {
  await using at = await storeInMemory();
  const { allocate, revoke, find, list } = statusesOver(at);
  const { listId, idx } = await allocate();
  const before = await list(listId);
  assert.deepEqual([before!.academicIssuerId, before!.changes], [university, 0]);
  assert.equal((await before!.bytes()).length, statusListEntries / 8);
  await revoke(listId, [idx]);
  assert.equal((await list(listId))!.changes, 1);
  assert.equal(await find({ listId, idx: statusListEntries }), "unknown");
  for (const unknown of ["", "x", "0193c000-0000-7000-8000-000000000000", listId.toUpperCase()]) {
    assert.equal(await list(unknown), null);
    assert.equal(await find({ listId: unknown, idx }), "unknown");
  }
});

Deno.test("A restored store gives no index of a list that the backup knows: it begins a new one", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const kinds = (records: AsyncIterable<RawRecord>) =>
    Array.fromAsync(records, ({ key: [kind] }) => kind);
  let before: StatusEntry;
  {
    await using at = await storeInMemory(kv);
    const { allocate, revoke } = statusesOver(at);
    before = await allocate();
    await revoke(before.listId, [before.idx]);
  }
  const all = await kinds(snapshotOfFile(kv));
  const kept = await kinds(withoutOneTimeRecords(snapshotOfFile(kv)));
  // What is left out is all that leads a new credential to the list.
  assert.deepEqual(kept, all.filter((kind) => kind !== credentialStatusCurrent.name));
  assert.equal(kept.length, all.length - 1);
  await using at = await storeInMemory(kv);
  const current = credentialStatusCurrent.key("live", university);
  await at.store.commit([(await at.store.get(z.unknown(), current))!.delete]);
  const restored = statusesOver(at);
  assert.notEqual((await restored.allocate()).listId, before.listId);
  assert.equal(await restored.find(before), "revoked");
});
