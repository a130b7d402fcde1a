import assert from "node:assert/strict";
import { uuidV7 } from "../../../base/uuid.ts";
import {
  BatchId,
  CredentialBatch,
  type StudentRow,
} from "../../../core/credentials/batch_schema.ts";
import type { CredentialBatches, FoundItem } from "../../../core/credentials/batch_ports.ts";
import { SignatoryId } from "../../../core/credentials/issuer_schema.ts";
import type { Mode } from "../../../core/nouns.ts";
import { snapshotOfFile } from "../../../kv/backends/sqlite_snapshot.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import { openCredentialBatches } from "../../../kv/credentials/credential_batches.ts";
import { nameOffer, openCredentialOffers } from "../../../kv/credentials/credential_offers.ts";
import { removeStagedRows } from "../../../kv/credentials/staged_batches.ts";
import type { Store } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import type { Unit } from "../../../base/unit.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";

function openAt(
  at: StoreInMemory,
  { mode = "sandbox", store = at.store }: { readonly mode?: Mode; readonly store?: Store } = {},
) {
  const batches = openCredentialBatches({
    ...at,
    store,
    mode,
    atRest: at.dataKeys["at-rest"],
    codes: at.dataKeys["session-token"],
    rowDays: 90,
  });
  return { batches, offers: openCredentialOffers({ ...at, store, batches }) };
}

function batchOf(at: StoreInMemory, itemCount: number): CredentialBatch {
  return CredentialBatch.parse({
    id: uuidV7(at),
    mode: "sandbox",
    academicIssuerId: "tu-example",
    credentialTemplateId: uuidV7(at),
    submissionMethod: "API",
    preparedBySignatoryId: "registrar",
    status: "PENDING_APPROVAL",
    createdAt: at.clock.now().toString({ smallestUnit: "millisecond" }),
    approvedAt: null,
    approvedBySignatoryId: null,
    itemCount,
    differing: [],
    recheckedBy: [],
  });
}

function rowsOf(count: number): readonly StudentRow[] {
  return Array.from({ length: count }, (_, index) => ({
    studentFullName: `Wilhelmina Recognisable ${index}`,
    studentEmail: `w${index}@example.org`,
    studentDob: null,
    institutionStudentId: `${index}`,
    claimValues: { award_title: "MSc", n: index },
  }));
}

/** Stores a batch, approved or not. */
async function stored(
  at: StoreInMemory,
  rows: readonly StudentRow[],
  { approved = false }: { readonly approved?: boolean } = {},
): Promise<BatchId> {
  const { batches } = openAt(at);
  const batch = batchOf(at, rows.length);
  const prepared = await batches.prepare(batch, rows);
  assert.equal(await change(at, (unit) => prepared.add(unit)), "committed");
  if (approved) await approve(at, batches, batch.id);
  return batch.id;
}

async function approve(at: StoreInMemory, batches: CredentialBatches, id: BatchId) {
  const found = await batches.find(id);
  const approval = { at: "2026-03-02T10:00:00.000Z", by: SignatoryId.parse("dean"), digest: "00" };
  return await change(at, (unit) => found!.approve(unit, approval));
}

/** @returns the outcome of one unit @returns what became of one unit */
async function change(at: StoreInMemory, write: (unit: Unit) => unknown): Promise<string> {
  const units = openUnits(at.store);
  const unit = units.begin();
  await write(unit);
  return (await units.commit(unit)).kind;
}

async function firstOf(at: StoreInMemory, id: BatchId): Promise<FoundItem> {
  const found = await openAt(at).batches.find(id);
  for await (const item of found!.items()) return item;
  throw new Error("The batch has no item");
}

/** The keys of every item, note and offer, and of the pieces of long values. */
async function keysOf({ store }: StoreInMemory): Promise<readonly string[]> {
  const kinds = ["credential_batch_item", "credential_batch_staged", "credential_offer", "chunk"];
  const found = await Promise.all(
    kinds.map((kind) => Array.fromAsync(store.removalsIn({ prefix: [kind] }))),
  );
  return found.flat().map(({ key }) => JSON.stringify(key));
}

Deno.test("prepare() keeps every row in its order, however many commits they take", async () => {
  await using at = await storeInMemory();
  // 2 KiB of claims each: 400 rows are more than one commit of 800 KiB.
  const rows = rowsOf(400).map((row) => ({
    ...row,
    claimValues: { ...row.claimValues, text: "é".repeat(1_000) },
  }));
  const id = await stored(at, rows);
  const found = await openAt(at).batches.find(id);
  const items = await Array.fromAsync(found!.items());
  assert.deepEqual(items.map(({ item }) => item.row), rows);
  assert.equal(new Set(items.map(({ item }) => item.id)).size, 400);
  const one = await found!.findItem(items[7]!.item.id);
  assert.deepEqual(one?.item, items[7]!.item);
});

Deno.test("prepare() alone makes nothing that anybody finds", async () => {
  await using at = await storeInMemory();
  const { batches } = openAt(at);
  const batch = batchOf(at, 3);
  await batches.prepare(batch, rowsOf(3));
  assert.equal(await batches.find(batch.id), null);
});

Deno.test("discard() leaves nothing of the rows that were written ahead", async () => {
  await using at = await storeInMemory();
  const { batches } = openAt(at);
  // Some of them are long values, which have pieces.
  const rows = rowsOf(30).map((row) => ({
    ...row,
    claimValues: { ...row.claimValues, text: "é".repeat(25_000) },
  }));
  const kept = await stored(at, rowsOf(1));
  const before = await keysOf(at);
  const prepared = await batches.prepare(batchOf(at, rows.length), rows);
  assert.equal((await keysOf(at)).length > before.length + 2 * rows.length, true);
  await prepared.discard();
  assert.deepEqual(await keysOf(at), before);
  assert.notEqual(await batches.find(kept), null);
});

Deno.test("removeStagedRows() removes after an hour what a crash has left, and nothing else", async () => {
  await using at = await storeInMemory();
  const { batches } = openAt(at);
  const itemsLeft = async () =>
    (await keysOf(at)).filter((key) => key.startsWith('["credential_batch_item"')).length;
  const kept = await stored(at, rowsOf(2));
  // Not added: its process has died.
  await batches.prepare(batchOf(at, 3), rowsOf(3));
  at.clock.advance({ minutes: 59 });
  await batches.prepare(batchOf(at, 1), rowsOf(1));
  assert.equal(await removeStagedRows(at), 0);
  at.clock.advance({ minutes: 2 });
  const removed = await Promise.all([removeStagedRows(at), removeStagedRows(at)]);
  assert(removed[0] + removed[1] >= 1);
  assert.equal(await itemsLeft(), 2 + 1);
  assert.equal(await removeStagedRows(at), 0);
  const found = await batches.find(kept);
  assert.equal((await Array.fromAsync(found!.items())).length, 2);
});

Deno.test("a batch whose rows housekeeping has removed is not accepted any more", async () => {
  await using at = await storeInMemory();
  const { batches } = openAt(at);
  const late = batchOf(at, 1);
  const prepared = await batches.prepare(late, rowsOf(1));
  at.clock.advance({ minutes: 61 });
  assert.equal(await removeStagedRows(at), 1);
  const units = openUnits(at.store);
  const unit = units.begin();
  prepared.add(unit);
  assert.deepEqual(await units.commit(unit), { kind: "lost" });
  assert.equal(await batches.find(late.id), null);
});

Deno.test("find() of the other mode finds nothing", async () => {
  await using at = await storeInMemory();
  const id = await stored(at, rowsOf(1));
  assert.equal(await openAt(at, { mode: "live" }).batches.find(id), null);
});

Deno.test("an offer is found from the approval on, by its id and by its code, and by nothing else", async () => {
  await using at = await storeInMemory();
  const { batches, offers } = openAt(at);
  const id = await stored(at, rowsOf(2));
  const { offerId, code } = await (await firstOf(at, id)).offer();
  assert.equal(await offers.findByOfferId(offerId), null);
  assert.equal(await offers.findByCode(code), null);
  await approve(at, batches, id);
  const found = await offers.findByOfferId(offerId);
  assert.equal(found?.item.row?.institutionStudentId, "0");
  assert.equal((await offers.findByCode(code))?.item.id, found?.item.id);
  assert.equal(await offers.findByCode(offerId), null);
  assert.equal(await offers.findByOfferId(code), null);
});

Deno.test("renewOffer() ends the old offer in the same commit", async () => {
  await using at = await storeInMemory();
  const { offers } = openAt(at);
  const id = await stored(at, rowsOf(1), { approved: true });
  const item = await firstOf(at, id);
  const before = await item.offer();
  let after = before;
  const at2 = "2026-03-03T10:00:00.000Z";
  assert.equal(
    await change(at, async (unit) => {
      after = await item.renewOffer(unit, at2);
    }),
    "committed",
  );
  assert.notEqual(after.code, before.code);
  assert.equal(await offers.findByCode(before.code), null);
  assert.equal(await offers.findByOfferId(before.offerId), null);
  const found = await offers.findByCode(after.code);
  assert.deepEqual(found?.item.state, { kind: "open", offeredAt: at2 });
  assert.deepEqual(await found?.offer(), after);
  // The old name, as a crash or a copy may leave it beside the newer offer.
  const names = { batchId: id, itemId: item.item.id };
  const name = nameOffer(before.offerId, names, "2026-05-01T10:00:00.000Z");
  assert(await at.store.commit([name]));
  assert.equal(await offers.findByOfferId(before.offerId), null);
});

Deno.test("redeem() forgets the row and ends the offer; of two changes at once one is lost", async () => {
  await using at = await storeInMemory();
  const { offers, batches } = openAt(at);
  const id = await stored(at, rowsOf(1), { approved: true });
  const [one, other] = [await firstOf(at, id), await firstOf(at, id)];
  const { code } = await one.offer();
  const status = { listId: "list", idx: 5 };
  const redeemedAt = "2026-03-02T11:00:00.000Z";
  assert.equal(
    await change(at, (unit) => one.redeem(unit, { at: redeemedAt, status })),
    "committed",
  );
  assert.equal(
    await change(at, (unit) => other.redeem(unit, { at: redeemedAt, status })),
    "lost",
  );
  assert.equal(await offers.findByCode(code), null);
  // Longer than any row is kept.
  at.clock.advance({ hours: 24 * 400 });
  const kept = await (await batches.find(id))!.findItem(one.item.id);
  assert.equal(kept?.item.row, null);
  assert.deepEqual(kept?.item.state, { kind: "redeemed", redeemedAt, status });
});

Deno.test("revoke() of a redeemed item keeps where its status stands, and forgets the row of any other", async () => {
  await using at = await storeInMemory();
  const id = await stored(at, rowsOf(2), { approved: true });
  const items = await Array.fromAsync((await openAt(at).batches.find(id))!.items());
  const [redeemed, open] = items.map(({ item }) => item.id);
  const status = { listId: "list", idx: 5 };
  const now = "2026-03-02T11:00:00.000Z";
  await change(at, (unit) => items[0]!.redeem(unit, { at: now, status }));
  const find = async (itemId = redeemed!) =>
    (await (await openAt(at).batches.find(id))!.findItem(itemId))!;
  const first = await find();
  assert.equal(await change(at, (unit) => first.revoke(unit, now)), "committed");
  assert.equal(await change(at, (unit) => items[1]!.revoke(unit, now)), "committed");
  assert.deepEqual((await find()).item.state, { kind: "revoked", revokedAt: now, status });
  const ended = await find(open!);
  assert.deepEqual(ended.item.state, { kind: "revoked", revokedAt: now, status: null });
  assert.equal(ended.item.row, null);
});

Deno.test("a recheck and an approval of one batch at once: one of them is lost", async () => {
  await using at = await storeInMemory();
  const id = await stored(at, rowsOf(1));
  const item = await firstOf(at, id);
  const approving = await openAt(at).batches.find(id);
  const recheck = {
    recheckedAt: "2026-03-02T10:30:00.000Z",
    recheckingSignatoryId: SignatoryId.parse("clerk"),
    matches: false,
  };
  assert.equal(await change(at, (unit) => item.noteRecheck(unit, recheck)), "committed");
  const approval = { at: "2026-03-02T10:31:00.000Z", by: SignatoryId.parse("dean"), digest: "00" };
  assert.equal(await change(at, (unit) => approving!.approve(unit, approval)), "lost");
  const found = await openAt(at).batches.find(id);
  assert.deepEqual(found?.batch.differing, [item.item.id]);
  assert.deepEqual(found?.batch.recheckedBy, ["clerk"]);
  const again = await firstOf(at, id);
  await change(at, (unit) => again.noteRecheck(unit, { ...recheck, matches: true }));
  assert.deepEqual((await openAt(at).batches.find(id))?.batch.differing, []);
});

Deno.test("remove() takes row, item and offer away, and the item from those that differ", async () => {
  await using at = await storeInMemory();
  const { batches } = openAt(at);
  const id = await stored(at, rowsOf(2));
  const first = await firstOf(at, id);
  const recheck = {
    recheckedAt: "2026-03-02T10:30:00.000Z",
    recheckingSignatoryId: SignatoryId.parse("clerk"),
    matches: false,
  };
  await change(at, (unit) => first.noteRecheck(unit, recheck));
  const item = await firstOf(at, id);
  const { code } = await item.offer();
  assert.equal(await change(at, (unit) => item.remove(unit)), "committed");
  const found = await batches.find(id);
  assert.deepEqual(found?.batch.differing, []);
  assert.equal(await found?.findItem(item.item.id), null);
  await approve(at, batches, id);
  assert.equal(await openAt(at).offers.findByCode(code), null);
});

Deno.test("a row that nobody redeems is gone when its days are over", async () => {
  await using at = await storeInMemory();
  const { batches, offers } = openAt(at);
  const id = await stored(at, rowsOf(1), { approved: true });
  const item = await firstOf(at, id);
  const { code } = await item.offer();
  at.clock.advance({ hours: 24 * 90 });
  const found = await batches.find(id);
  assert.equal(found?.batch.itemCount, 1);
  assert.equal(await found?.findItem(item.item.id), null);
  assert.deepEqual(await Array.fromAsync(found!.items()), []);
  assert.equal(await offers.findByCode(code), null);
});

Deno.test("a restored store has no offer that was open, and its items get new ones", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using at = await storeInMemory(`${folder}/kv.sqlite3`);
    const id = await stored(at, rowsOf(2), { approved: true });
    const { code } = await (await firstOf(at, id)).offer();
    const kept = await Array.fromAsync(
      withoutOneTimeRecords(snapshotOfFile(`${folder}/kv.sqlite3`)),
      ({ key }) => key,
    );
    assert(!kept.some(([kind]) => kind === "credential_offer"));
    assert.equal(kept.filter(([kind]) => kind === "credential_batch_item").length, 2);
    // What is left out is what a restored store lacks.
    for await (const { key } of snapshotOfFile(`${folder}/kv.sqlite3`)) {
      if (key[0] === "credential_offer") {
        await at.store.commit([{ kind: "remove", key, chunks: 0 }]);
      }
    }
    const { offers } = openAt(at);
    assert.equal(await offers.findByCode(code), null);
    let renewed = "";
    const item = await firstOf(at, id);
    const written = await change(at, async (unit) => {
      renewed = (await item.renewOffer(unit, "2026-03-03T10:00:00.000Z")).code;
    });
    assert.equal(written, "committed");
    assert.equal((await offers.findByCode(renewed))?.item.id, item.item.id);
    assert.equal(await offers.findByCode(code), null);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the file of the store holds nothing of a row, and neither code nor offer", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using at = await storeInMemory(`${folder}/kv.sqlite3`);
    const id = await stored(at, rowsOf(3), { approved: true });
    const { code, offerId } = await (await firstOf(at, id)).offer();
    const files = await Array.fromAsync(Deno.readDir(folder));
    const bytes = await Promise.all(files.map(({ name }) => Deno.readFile(`${folder}/${name}`)));
    const text = bytes.map((file) => new TextDecoder("latin1").decode(file)).join("\n");
    assert(text.includes(id));
    for (const hidden of ["Recognisable", "example.org", "MSc", code, offerId]) {
      assert(!text.includes(hidden), hidden);
    }
    const kinds = new Set<string>();
    for await (const { key } of snapshotOfFile(`${folder}/kv.sqlite3`)) kinds.add(key[0]);
    assert(kinds.has("credential_batch_item") && kinds.has("credential_offer"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
