import assert from "node:assert/strict";
import { killWhileComparing } from "../stress/killed_monitoring.ts";
import { folderOf } from "../support/folder.ts";

/** Enough to show the effect; `deno task test:stress monitoring` kills fifty times. */
const kills = 2;

Deno.test(`kill -9 in the middle of a run opens each match once, ${kills} times`, async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const { interrupted } = await killWhileComparing({ kv, kills, hasOther: false, seed: 8 });
  assert(interrupted > 0);
});
