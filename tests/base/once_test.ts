import assert from "node:assert/strict";
import { openOnce } from "../../base/once.ts";

Deno.test("openOnce() does its work once, and again only where it threw", async () => {
  const { once, undo } = openOnce();
  let asked = 0;
  await assert.rejects(once(() => Promise.reject(new Error("the disk is on fire"))), /on fire/);
  const work = () => Promise.resolve(++asked);
  assert.deepEqual([await once(work), await once(work), asked], [1, 1, 1]);
  let undone: unknown = null;
  const left = openOnce();
  await left.once(() => Promise.resolve(7), (value) => Promise.resolve(void (undone = value)));
  await left.undo();
  assert.equal(undone, 7);
  undone = null;
  // Nothing is left to be taken away a second time, nor where nothing was done.
  await left.undo();
  await undo();
  assert.equal(undone, null);
});
