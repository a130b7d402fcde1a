import assert from "node:assert/strict";
import { students } from "../../../support/credential_batches.ts";
import {
  codeOf,
  exchangeCode,
  type InstitutionAt,
  offersTo,
} from "../../../support/credential_journey.ts";
import { liveInstitution } from "../../../support/live_institutions.ts";
import {
  emptyDatabase,
  needsPostgres,
  openBackend,
  type TestDatabase,
} from "../../../support/postgres.ts";
import { runWallet } from "../../../support/wallet.ts";

/** Number of records of each kind in a database. */
async function kindsIn(database: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const backend = await openBackend(database);
  const kinds: Record<string, number> = {};
  for await (const { key } of backend.snapshot!()) {
    const kind = String(key[0]);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  backend.close();
  return kinds;
}

/** Of four students one redeems, one stops with an access token, and two do nothing. */
async function issueToSome(at: InstitutionAt): Promise<void> {
  const [redeemed, stopped] = await offersTo(at, students(4));
  assert.equal((await runWallet(at.service, ["redeem", redeemed!.offerUri])).code, 0);
  assert.equal((await exchangeCode(at, await codeOf(at, stopped!))).status, 200);
}

if (needsPostgres("1 test of what credentials leave behind") !== undefined) {
  Deno.test("PostgreSQL: housekeeping removes nonces and tokens of wallets, assertions, offers and rows that are over", async () => {
    await using database = await emptyDatabase();
    await using at = await liveInstitution({ kv: database.url });
    await issueToSome(at);
    const lapsing = ["credential_nonce", "credential_token", "used_assertion", "credential_offer"];
    const before = await kindsIn(database);
    for (const kind of lapsing) assert((before[kind] ?? 0) > 0, kind);
    assert.equal(before["credential_batch_item"], 4);
    at.service.clock.advance({ hours: 24 });
    await at.service.runMaintenance();
    const later = await kindsIn(database);
    assert.deepEqual(lapsing.filter((kind) => kind in later), ["credential_offer"]);
    at.service.clock.advance({ hours: 90 * 24 });
    await at.service.runMaintenance();
    const after = await kindsIn(database);
    assert(!("credential_offer" in after));
    assert.equal(after["credential_batch_item"], 1, "the redeemed one, without its row");
    assert.equal(after["credential_status_index"], 1);
    assert.equal(after["credential_batch"], 1);
  });
}
