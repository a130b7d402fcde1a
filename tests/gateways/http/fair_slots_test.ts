import assert from "node:assert/strict";
import { openFairSlots, type Slot } from "../../../gateways/http/fair_slots.ts";

const rules = { slotsMax: 4, slotsPerOwnerMax: 1, waitingMax: 8 };
const { signal } = new AbortController();

/** Whether something has happened by the next turn. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise<"later">((resolve) => setTimeout(() => resolve("later"), 0));
  return await Promise.race([promise, later]) !== "later";
}

Deno.test("a slot that is released goes to whoever waits longest and has room", async () => {
  const slots = openFairSlots(rules);
  const held = await slots.take("a", signal);
  const waiting = slots.take("a", signal);
  assert(held !== null && !held.waited);
  assert.equal(await isSettled(waiting), false);
  held.release();
  const next = await waiting;
  assert(next !== null && next.waited);
});

Deno.test("owners who fill the line leave room in it for one who comes later", async () => {
  const slots = openFairSlots(rules);
  const crowd = ["a", "b", "c", "d"];
  const held: (Slot | null)[] = [];
  for (const owner of crowd) held.push(await slots.take(owner, signal));
  const waiting = crowd.flatMap((owner) => [slots.take(owner, signal), slots.take(owner, signal)]);
  const late = slots.take("e", signal);
  assert.equal(await isSettled(late), false);
  const sentAway = (await Promise.all(waiting.map(isSettled))).filter(Boolean).length;
  assert.equal(sentAway, 1);
  // One more of those who have two in it already finds no room.
  assert.equal(await slots.take("b", signal), null);
  for (const place of waiting) void place.then((slot) => slot?.release());
  for (const slot of held) slot?.release();
  assert((await late) !== null);
});
