import assert from "node:assert/strict";
import { openKeyedQueue } from "../../base/keyed_queue.ts";

Deno.test("under one name one runs at a time, in the order in which they came", async () => {
  const queue = openKeyedQueue(3);
  const log: string[] = [];
  const step = async (name: string) => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const queued = ["a", "b", "c"].map((name) => queue.enqueue("x", () => step(name)));
  assert.deepEqual(await Promise.all(queued), ["a", "b", "c"]);
  assert.deepEqual(log, ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

Deno.test("too many at once are refused, and those who come later run again", async () => {
  const queue = openKeyedQueue(2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const queued = [1, 2, 3].map(() => queue.enqueue("x", () => promise));
  assert.equal(queue.enqueue("x", () => promise), null);
  assert.equal(await queue.enqueue("y", () => Promise.resolve("other")), "other");
  resolve("done");
  assert.deepEqual(await Promise.all(queued), ["done", "done", "done"]);
  await Promise.resolve();
  assert.equal(await queue.enqueue("x", () => Promise.resolve("later")), "later");
});

Deno.test("work that fails does not stop what waits behind it", async () => {
  const queue = openKeyedQueue(1);
  const failing = queue.enqueue("x", () => Promise.reject(new Error("a fault")));
  const next = queue.enqueue("x", () => Promise.resolve("next"));
  await assert.rejects(async () => await failing, /a fault/);
  assert.equal(await next, "next");
});
