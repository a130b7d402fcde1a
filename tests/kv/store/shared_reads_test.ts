import assert from "node:assert/strict";
import { BusyError } from "../../../kv/store/backend.ts";
import { DamagedValueError } from "../../../kv/store/damaged_value.ts";
import type { Key } from "../../../kv/store/key.ts";
import { sharedReads } from "../../../kv/store/shared_reads.ts";

/** A backend whose reads end when the test says; they find the key's last part. */
function heldReads() {
  const asked: { readonly keys: readonly Key[]; readonly end: (fault?: Error) => void }[] = [];
  const read = sharedReads((keys) =>
    new Promise((resolve, reject) => {
      const found = keys.map((key) => ({
        key,
        bytes: new Uint8Array(),
        versionstamp: `${key[1]}`,
      }));
      asked.push({ keys, end: (fault) => fault === undefined ? resolve(found) : reject(fault) });
    })
  );
  const versions = async (...names: readonly number[]) =>
    (await read(names.map((name): Key => ["k", name]))).map((found) => found?.versionstamp);
  return { asked, versions };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("sharedReads() lets what comes while reads are under way travel together, each key once", async () => {
  const { asked, versions } = heldReads();
  const answers = [versions(1), versions(2), versions(3), versions(4, 3), versions(3)];
  assert.deepEqual(asked.map(({ keys }) => keys), [[["k", 1]], [["k", 2]]]);
  asked[0]?.end();
  await turn();
  assert.deepEqual(asked[2]?.keys, [["k", 3], ["k", 4]]);
  asked[1]?.end();
  asked[2]?.end();
  assert.deepEqual(await Promise.all(answers), [["1"], ["2"], ["3"], ["4", "3"], ["3"]]);
});

Deno.test("sharedReads() begins no read before everybody whom it answers has asked", async () => {
  const { asked, versions } = heldReads();
  const early = [versions(1), versions(1)];
  const late = versions(1);
  asked[0]?.end();
  await turn();
  assert.equal(asked.length, 3, "the late one has a read of its own");
  asked[1]?.end();
  asked[2]?.end();
  await Promise.all([...early, late]);
});

Deno.test("sharedReads() makes full reads wait for nothing, and none holds more than ten keys", async () => {
  const { asked, versions } = heldReads();
  const answers = [versions(1), versions(2), ...Array.from({ length: 25 }, (_, n) => versions(n))];
  assert.deepEqual(asked.map(({ keys }) => keys.length), [1, 1, 10, 10]);
  for (const { end } of asked) end();
  await turn();
  asked[4]?.end();
  assert.equal((await Promise.all(answers)).length, 27);
});

Deno.test("sharedReads() gives a fault to the one whose key it is", async () => {
  const { asked, versions } = heldReads();
  const first = [versions(1), versions(2)];
  const answers = Promise.allSettled([versions(3), versions(4)]);
  asked[0]?.end();
  await turn();
  asked[2]?.end(new DamagedValueError(["k", 4], "it is damaged"));
  await turn();
  asked[3]?.end();
  asked[4]?.end(new DamagedValueError(["k", 4], "it is damaged"));
  asked[1]?.end();
  await Promise.all(first);
  assert.deepEqual((await answers).map(({ status }) => status), ["fulfilled", "rejected"]);
});

Deno.test("sharedReads() rejects all at once when the database is busy", async () => {
  const { asked, versions } = heldReads();
  const first = [versions(1), versions(2)];
  const answers = Promise.allSettled([versions(3), versions(4)]);
  asked[0]?.end();
  await turn();
  asked[2]?.end(new BusyError("locked"));
  assert.deepEqual((await answers).map(({ status }) => status), ["rejected", "rejected"]);
  assert.equal(asked.length, 3, "nobody was asked again");
  asked[1]?.end();
  await Promise.all(first);
});
