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
  const { answers } = openStoreProbe({
    store: {
      count: () => {
        const read = Promise.withResolvers<number>();
        reads.push(read);
        return read.promise;
      },
    },
    writes: { takesWrites: () => Promise.resolve(true) },
    clock,
    log: jsonLog({ level: "info", clock, write: (line) => lines.push(JSON.parse(line).event) }),
    rules,
    deadline: () => {
      const controller = new AbortController();
      deadlines.push(controller);
      return controller.signal;
    },
  });
  return { answers, clock, lines, reads, deadlines };
}

Deno.test("openStoreProbe() reports for a second what it found, with one read for all who ask", async () => {
  const { answers, clock, reads } = probe();
  const asked = [answers(), answers(), answers()];
  reads[0]?.resolve(0);
  assert.deepEqual(await Promise.all(asked), [true, true, true]);
  clock.advance({ milliseconds: 999 });
  assert.equal(await answers(), true);
  assert.equal(reads.length, 1);
  clock.advance({ milliseconds: 1 });
  const again = answers();
  assert.equal(reads.length, 2);
  reads[1]?.reject(new Error("gone"));
  assert.equal(await again, false);
});

Deno.test("openStoreProbe() waits no longer than its deadline, and never has two reads hanging", async () => {
  const { answers, clock, lines, reads, deadlines } = probe();
  for (const turn of [0, 1, 2]) {
    const asked = answers();
    deadlines[turn]?.abort();
    assert.equal(await asked, false);
    clock.advance({ seconds: 1 });
  }
  assert.equal(reads.length, 1);
  assert.deepEqual(lines, ["store_unavailable"]);
  reads[0]?.resolve(0);
  const back = answers();
  reads[1]?.resolve(0);
  assert.equal(await back, true);
  assert.deepEqual(lines, ["store_unavailable", "store_available"]);
});
