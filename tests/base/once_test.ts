import assert from "node:assert/strict";
import { openOnce } from "../../base/once.ts";

Deno.test("openOnce() does its work once, and again only where it threw", async () => {
  const once = openOnce();
  let asked = 0;
  await assert.rejects(once(() => Promise.reject(new Error("the disk is on fire"))), /on fire/);
  const work = () => Promise.resolve(++asked);
  assert.deepEqual([await once(work), await once(work), asked], [1, 1, 1]);
});
