import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { uuidV7 } from "../../base/uuid.ts";
import {
  BatchId,
  type BatchItem,
  BatchItemId,
  CredentialBatch,
} from "../../core/credentials/batch_schema.ts";
import { AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import type { Mode } from "../../core/nouns.ts";
import { revokeCredentialRoute } from "../../routes/api/credential_revocation.ts";
import { credentialStatusListRoute } from "../../routes/api/credential_status_lists.ts";
import type { Ports } from "../../routes/http/ports.ts";
import { readStatusList, statusAt } from "../../standards/status_list/status_list.ts";
import { putRecord } from "../support/clients.ts";
import { routesOver } from "../support/login_redeeming.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory } from "../support/service.ts";
import { standInBatches, standInIssuer, statusesOver } from "../support/status_stand_ins.ts";

const university = AcademicIssuerId.parse("university");
const institution = await standInIssuer(university);
const issuerRole = { roles: ["credentials-api-issuer"] };

async function revoking({ mode = "live" }: { readonly mode?: Mode } = {}) {
  const ports: Partial<Ports> = {};
  const routes = [revokeCredentialRoute, credentialStatusListRoute(defaultPolicy.ownStatusLists)];
  const service = await serviceInMemory({ mode, routes: routesOver(routes, ports) });
  const { store, clock } = service;
  const random = seededRandom(16);
  const uuid = () => uuidV7({ clock, random });
  const batch = CredentialBatch.parse({
    id: uuid(),
    mode,
    academicIssuerId: university,
    credentialTemplateId: uuid(),
    submissionMethod: "API",
    preparedBySignatoryId: "registrar",
    status: "APPROVED",
    createdAt: "2026-03-02T08:00:00.000Z",
    approvedAt: "2026-03-02T08:00:00.000Z",
    approvedBySignatoryId: "dean",
    itemCount: 1,
    differing: [],
    recheckedBy: [],
  });
  const { credentialBatches, putItem } = standInBatches(store, [batch]);
  const statuses = statusesOver({ store, clock, random }, institution, { mode });
  const { credentialStatuses, statusListTokens, units } = statuses;
  Object.assign(ports, { credentialBatches, credentialStatuses, statusListTokens });
  await putRecord(service, "uni", { academicIssuerId: "university" });
  await putRecord(service, "other-uni", { academicIssuerId: "other" });

  /** An item whose credential a wallet holds. */
  async function redeemed() {
    const unit = units.begin();
    const status = await credentialStatuses.allocate(unit, university);
    await units.commit(unit);
    const state = { kind: "redeemed", redeemedAt: "2026-03-02T09:00:00.000Z", status } as const;
    return { id: await itemIn(state), status };
  }
  async function itemIn(state: BatchItem["state"]) {
    const id = BatchItemId.parse(uuid());
    assert(await putItem(batch.id, { id, row: null, state, recheck: null }));
    return id;
  }
  const pathOf = (itemId: string, batchId: string = batch.id) =>
    `/v1/credentials/issue/batches/${batchId}/items/${itemId}/revoke`;
  const revoked = async () =>
    (await service.auditEvents()).filter(({ kind }) => kind === "CREDENTIAL_REVOKED");
  return {
    service,
    batch,
    credentialStatuses,
    redeemed,
    itemIn,
    pathOf,
    revoked,
    uuid,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

Deno.test("POST …/revoke sets the bit, ends the item and is audited, all in one", async () => {
  await using at = await revoking();
  const { service, batch, redeemed, pathOf } = at;
  const { id, status } = await redeemed();
  const uni = service.as("uni", issuerRole);
  const answer = await uni.post(pathOf(id), undefined);
  const revokedAt = service.clock.now().toString({ smallestUnit: "millisecond" });
  assert.deepEqual([answer.status, answer.body], [200, {
    itemId: id,
    status: "REVOKED",
    revokedAt,
  }]);
  assert.equal(await at.credentialStatuses.find(status), "revoked");
  assert.deepEqual(await at.revoked(), [{
    kind: "CREDENTIAL_REVOKED",
    clientId: "uni",
    mode: "live",
    academicIssuerId: "university",
    batchId: batch.id,
    itemId: id,
    issued: true,
  }]);
  // The next look at the list.
  const list = await service.fetch(`/v1/credentials/status-lists/${status.listId}`);
  const read = readStatusList(decodeJwt(await list.text())["status_list"]);
  assert.equal(statusAt(read!, status.idx), "invalid");
});

Deno.test("revoking twice answers the first, with and without a key, and writes nothing more", async () => {
  await using at = await revoking();
  const { service, redeemed, pathOf, credentialStatuses } = at;
  const { id, status } = await redeemed();
  const uni = service.as("uni", issuerRole);
  const key = { "idempotency-key": "revoke-1" };
  const first = await uni.post(pathOf(id), undefined, key);
  const { changes } = (await credentialStatuses.list(status.listId))!;
  service.clock.advance({ minutes: 5 });
  const replayed = await uni.post(pathOf(id), undefined, key);
  const again = await uni.post(pathOf(id), undefined);
  assert.deepEqual([replayed.text, again.text], [first.text, first.text]);
  assert.equal(replayed.headers.get("idempotent-replayed"), "true");
  assert.equal((await at.revoked()).length, 1);
  assert.equal((await credentialStatuses.list(status.listId))!.changes, changes);
});

Deno.test("of 64 revocations of one item at once one is recorded, and all read alike", async () => {
  await using at = await revoking();
  const { service, redeemed, pathOf, credentialStatuses } = at;
  const { id, status } = await redeemed();
  const uni = service.as("uni", issuerRole);
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => uni.post(pathOf(id), undefined)),
  );
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await at.revoked()).length, 1);
  assert.equal((await credentialStatuses.list(status.listId))!.changes, 1);
});

Deno.test("64 revocations of as many items at once all succeed", async () => {
  await using at = await revoking();
  const { service, redeemed, pathOf, credentialStatuses } = at;
  const items = [];
  for (let n = 0; n < 64; n++) items.push(await redeemed());
  const uni = service.as("uni", issuerRole);
  const answers = await Promise.all(items.map(({ id }) => uni.post(pathOf(id), undefined)));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
  for (const { status } of items) assert.equal(await credentialStatuses.find(status), "revoked");
  assert.equal((await at.revoked()).length, 64);
});

Deno.test("an item that nobody has redeemed is revoked too, without a bit", async () => {
  await using at = await revoking();
  const { service, itemIn, pathOf } = at;
  const states = [
    { kind: "open", offeredAt: null },
    { kind: "exchanged", tokenUntil: "2026-03-02T09:05:00.000Z" },
  ] as const;
  const uni = service.as("uni", issuerRole);
  for (const state of states) {
    const { status, body } = await uni.post(pathOf(await itemIn(state)), undefined);
    assert.deepEqual([status, body.status], [200, "REVOKED"]);
  }
  const events = await at.revoked();
  assert.deepEqual(events.map((event) => "issued" in event && event.issued), [false, false]);
});

Deno.test("another institution's item reads as one that does not exist, and stays", async () => {
  await using at = await revoking();
  const { service, redeemed, pathOf, uuid, credentialStatuses } = at;
  const { id, status } = await redeemed();
  const other = service.as("other-uni", issuerRole);
  const bound = service.as("nobodys", issuerRole);
  const uni = service.as("uni", issuerRole);
  const unknown = await uni.post(pathOf(uuid()), undefined);
  assert.equal(unknown.status, 404);
  const asked = [
    other.post(pathOf(id), undefined),
    bound.post(pathOf(id), undefined),
    uni.post(pathOf(id, BatchId.parse(uuid())), undefined),
    uni.post(pathOf("no-uuid"), undefined),
    uni.post(pathOf(id, "no-uuid"), undefined),
  ];
  for (const answer of await Promise.all(asked)) {
    assert.deepEqual([answer.status, answer.text], [404, unknown.text]);
  }
  assert.equal(await credentialStatuses.find(status), "valid");
  assert.deepEqual(await at.revoked(), []);
});

Deno.test("only the issuer's role revokes", async () => {
  await using at = await revoking();
  const { service, redeemed, pathOf, credentialStatuses } = at;
  const { id, status } = await redeemed();
  for (
    const role of ["credentials-api-client", "credentials-api-reviewer", "credentials-api-verifier"]
  ) {
    const answer = await service.as("uni", { roles: [role] }).post(pathOf(id), undefined);
    assert.deepEqual([answer.status, answer.body.error], [403, "insufficient_role"]);
  }
  assert.equal((await service.fetch(pathOf(id), { method: "POST" })).status, 401);
  assert.equal(await credentialStatuses.find(status), "valid");
});

Deno.test("a sandbox has no tenants: anybody revokes anything of it", async () => {
  await using at = await revoking({ mode: "sandbox" });
  const { service, redeemed, pathOf } = at;
  const { id } = await redeemed();
  assert.equal((await service.as("anybody").post(pathOf(id), undefined)).status, 200);
});
