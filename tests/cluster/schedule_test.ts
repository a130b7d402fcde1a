import assert from "node:assert/strict";
import { chanceOf } from "./chance.ts";
import { faultsOf } from "./schedule.ts";

const cluster = { seconds: 120, servers: 4 };

Deno.test("faultsOf() plans the same for the same seed, and something else for another", () => {
  assert.deepEqual(faultsOf(7, cluster), faultsOf(7, cluster));
  assert.notDeepEqual(faultsOf(7, cluster), faultsOf(8, cluster));
});

Deno.test("faultsOf() breaks everything in every minute, in the order of time", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const planned = faultsOf(seed, cluster);
    assert.deepEqual(planned.toSorted((a, b) => a.at - b.at), planned);
    for (const from of [0, 60_000]) {
      const kinds = planned.filter(({ at }) => at >= from && at < from + 60_000)
        .map(({ kind, server }) => `${kind} ${server === null ? "database" : "server"}`);
      assert.deepEqual(
        new Set(kinds),
        new Set([
          "kill server",
          "stop server",
          "terminate server",
          "database_kill database",
          "database_stop database",
          "answers_lost database",
        ]),
      );
    }
    assert(planned.every(({ server }) => server === null || (server >= 0 && server < 4)));
  }
});

Deno.test("chanceOf() is even, and neighbouring purposes have nothing in common", () => {
  const firsts = Array.from({ length: 10_000 }, (_, n) => chanceOf(1, "lane", n).below(10));
  for (let value = 0; value < 10; value++) {
    const count = firsts.filter((first) => first === value).length;
    // 1,000 are expected, with a standard deviation of 30.
    assert(count > 850 && count < 1_150, `${value}: ${count}`);
  }
  assert.deepEqual(chanceOf(1, "a").shuffled([1, 2, 3, 4]).toSorted(), [1, 2, 3, 4]);
});
