import assert from "node:assert/strict";
import { BatchId, BatchItemId } from "../../../core/credentials/batch_schema.ts";
import { openCredentialNonces } from "../../../kv/credentials/credential_nonces.ts";
import { openCredentialTokens } from "../../../kv/credentials/credential_tokens.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import type { RawRecord } from "../../../kv/store/backend.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { storeInMemory } from "../../support/store.ts";
import { z } from "zod";

const grant = {
  batchId: BatchId.parse("01900000-0000-7000-8000-000000000001"),
  itemId: BatchItemId.parse("01900000-0000-7000-8000-000000000002"),
  offerHash: "hash",
};

/** Both secrets over one store, each returned once. */
async function given() {
  const stored = await storeInMemory();
  const opening = { ...stored, tokenMinutes: 5, nonceMinutes: 5 };
  const tokens = openCredentialTokens({ ...opening, mode: "sandbox" });
  const nonces = openCredentialNonces(opening);
  const units = openUnits(stored.store);
  const unit = units.begin();
  const [token, nonce] = [tokens.add(unit, grant), nonces.add(unit)];
  await units.commit(unit);
  const records = async () => {
    const keys: string[] = [];
    for (const kind of ["credential_token", "credential_nonce"]) {
      for await (const { key, value } of stored.store.list(z.unknown(), { prefix: [kind] })) {
        keys.push(JSON.stringify([key, value]));
      }
    }
    return keys;
  };
  return { ...stored, opening, tokens, nonces, units, token, nonce, records };
}

Deno.test("tokens and nonces stand in the store by their hashes alone", async () => {
  await using secrets = await given();
  const { token, nonce, tokens, nonces, records } = secrets;
  const stored = await records();
  assert.equal(stored.length, 2);
  assert(!stored.some((text) => text.includes(token) || text.includes(nonce)));
  assert.deepEqual((await tokens.find(token))?.value, grant);
  assert.equal((await nonces.find(nonce))?.value, null);
  for (const other of ["", "short", "A".repeat(43), `${token}=`]) {
    assert.equal(await tokens.find(other), null);
    assert.equal(await nonces.find(other), null);
  }
});

Deno.test("a token or nonce that is spent is gone, and spent once of any number of times", async () => {
  await using secrets = await given();
  const { token, nonce, tokens, nonces, units, records } = secrets;
  const spendings = await Promise.all(
    Array.from({ length: 10 }, async () => [await tokens.find(token), await nonces.find(nonce)]),
  );
  const outcomes = [];
  for (const found of spendings) {
    const unit = units.begin();
    for (const each of found) each?.spend(unit);
    outcomes.push((await units.commit(unit)).kind);
  }
  assert.deepEqual(outcomes, ["committed", ...Array(9).fill("lost")]);
  assert.deepEqual(await records(), []);
});

Deno.test("they are over by the clock, and a token of another mode is none", async () => {
  await using secrets = await given();
  const { token, nonce, tokens, nonces, opening, clock } = secrets;
  assert.equal(await openCredentialTokens({ ...opening, mode: "live" }).find(token), null);
  clock.advance({ minutes: 4, seconds: 59, milliseconds: 999 });
  assert.notEqual(await tokens.find(token), null);
  clock.advance({ milliseconds: 1 });
  assert.equal(await tokens.find(token), null);
  assert.equal(await nonces.find(nonce), null);
});

Deno.test("a restored backup has none of them", async () => {
  const kinds = ["credential_token", "credential_nonce", "client"];
  const all = (async function* () {
    for (const kind of kinds) yield { key: [kind, "x"] } as unknown as RawRecord;
  })();
  const kept: unknown[] = [];
  for await (const { key } of withoutOneTimeRecords(all)) kept.push(key[0]);
  assert.deepEqual(kept, ["client"]);
});
