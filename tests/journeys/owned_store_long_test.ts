import assert from "node:assert/strict";
import { UnavailableError } from "../../base/unavailable.ts";
import { heldWrites } from "../support/held_writes.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { startServer } from "../support/server.ts";
import { noPause } from "../support/store.ts";
import { serviceInMemory } from "../support/service.ts";

const capacity = 5;
const policy = { rateLimits: { screening: { capacity, refillPerSecond: 1 / 86_400 } } };

const screen = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ name: CLEAR_NAME }),
};

Deno.test("a server that is killed has forgotten no token of a request that it answered", async () => {
  const folder = await Deno.makeTempDir();
  const policyFile = `${folder}/policy.json`;
  await Deno.writeTextFile(policyFile, JSON.stringify(policy));
  const env = { AVAL_KV: `${folder}/kv.sqlite3`, AVAL_POLICY: policyFile };
  const statuses: number[] = [];
  for (let starts = 0; starts < 3; starts++) {
    await using server = await startServer(env);
    const answers = await Promise.all(
      [1, 2, 3].map(() => fetch(`${server.url}/v1/screen`, screen)),
    );
    for (const answer of answers) {
      statuses.push(answer.status);
      await answer.body?.cancel();
    }
    await server.kill();
  }
  assert.equal(statuses.filter((status) => status === 200).length, capacity);
  assert.equal(statuses.filter((status) => status === 429).length, 9 - capacity);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("no answer leaves before its token is written, and one that cannot be is a 503", async () => {
  const held = heldWrites();
  let isBroken = false;
  await using service = await serviceInMemory({
    ownsStore: true,
    policy,
    wrapBackend: (backend) =>
      held.wrapBackend({
        ...backend,
        commit: async (commit) => {
          if (isBroken && commit.puts.some(({ key: [kind] }) => kind === "rate_limit")) {
            throw new UnavailableError("A fault of the store");
          }
          return await backend.commit(commit);
        },
      }),
  });
  const { reached, release } = held.holdNext("rate_limit");
  let isAnswered = false;
  const answering = service.fetch("/v1/screen", screen).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await reached;
  for (let turns = 0; turns < 10; turns++) await noPause();
  assert.equal(isAnswered, false);
  release();
  assert.equal((await answering).status, 200);
  isBroken = true;
  const broken = await service.fetch("/v1/screen", screen);
  assert.equal(broken.status, 503);
  isBroken = false;
  const left = await service.fetch("/v1/screen", screen);
  assert.match(left.headers.get("ratelimit") ?? "", /r=2/);
});
