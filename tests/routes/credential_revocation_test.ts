import assert from "node:assert/strict";
import { approve, BATCHES, preparedBatch } from "../support/credential_batches.ts";
import { statusIn } from "../support/demo_credential.ts";
import { good } from "../support/credential_journey.ts";
import { serviceInMemory } from "../support/service.ts";
import { openStudentWallet } from "../support/student_wallet.ts";
import { issuerRole, pathIn, revoking, statusOf } from "../support/revoking.ts";

Deno.test("POST …/revoke sets the bit, ends the item and is audited, all in one", async () => {
  await using at = await revoking();
  const { service, batchId, uni, redeemed, pathOf } = at;
  const { id, status } = await redeemed();
  assert.equal(await statusOf(service, status), "valid");
  const answer = await uni.post(pathOf(id), undefined);
  const revokedAt = service.clock.now().toString({ smallestUnit: "millisecond" });
  assert.deepEqual([answer.status, answer.body], [200, {
    itemId: id,
    status: "REVOKED",
    revokedAt,
  }]);
  assert.equal(await statusOf(service, status), "invalid");
  assert.deepEqual(await at.revoked(), [{
    kind: "CREDENTIAL_REVOKED",
    clientId: "registry-university",
    mode: "live",
    academicIssuerId: "university",
    batchId,
    itemId: id,
    issued: true,
  }]);
});

/** Starts a cache that receives purge requests and answers with a status. */
function startCache(status: number) {
  const asked: unknown[] = [];
  let noted = Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    asked.push([request.headers.get("authorization"), await request.json()]);
    noted.resolve();
    return new Response(null, { status });
  });
  return {
    env: {
      AVAL_CACHE_PURGE_URL: `http://127.0.0.1:${server.addr.port}/purge`,
      AVAL_CACHE_PURGE_TOKEN: "s3cr3t",
    },
    asked,
    /** Resolves after the next request since the last call. */
    next: async () => {
      await noted.promise;
      noted = Promise.withResolvers();
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("POST …/revoke has a cache forget the list by its tag, once for each revocation", async () => {
  await using cache = startCache(202);
  await using at = await revoking(3, cache.env);
  const { service, uni, redeemed, offered, pathOf } = at;
  const { id, status: { listId } } = await redeemed();
  const other = await redeemed();
  const list = await service.fetch(`/v1/credentials/status-lists/${listId}`);
  assert.equal(list.headers.get("cache-tag"), `status-list-${listId}`);
  assert.equal((await uni.post(pathOf(id), undefined)).status, 200);
  await cache.next();
  // Neither a repeat nor an offer without a credential changes a list.
  assert.equal((await uni.post(pathOf(id), undefined)).status, 200);
  assert.equal((await uni.post(pathOf(offered().itemId), undefined)).status, 200);
  assert.equal((await uni.post(pathOf(other.id), undefined)).status, 200);
  await cache.next();
  const purge = ["Bearer s3cr3t", { tags: [`status-list-${listId}`] }];
  assert.deepEqual(cache.asked, [purge, purge]);
});

Deno.test("a cache that refuses to forget fails no revocation", async () => {
  await using cache = startCache(500);
  await using at = await revoking(1, cache.env);
  const { service, uni, redeemed, pathOf } = at;
  const { id, status } = await redeemed();
  assert.equal((await uni.post(pathOf(id), undefined)).status, 200);
  await cache.next();
  assert.equal(await statusOf(service, status), "invalid");
});

Deno.test("revoking twice answers the first, with and without a key, and writes nothing more", async () => {
  await using at = await revoking();
  const { service, uni, redeemed, pathOf } = at;
  const { id, status } = await redeemed();
  const key = { "idempotency-key": "revoke-1" };
  const first = await uni.post(pathOf(id), undefined, key);
  assert.equal(await at.changesOf(status), 1);
  service.clock.advance({ minutes: 5 });
  const replayed = await uni.post(pathOf(id), undefined, key);
  const again = await uni.post(pathOf(id), undefined);
  assert.deepEqual([replayed.text, again.text], [first.text, first.text]);
  assert.equal(replayed.headers.get("idempotent-replayed"), "true");
  assert.equal((await at.revoked()).length, 1);
  assert.equal(await at.changesOf(status), 1);
});

Deno.test("of 64 revocations of one item at once one is recorded, and all read alike", async () => {
  await using at = await revoking();
  const { uni, redeemed, pathOf } = at;
  const { id, status } = await redeemed();
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => uni.post(pathOf(id), undefined)),
  );
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await at.revoked()).length, 1);
  assert.equal(await at.changesOf(status), 1);
});

Deno.test("an item that nobody has redeemed is revoked too, without a bit", async () => {
  await using at = await revoking(2);
  const { uni, wallet, offered, pathOf } = at;
  const [open, exchanged] = [offered(), offered()];
  await wallet.exchange(exchanged.offerUri);
  for (const { itemId, offerUri } of [open, exchanged]) {
    const { status, body } = await uni.post(pathOf(itemId), undefined);
    assert.deepEqual([status, body.status], [200, "REVOKED"]);
    await assert.rejects(wallet.redeem(offerUri));
  }
  const events = await at.revoked();
  assert.deepEqual(events.map((event) => "issued" in event && event.issued), [false, false]);
});

Deno.test("another institution's item reads as one that does not exist, and stays", async () => {
  await using at = await revoking();
  const { service, uni, other, redeemed, pathOf, uuid } = at;
  const { id, status } = await redeemed();
  const bound = service.as("nobodys", issuerRole);
  const unknown = await uni.post(pathOf(uuid()), undefined);
  assert.equal(unknown.status, 404);
  const asked = [
    other.post(pathOf(id), undefined),
    bound.post(pathOf(id), undefined),
    uni.post(pathOf(id, uuid()), undefined),
    uni.post(pathOf("no-uuid"), undefined),
    uni.post(pathOf(id, "no-uuid"), undefined),
  ];
  for (const answer of await Promise.all(asked)) {
    assert.deepEqual([answer.status, answer.text], [404, unknown.text]);
  }
  assert.equal(await statusOf(service, status), "valid");
  assert.deepEqual(await at.revoked(), []);
});

Deno.test("only the issuer's role revokes", async () => {
  await using at = await revoking();
  const { service, redeemed, pathOf } = at;
  const { id, status } = await redeemed();
  for (
    const role of ["credentials-api-client", "credentials-api-reviewer", "credentials-api-verifier"]
  ) {
    const answer = await service.as("registry-university", { roles: [role] }).post(
      pathOf(id),
      undefined,
    );
    assert.deepEqual([answer.status, answer.body.error], [403, "insufficient_role"]);
  }
  assert.equal((await service.fetch(pathOf(id), { method: "POST" })).status, 401);
  assert.equal(await statusOf(service, status), "valid");
});

Deno.test("a sandbox has no tenants: anybody revokes anything of it", async () => {
  await using service = await serviceInMemory();
  const batch = await preparedBatch(service, 1);
  good(await approve(service, batch));
  const { items: [{ itemId, offerUri }] } =
    (await batch.registry.get(`${BATCHES}/${batch.batchId}`)).body;
  const wallet = await openStudentWallet({ clock: service.clock, fetch: service.fetch });
  const status = statusIn(await wallet.redeem(offerUri));
  const revoked = await service.as("anybody").post(pathIn(batch.batchId, itemId), undefined);
  assert.equal(revoked.status, 200);
  assert.equal(await statusOf(service, status), "invalid");
});
