import assert from "node:assert/strict";
import { openKeyedQueue } from "../../base/keyed_queue.ts";

Deno.test("under one name one runs at a time, in the order in which they came", async () => {
  const turns = openKeyedQueue(3);
  const log: string[] = [];
  const step = async (name: string) => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const taken = ["a", "b", "c"].map((name) => turns.take("x", () => step(name)));
  assert.deepEqual(await Promise.all(taken), ["a", "b", "c"]);
  assert.deepEqual(log, ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

Deno.test("too many at once are told so, and those who come later run again", async () => {
  const turns = openKeyedQueue(2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const taken = [1, 2, 3].map(() => turns.take("x", () => promise));
  assert.equal(turns.take("x", () => promise), null);
  assert.equal(await turns.take("y", () => Promise.resolve("other")), "other");
  resolve("done");
  assert.deepEqual(await Promise.all(taken), ["done", "done", "done"]);
  await Promise.resolve();
  assert.equal(await turns.take("x", () => Promise.resolve("later")), "later");
});

Deno.test("one that fails keeps nobody from a turn", async () => {
  const turns = openKeyedQueue(1);
  const failing = turns.take("x", () => Promise.reject(new Error("a fault")));
  const next = turns.take("x", () => Promise.resolve("next"));
  await assert.rejects(async () => await failing, /a fault/);
  assert.equal(await next, "next");
});
