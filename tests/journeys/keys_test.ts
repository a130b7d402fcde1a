import assert from "node:assert/strict";
import { runAdmin } from "../support/admin.ts";
import { folderOf } from "../support/folder.ts";
import { POSSIBLE_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

const OLD = seededRandom(21).bytes(32).toBase64();
const NEW = seededRandom(22).bytes(32).toBase64();

async function keys(kv: string, ...args: readonly string[]): Promise<void> {
  const { status, err } = await runAdmin(kv, ["keys", ...args], {
    variables: { AVAL_SECRET_KEY: NEW, AVAL_SECRET_KEY_PREVIOUS: OLD },
  });
  assert.equal(status, 0, err);
}

/** Screens and reviews with idempotency keys. @returns a function that repeats all requests */
async function leaveTraces(service: TestService, mark: string) {
  const acme = service.as("acme");
  const screenKey = { "idempotency-key": `screen-${mark}` };
  const reviewKey = { "idempotency-key": `review-${mark}` };
  const review = { decision: "escalated", notes: `Looked at it: ${mark}` };
  const screened = await acme.post("/v1/screen", { name: POSSIBLE_NAME }, screenKey);
  const id: string = screened.body.meta.decisionId;
  const reviewed = await acme.post(`/v1/screen/${id}/review`, review, reviewKey);
  const read = await acme.get(`/v1/screen/${id}`);
  assert.deepEqual([screened.status, reviewed.status, read.status], [200, 200, 200]);
  return async (later: TestService) => {
    const again = later.as("acme");
    const replayed = [
      await again.post("/v1/screen", { name: POSSIBLE_NAME }, screenKey),
      await again.post(`/v1/screen/${id}/review`, review, reviewKey),
    ];
    assert.deepEqual(replayed.map(({ text }) => text), [screened.text, reviewed.text]);
    assert(replayed.every(({ headers }) => headers.get("idempotent-replayed") === "true"));
    assert.equal((await again.get(`/v1/screen/${id}`)).text, read.text);
    const another = await again.post("/v1/screen", { name: "Somebody Else" }, screenKey);
    assert.deepEqual([another.status, another.body.error], [409, "idempotency_key_conflict"]);
  };
}

Deno.test("a change of AVAL_SECRET_KEY and of data keys is not seen from outside", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const env = (current: string, previous?: string) => ({
    AVAL_MODE: "sandbox",
    AVAL_SECRET_KEY: current,
    ...(previous === undefined ? {} : { AVAL_SECRET_KEY_PREVIOUS: previous }),
  });
  try {
    const asked: ((later: TestService) => Promise<void>)[] = [];
    const everything = async (service: TestService) => {
      for (const again of asked) await again(service);
      await service.auditEvents(); // throws when the chain does not hold
    };
    {
      await using before = await serviceInMemory({ kv, env: env(OLD) });
      asked.push(await leaveTraces(before, "before"));
    }
    {
      await using both = await serviceInMemory({ kv, env: env(NEW, OLD) });
      both.clock.advance({ minutes: 1 }); // or its seeded ids would be those of before
      asked.push(await leaveTraces(both, "under-both"));
      await keys(kv, "rewrap");
      await everything(both);
      asked.push(await leaveTraces(both, "after-rewrap"));
      await keys(kv, "rotate", "at-rest");
      await keys(kv, "rotate", "idempotency");
      await everything(both);
      asked.push(await leaveTraces(both, "after-rotation"));
      await both.runMaintenance();
      await everything(both);
      asked.push(await leaveTraces(both, "a-minute-later"));
      assert(!both.logLines.some((line) => line.includes("data_keys_not_reloaded")));
    }
    await using after = await serviceInMemory({ kv, env: env(NEW) });
    await everything(after);
    const kinds = (await after.auditEvents()).map(({ kind }) => kind);
    const rotations = kinds.filter((kind) => kind === "DATA_KEY_ROTATED").length;
    assert.deepEqual([rotations, kinds.length - rotations], [2, 2 * asked.length]);
    await assert.rejects(
      serviceInMemory({ kv, env: env(OLD) }),
      /AVAL_SECRET_KEY is not the secret/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a rotated at-rest key that a running server cannot unwrap is logged, and the old one goes on", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: OLD };
  await using left = await serviceInMemory({ kv, env });
  const again = await leaveTraces(left, "before");
  await keys(kv, "rewrap");
  await keys(kv, "rotate", "at-rest");
  await left.runMaintenance();
  assert(left.logLines.some((line) => line.includes("data_keys_not_reloaded")));
  await again(left);
  await again(left);
});
