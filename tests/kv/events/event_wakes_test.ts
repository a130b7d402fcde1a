import assert from "node:assert/strict";
import { type Place, wakeMissing, wakesDue, waking } from "../../../kv/events/event_wakes.ts";
import { storeInMemory } from "../../support/store.ts";

const place: Place = ["owner", "live", "an endpoint"];
const other: Place = ["owner", "live", "another"];
const expiresAt = "2026-04-01T00:00:00.000Z";

Deno.test("wakesDue() names each endpoint once from its time on, whatever waits for another time", async () => {
  await using opened = await storeInMemory();
  const { store, clock } = opened;
  const now = clock.now().epochMilliseconds;
  const later = now + 60_000;
  await store.commit([waking(place, now - 30_000, expiresAt), waking(other, later, expiresAt)]);
  await store.commit([waking(place, now, expiresAt)]);
  const placesNow = async () => (await wakesDue({ store, clock })).map((wake) => wake.place);
  assert.deepEqual(await placesNow(), [place]);
  clock.advance({ seconds: 60 });
  assert.deepEqual((await placesNow()).length, 2);
});

Deno.test("an endpoint that rests is named no more, but for what was written since it was named", async () => {
  await using opened = await storeInMemory();
  const { store, clock } = opened;
  const now = clock.now().epochMilliseconds;
  const rows = Array.from({ length: 25 }, (_, at) => now - (at + 1) * 10_000);
  for (const at of rows) await store.commit([waking(place, at, expiresAt)]);
  const [first] = await wakesDue({ store, clock });
  // A server whose clock is behind adds a delivery meanwhile.
  await store.commit([waking(place, rows[7]!, expiresAt)]);
  await first!.rested();
  const [again, ...others] = await wakesDue({ store, clock });
  assert.deepEqual([again?.place, others], [place, []]);
  await again!.rested();
  assert.deepEqual(await wakesDue({ store, clock }), []);
});

Deno.test("an endpoint is named until the time of its row is over", async () => {
  await using opened = await storeInMemory();
  const { store, clock } = opened;
  const due = clock.now().add({ seconds: 5 }).epochMilliseconds;
  await store.commit([waking(place, due, expiresAt)]);
  for (const seconds of [0, 5]) {
    clock.advance({ seconds });
    const [wake] = await wakesDue({ store, clock });
    await wake!.rested();
  }
  clock.advance({ seconds: 5 });
  const [wake] = await wakesDue({ store, clock });
  await wake!.rested();
  assert.deepEqual(await wakesDue({ store, clock }), []);
});

Deno.test("wakeMissing() adds what is not there, and writes nothing anew", async () => {
  await using opened = await storeInMemory();
  const { store, clock } = opened;
  const now = clock.now().epochMilliseconds;
  await store.commit([waking(place, now - 20_000, expiresAt)]);
  const [named] = await wakesDue({ store, clock });
  const due = async function* () {
    for (let at = 0; at < 500; at++) yield { place, at: now - 20_000 + at, expiresAt };
    yield { place: other, at: now, expiresAt };
  };
  await wakeMissing(store, due());
  assert.equal((await wakesDue({ store, clock })).length, 2);
  await named!.rested();
  assert.deepEqual((await wakesDue({ store, clock })).map((wake) => wake.place), [other]);
});
