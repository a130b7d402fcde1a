import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import {
  approvedTemplate,
  assertionOf,
  batchBody,
  BATCHES,
  DEAN,
  students,
} from "../support/credential_batches.ts";
import { seededRandom } from "../support/random.ts";
import { startServer } from "../support/server.ts";
import type { Answer, TestClient } from "../support/service.ts";

const rows = 400;
/** When the server of a round is killed: at a random time after an event, or immediately. */
const killed = ["a while after the start", "a while after acceptance", "at approval"] as const;
const rounds = 4 * killed.length;
/**
 * Maximum delay of a kill: longer than a batch takes to be accepted or approved, so that kills
 * occur during both.
 */
const killWithinMilliseconds = 400;

function clientOf(url: string): TestClient {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  };
  return {
    id: "registry",
    get: (path) => send(path, {}),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** Approves a batch, with the machine's clock. */
async function approve(client: TestClient, batchId: string): Promise<Answer> {
  const clock = { now: () => Temporal.Now.instant() };
  return await client.post(`${BATCHES}/${batchId}/approve`, { approvedBySignatoryId: DEAN }, {
    "x-credentials-step-up-assertion": await assertionOf({ clock }, DEAN),
  });
}

Deno.test("a server that is killed while it accepts or approves leaves whole batches or none", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const env = { AVAL_MODE: "sandbox", AVAL_KV: kv, AVAL_BASE_URL: "http://localhost:8000" };
  const random = seededRandom(16);
  const [accepted, approved]: [string[], string[]] = [[], []];
  let templateId = "";
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(env);
    const client = clientOf(server.url);
    if (round === 0) templateId = await approvedTemplate(client);
    const [first = 0, second = 0] = random.bytes(2);
    const killAfter = (256 * first + second) * killWithinMilliseconds / 65_536;
    const moment = killed[round % killed.length]!;
    const [acceptance, approval] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const acting = (async () => {
      const created = await client.post(BATCHES, batchBody(templateId, students(rows)));
      assert.equal(created.status, 201, created.text);
      accepted.push(created.body.batchId);
      acceptance.resolve();
      const answer = await approve(client, created.body.batchId);
      assert.equal(answer.status, 200, answer.text);
      approved.push(created.body.batchId);
      approval.resolve();
    })().catch((fault) => {
      // The connection broke: nothing was acknowledged.
      if (fault instanceof assert.AssertionError) throw fault;
    });
    // What ends without its moment has failed: the server is killed all the same.
    if (moment === "a while after acceptance") await Promise.race([acceptance.promise, acting]);
    if (moment === "at approval") await Promise.race([approval.promise, acting]);
    else await new Promise((resolve) => setTimeout(resolve, killAfter));
    await server.kill();
    await acting;
  }
  // Acknowledged in every round that waits for it: what follows has batches to prove it by.
  assert(accepted.length >= 2 * rounds / killed.length, `${accepted.length} accepted`);
  assert(approved.length >= rounds / killed.length, `${approved.length} approved`);
  const onFile = new Set<string>();
  for await (const { key } of snapshotOfFile(kv)) {
    if (key[0] === "credential_batch") onFile.add(String(key[1]));
  }
  for (const batchId of accepted) assert(onFile.has(batchId));
  await using server = await startServer(env);
  const client = clientOf(server.url);
  for (const batchId of onFile) {
    const { items, status, itemCount } = (await client.get(`${BATCHES}/${batchId}`)).body;
    assert.deepEqual([items.length, itemCount], [rows, rows]);
    if (approved.includes(batchId)) assert.equal(status, "APPROVED");
    const offered = items.filter(({ status }: { status: string }) => status === "OFFERED").length;
    assert.equal(offered, status === "APPROVED" ? rows : 0);
    // What was not approved is approved now.
    assert.equal((await approve(client, batchId)).status, status === "APPROVED" ? 409 : 200);
  }
  await Deno.remove(folder, { recursive: true });
});
