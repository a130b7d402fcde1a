import assert from "node:assert/strict";
import { jsonLog } from "../../../base/json_log.ts";
import { openStoreProbe } from "../../../kv/store/store_probe.ts";
import { fixedClock } from "../../support/clock.ts";

const rules = { probeCacheSeconds: 1, probeSecondsMax: 1 };

/** A probe over a store whose reads the test answers one by one. */
function probe() {
  const clock = fixedClock();
  const lines: string[] = [];
  const reads: PromiseWithResolvers<number>[] = [];
  const deadlines: AbortController[] = [];
  const disk = { isFull: false };
  const { state } = openStoreProbe({
    store: {
      count: () => {
        const read = Promise.withResolvers<number>();
        reads.push(read);
        return read.promise;
      },
    },
    writes: {
      isFailing: () => disk.isFull,
      takesWrites: () => Promise.resolve(!disk.isFull),
    },
    clock,
    log: jsonLog({ level: "info", clock, write: (line) => lines.push(JSON.parse(line).event) }),
    rules,
    deadline: () => {
      const controller = new AbortController();
      deadlines.push(controller);
      return controller.signal;
    },
  });
  return { state, disk, clock, lines, reads, deadlines };
}

Deno.test("openStoreProbe() reports for a second what it found, with one read for all who ask", async () => {
  const { state, clock, reads } = probe();
  const asked = [state(), state(), state()];
  reads[0]?.resolve(0);
  assert.deepEqual(await Promise.all(asked), ["available", "available", "available"]);
  clock.advance({ milliseconds: 999 });
  assert.equal(await state(), "available");
  assert.equal(reads.length, 1);
  clock.advance({ milliseconds: 1 });
  const again = state();
  assert.equal(reads.length, 2);
  reads[1]?.reject(new Error("gone"));
  assert.equal(await again, "unavailable");
});

Deno.test("openStoreProbe() waits no longer than its deadline, and never has two reads hanging", async () => {
  const { state, clock, lines, reads, deadlines } = probe();
  for (const turn of [0, 1, 2]) {
    const asked = state();
    deadlines[turn]?.abort();
    assert.equal(await asked, "unavailable");
    clock.advance({ seconds: 1 });
  }
  assert.equal(reads.length, 1);
  assert.deepEqual(lines, ["store_unavailable"]);
  reads[0]?.resolve(0);
  const back = state();
  reads[1]?.resolve(0);
  assert.equal(await back, "available");
  assert.deepEqual(lines, ["store_unavailable", "store_available"]);
});

Deno.test("openStoreProbe() reports a disk that takes nothing at once, and its end", async () => {
  const { state, disk, lines, reads } = probe();
  const ask = async () => {
    const asked = state();
    reads.at(-1)?.resolve(0);
    return await asked;
  };
  assert.equal(await ask(), "available");
  disk.isFull = true;
  assert.deepEqual([await ask(), await ask(), reads.length], ["read_only", "read_only", 2]);
  disk.isFull = false;
  assert.deepEqual([await ask(), await ask(), reads.length], ["available", "available", 3]);
  assert.deepEqual(lines, [], "the watch over writes logs it");
});
