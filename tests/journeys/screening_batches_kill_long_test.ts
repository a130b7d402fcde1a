import assert from "node:assert/strict";
import { killWhileRunning } from "../stress/killed_batches.ts";
import { folderOf } from "../support/folder.ts";

/** Enough to show the effect; `deno task test:stress batches` kills fifty times. */
const kills = 3;

Deno.test(`kill -9 in the middle of a batch decides every item once, ${kills} times`, async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const { interrupted } = await killWhileRunning({ kv, kills, hasOther: false, seed: 8 });
  assert(interrupted > 0);
});
