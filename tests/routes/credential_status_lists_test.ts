import assert from "node:assert/strict";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { jsonLog } from "../../base/json_log.ts";
import type { CredentialStatuses } from "../../core/credentials/status_ports.ts";
import { openStatusListTokens } from "../../core/credentials/status/status_list_tokens.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { silentTelemetry } from "../../core/telemetry/silent.ts";
import { openStatusLists } from "../../gateways/status_lists/status_lists.ts";
import {
  openCredentialStatuses,
  statusListEntries,
} from "../../kv/credentials/credential_statuses.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { sandboxAcademicAuthority } from "../../sandbox/invented/academic.ts";
import { readStatusList, statusAt } from "../../standards/status_list/status_list.ts";
import { redeemedDemo } from "../support/demo_credential.ts";
import { ISSUER, university, universityCertificate } from "../support/issuance.ts";
import { seededRandom } from "../support/random.ts";
import { httpAnswer, rawServer } from "../support/raw_answers.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { trustIn } from "../support/trust.ts";

const BASE_URL = new URL(ISSUER).origin;
const pathOf = (listId: string) => `/v1/credentials/status-lists/${listId}`;

/** A sandbox with credentials in wallets, and the statuses in its store. */
async function publishing() {
  const service = await serviceInMemory({ env: { AVAL_BASE_URL: BASE_URL } });
  const { clock, store } = service;
  const mode = "sandbox";
  const credentialStatuses = openCredentialStatuses({ store, clock, random: seededRandom(), mode });
  const units = openUnits(store);
  return {
    service,
    clock,
    credentialStatuses,
    /** A redeemed credential, and the path that revokes it. */
    redeemed: async () => {
      const { status, revocation } = await redeemedDemo(service);
      const revoke = async () => {
        const { status } = await service.as("registry").post(revocation, undefined);
        assert.equal(status, 200);
      };
      return { ...status, revoke };
    },
    /** Revokes many indexes at once, without their credentials. */
    revokeMany: async (listId: string, indexes: Iterable<number>) => {
      const unit = units.begin();
      for (const idx of indexes) await credentialStatuses.revoke(unit, { listId, idx });
      assert.equal((await units.commit(unit)).kind, "committed");
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

async function tokenOf(service: TestService, listId: string): Promise<string> {
  const answer = await service.fetch(pathOf(listId));
  assert.equal(answer.status, 200);
  return await answer.text();
}

function listIn(token: string) {
  const list = readStatusList(decodeJwt(token)["status_list"]);
  assert(list !== null);
  return list;
}

Deno.test("GET /v1/credentials/status-lists/{listId} answers a signed list that anybody may keep", async () => {
  await using at = await publishing();
  const { service, redeemed } = at;
  const { listId } = await redeemed();
  const answer = await service.fetch(pathOf(listId), { headers: { origin: "https://rp.example" } });
  assert.equal(answer.status, 200);
  const { headers } = answer;
  assert.equal(headers.get("content-type"), "application/statuslist+jwt");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("cache-control"), "public, max-age=60");
  const token = await answer.text();
  const { x5c, ...header } = decodeProtectedHeader(token);
  assert.deepEqual(header, { alg: "ES256", typ: "statuslist+jwt" });
  // Its own certificate alone: the anchor is never sent.
  assert.deepEqual(x5c, [universityCertificate]);
  const { status_list, ...claims } = decodeJwt(token);
  const iat = Math.floor(at.clock.now().epochMilliseconds / 1000);
  const sub = `${BASE_URL}${pathOf(listId)}`;
  assert.deepEqual(claims, { sub, iat, exp: iat + 43_200, ttl: 300 });
  assert.equal((status_list as { bits: number }).bits, 1);
  assert.equal(listIn(token).bytes.length, statusListEntries / 8);
});

Deno.test("a list is the same until a revocation, and then at once another", async () => {
  await using at = await publishing();
  const { service, redeemed } = at;
  const { listId, idx, revoke } = await redeemed();
  const first = await service.fetch(pathOf(listId));
  const etag = first.headers.get("etag")!;
  const before = await first.text();
  at.clock.advance({ hours: 1 });
  // Another credential of the list changes nothing that others see.
  await redeemed();
  const same = await service.fetch(pathOf(listId), { headers: { "if-none-match": etag } });
  assert.deepEqual([same.status, await same.text()], [304, ""]);
  assert.equal(same.headers.get("access-control-allow-origin"), "*");
  await revoke();
  const other = await service.fetch(pathOf(listId), { headers: { "if-none-match": etag } });
  assert.equal(other.status, 200);
  const after = await other.text();
  assert.deepEqual([statusAt(listIn(before), idx), statusAt(listIn(after), idx)], [
    "valid",
    "invalid",
  ]);
  assert.equal(listIn(after).bytes.filter((byte) => byte !== 0).length, 1);
  const head = await service.fetch(pathOf(listId), { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, `${after.length}`]);
});

Deno.test("a list that nobody revokes of is signed anew long before it ends", async () => {
  await using at = await publishing();
  const { service, redeemed } = at;
  const { listId } = await redeemed();
  const tokens = new Set<string>();
  for (let hour = 0; hour < 24; hour++) {
    const token = await tokenOf(service, listId);
    tokens.add(token);
    const left = decodeJwt(token).exp! - at.clock.now().epochMilliseconds / 1000;
    assert(left > 6 * 3_600 - 1, `${left}`);
    at.clock.advance({ hours: 1 });
  }
  assert.equal(tokens.size, 4);
});

Deno.test("a list never outlives the certificate that signs it", async () => {
  await using at = await publishing();
  const { service, redeemed, clock } = at;
  const { listId } = await redeemed();
  const { notAfter } = university.signer;
  clock.advance({ seconds: notAfter - 600 - Math.floor(clock.now().epochMilliseconds / 1000) });
  const { iat, exp } = decodeJwt(await tokenOf(service, listId));
  assert.deepEqual([iat, exp], [notAfter - 600, notAfter]);
});

Deno.test("an unknown list is 404, whatever its name", async () => {
  await using at = await publishing();
  const { service } = at;
  for (const name of ["x", "0193c000-0000-7000-8000-000000000000", "..%2f", "a".repeat(3_000)]) {
    const { status, headers } = await service.fetch(pathOf(name));
    assert.equal(status, 404, name);
    assert.equal(headers.get("cache-control"), "no-store");
  }
});

Deno.test("64 readers at once have one list made, and none an older one than its first read saw", async () => {
  await using at = await publishing();
  const { clock, redeemed, credentialStatuses } = at;
  const { listId, idx, revoke } = await redeemed();
  let made = 0;
  const counted: Pick<CredentialStatuses, "list"> = {
    list: async (id) => {
      const list = await credentialStatuses.list(id);
      if (list === null) return null;
      return {
        ...list,
        bytes: () => {
          made++;
          return list.bytes();
        },
      };
    },
  };
  const tokens = openStatusListTokens({
    clock,
    academicIssuers: { signer: () => Promise.resolve(university.signer) },
    credentialStatuses: counted,
    issuer: ISSUER,
    rules: { ...defaultPolicy.ownStatusLists, cacheEntriesMax: 1 },
  });
  const readers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => tokens.read(listId)));
  assert.deepEqual([new Set(await readers(64)).size, made], [1, 1]);
  const early = readers(8);
  await revoke();
  const late = await readers(64);
  assert.equal(made, 2);
  for (const token of late) assert.equal(statusAt(listIn(token!), idx), "invalid");
  await early;
  assert.equal(statusAt(listIn((await tokens.read(listId))!), idx), "invalid");
  // Memory is bounded: another list takes the place of the first.
  assert.equal(await tokens.read("unknown"), null);
});

Deno.test("this service's own verifier believes a list that is served here", async () => {
  await using at = await publishing();
  const { service, redeemed } = at;
  const [{ listId, idx: revoked, revoke }, { idx: held }] = [await redeemed(), await redeemed()];
  await revoke();
  const server = rawServer(async ({ pathname }) => {
    const answer = await service.fetch(pathname);
    return httpAnswer(answer.status, Object.fromEntries(answer.headers), await answer.text());
  });
  const lines: string[] = [];
  const verifier = openStatusLists({
    trust: trustIn([sandboxAcademicAuthority()]),
    telemetry: silentTelemetry,
    rules: defaultPolicy.statusLists,
    skewSeconds: 60,
    clock: at.clock,
    log: jsonLog({ level: "debug", clock: at.clock, write: (line) => void lines.push(line) }),
    deadline: () => new AbortController().signal,
    connect: server.connect,
  });
  const find = (idx: number, type = "urn:academic:degree-award:1") =>
    verifier.find({ uri: `${BASE_URL}${pathOf(listId)}`, idx }, type);
  assert.deepEqual([await find(held), await find(revoked)], ["valid", "revoked"], lines.join());
  assert.equal(await find(statusListEntries), "unknown");
  // Its authority vouches for academic credentials alone.
  assert.equal(await find(held, "urn:eudi:pid:1"), "unknown");
});

Deno.test("a list of a million with one in a hundred revoked has at most 150 KB", async () => {
  await using at = await publishing();
  const { service, redeemed, revokeMany } = at;
  const { listId } = await redeemed();
  const every = Array.from(
    { length: 10_485 },
    (_, n) => (n * 2_654_435_761 >>> 0) % statusListEntries,
  );
  for (let at = 0; at < every.length; at += 400) {
    await revokeMany(listId, new Set(every.slice(at, at + 400)));
  }
  const token = await tokenOf(service, listId);
  assert(token.length < 150_000, `${token.length}`);
  const list = listIn(token);
  for (const idx of every) assert.equal(statusAt(list, idx), "invalid");
  let set = 0;
  for (const byte of list.bytes) for (let bit = 0; bit < 8; bit++) set += byte >> bit & 1;
  assert.equal(set, new Set(every).size);
});
