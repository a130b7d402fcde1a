import assert from "node:assert/strict";
import { killWhileScreening } from "../stress/killed_screenings.ts";

/** Enough to show the effect; `deno task test:stress kills` kills fifty times. */
const kills = 8;

Deno.test(`kill -9 in the middle of a burst loses and doubles nothing, ${kills} times`, async () => {
  const folder = await Deno.makeTempDir();
  const { acknowledged } = await killWhileScreening({
    kv: `${folder}/kv.sqlite3`,
    kills,
    seed: 50,
  });
  assert(acknowledged >= kills);
  await Deno.remove(folder, { recursive: true });
});
