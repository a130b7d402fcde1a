import assert from "node:assert/strict";
import { jsonLog } from "../../../base/json_log.ts";
import { unreportedLog } from "../../../base/unreported_log.ts";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { CannotWriteError, type RawCommit } from "../../../kv/store/backend.ts";
import { openWriteWatch } from "../../../kv/store/write_watch.ts";
import { fixedClock } from "../../support/clock.ts";

const nothing: RawCommit = { checks: [], puts: [], removes: [], adds: [] };

async function watchedStore() {
  const clock = fixedClock();
  const events: string[] = [];
  const log = jsonLog({
    level: "info",
    clock,
    write: (line) => events.push(JSON.parse(line).event),
  });
  const disk = { isFull: false };
  const plain = await openDenoKv({ kind: "memory" });
  const { watch, takesWrites } = openWriteWatch({ clock, log });
  const backend = watch({
    ...plain,
    commit: (raw) =>
      disk.isFull ? Promise.reject(new CannotWriteError("The disk is full")) : plain.commit(raw),
  });
  return { backend, clock, disk, events, log, takesWrites };
}

Deno.test("openWriteWatch() logs a store that takes no writes once a minute, and finds its end by itself", async () => {
  const { backend, clock, disk, events, takesWrites } = await watchedStore();
  assert.equal(await takesWrites(), true);
  disk.isFull = true;
  for (let n = 0; n < 5; n++) await assert.rejects(backend.commit(nothing), CannotWriteError);
  assert.deepEqual([await takesWrites(), events], [false, ["store_cannot_write"]]);
  clock.advance({ seconds: 60 });
  assert.equal(await takesWrites(), false);
  disk.isFull = false;
  assert.equal(await takesWrites(), true);
  assert.deepEqual(events, ["store_cannot_write", "store_cannot_write", "store_writes_again"]);
  backend.close();
});

Deno.test("unreportedLog() leaves out what a reported outage has caused, and nothing else", async () => {
  const { backend, events, log } = await watchedStore();
  const quiet = unreportedLog(log);
  quiet.error("fault", new Error("A unit failed", { cause: new CannotWriteError("full") }));
  quiet.error("fault", new CannotWriteError("full"));
  quiet.error("fault", new Error("another"));
  quiet.info("started");
  assert.deepEqual(events, ["fault", "started"]);
  backend.close();
});
