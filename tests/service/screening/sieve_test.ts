import assert from "node:assert/strict";
import { openEngine } from "../../../service/screening/matching.ts";
import { openSieves } from "../../../service/screening/sieve.ts";
import { entity } from "../../support/entity.ts";
import { snapshotOf } from "../../support/published_lists.ts";

const unchanged = entity(1, [["Moshe's Farm", "primary"]]);
const changed = entity(2, [["Yaroslavl Shipbuilding Factory", "primary"]]);

/** A sieve of one of the two entries. */
async function openSieve() {
  const { matcher } = await openEngine();
  const list = { source: "ofac-sdn", asOf: "2026-03-01", entities: [unchanged, changed] };
  const snapshot = matcher.load(snapshotOf([list]).bytes);
  return openSieves(matcher)(snapshot, new Set([changed.entityId]));
}

Deno.test("a sieve holds back a name that is far from every changed entry, and no other", async () => {
  const sieve = await openSieve();
  for (const name of ["Anna Berg", "Moshe Farm", "Pavel Novak Horak", "Berg, Anna-Maria"]) {
    assert.equal(sieve.passes({ name }), false, name);
  }
  for (
    const name of ["Yaroslavl Shipbuilding", "Jaroslavl Shipbilding Factory", "Factory Yaroslavl"]
  ) assert.equal(sieve.passes({ name }), true, name);
});

Deno.test("a sieve leaves to the whole lists what is read by them: joined words, other scripts, long texts", async () => {
  const sieve = await openSieve();
  for (
    const name of [
      ...["Moshe'sarm", "O\u2019Brien Niamh", "Yaroslavlshipbuilding", "Ярославский завод"],
      ...["Karl one two three four", "Anna/Maria Berg", "安娜 李", "Anna"],
    ]
  ) assert.equal(sieve.passes({ name }), true, name);
});

Deno.test("a sieve leaves addresses and identifiers to the whole lists", async () => {
  const sieve = await openSieve();
  const name = "Anna Berg";
  assert.ok(sieve.passes({ name, walletAddresses: ["1Dbzh9N37q3ye2ooEAMrpzWqWhnpnY85zg"] }));
  assert.ok(sieve.passes({ name, identifiers: [{ type: "passport", value: "SB 000" }] }));
});
