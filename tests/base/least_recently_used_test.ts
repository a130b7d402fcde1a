import assert from "node:assert/strict";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";

Deno.test("leastRecentlyUsed() forgets what was read or written longest ago, and no more than it must", () => {
  const memory = leastRecentlyUsed<number>(2);
  for (const [key, value] of [["a", 1], ["b", 2], ["a", 3], ["c", 4]] as const) {
    memory.set(key, value);
  }
  assert.deepEqual(["b", "c", "a"].map(memory.get), [undefined, 4, 3]);
  memory.get("c");
  memory.set("d", 5);
  assert.deepEqual(["a", "c", "d"].map(memory.get), [undefined, 4, 5]);
  memory.delete("c");
  memory.set("e", 6);
  assert.deepEqual(["c", "d", "e"].map(memory.get), [undefined, 5, 6]);
});
