import assert from "node:assert/strict";
import { killWhileDelivering } from "../stress/killed_events.ts";
import { folderOf } from "../support/folder.ts";

/** Enough to show the effect; `deno task test:stress events` kills a hundred times. */
const kills = 4;

Deno.test(`kill -9 while events are delivered loses none, ${kills} times`, async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const { events, deliveries } = await killWhileDelivering({ kv, kills, hasOther: false, seed: 9 });
  assert(events > 0);
  assert(deliveries >= events);
});
