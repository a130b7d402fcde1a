import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { openLiveLists } from "../../../core/lists_in_force/live_lists.ts";
import type { ListsInForce } from "../../../core/lists_in_force/ports.ts";

function inForce(id: string): ListsInForce {
  return {
    snapshot: { id, lists: [], holds: { peps: false, sanctioned: false } },
    snapshotIds: [id],
    staleAfterHours: 48,
    manifestAt: null,
    checkedAt: new Map(),
  };
}

/** Lists with a matcher that only records what it unloads. */
function openNoted() {
  const unloaded: string[] = [];
  const lists = openLiveLists({ unload: ({ id }) => void unloaded.push(id) }, inForce("one"));
  return { lists, unloaded };
}

Deno.test("a snapshot that is swapped out stays loaded until the last that uses it has ended", async () => {
  const { lists, unloaded } = openNoted();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = [first, second].map(({ promise }) =>
    lists.use(async ({ snapshot: { id } }) => {
      await promise;
      return id;
    })
  );
  lists.replace(inForce("two"));
  assert.equal(lists.use(({ snapshot: { id } }) => id), "two");
  first.resolve();
  assert.equal(await running[0], "one");
  assert.deepEqual(unloaded, []);
  second.resolve();
  assert.equal(await running[1], "one");
  assert.deepEqual(unloaded, ["one"]);
});

Deno.test("a snapshot that nobody uses is unloaded at once, and one that fails is let go", async () => {
  const { lists, unloaded } = openNoted();
  assert.throws(() =>
    lists.use(() => {
      lists.replace(inForce("two"));
      assert.deepEqual(unloaded, []);
      throw new Error("It fails");
    })
  );
  assert.deepEqual(unloaded, ["one"]);
  const failing = lists.use(() => Promise.reject(new Error("It fails later")));
  lists.replace(inForce("three"));
  await assert.rejects(failing);
  assert.deepEqual(unloaded, ["one", "two"]);
  lists.replace(inForce("four"));
  assert.deepEqual(unloaded, ["one", "two", "three"]);
});

Deno.test("a newer manifest of the same snapshot unloads nothing", () => {
  const { lists, unloaded } = openNoted();
  const manifestAt = Temporal.Instant.from("2026-03-02T08:00:00Z");
  lists.replace({ ...lists.current(), manifestAt });
  assert.deepEqual([lists.current().manifestAt, unloaded], [manifestAt, []]);
});
