import assert from "node:assert/strict";
import type { SessionInitiated } from "../../../core/verification/schema.ts";
import { snapshotOfFile } from "../../../kv/backends/sqlite_snapshot.ts";
import { ERIKA } from "../../support/sandbox_wallet.ts";
import { serviceInMemory } from "../../support/service.ts";
import { pathOf, present, sendAnswer, start } from "../../support/verifying.ts";

const list = "/v1/verify/sessions?clientId=acme&limit=2";
const claims = { pid_birthdate: ERIKA };

Deno.test("a session without a decision is gone 30 days past its end, and one with it stays", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const started: SessionInitiated[] = [];
  {
    await using service = await serviceInMemory({ kv });
    const acme = service.as("acme");
    for (let n = 0; n < 12; n++) {
      started.push(await start(acme, "age-verification"));
      service.clock.advance({ seconds: 1 });
    }
    const [first, , failed, , broken, , last] = started as [
      SessionInitiated,
      ...SessionInitiated[],
    ];
    assert(failed && broken && last);
    const denied = { error: "access_denied" };
    assert.equal((await sendAnswer(service, failed.authorizationRequest, denied)).status, 200);
    for (let failures = 0; failures < 5; failures++) {
      await present(service, broken, claims, { sdJwt: { binding: { nonce: "x" } } });
    }
    for (const one of [first, last]) {
      await present(service, one, claims, { sdJwt: { binding: { nonce: "x" } } });
      assert.equal((await present(service, one, claims)).status, 200);
    }
    const status = async (one: SessionInitiated) => {
      const { status, body } = await acme.get(pathOf(one));
      return status === 200 ? body.status : status;
    };
    const all = () => Promise.all(started.map(status));
    const ended = ["completed", "expired", "failed", "expired", "failed", "expired", "completed"];
    const sooner = [...ended, ...Array(5).fill("expired")];
    service.clock.advance({ hours: 24 * 30, minutes: 9, seconds: 47 });
    assert.deepEqual(await all(), sooner);
    service.clock.advance({ seconds: 30 });
    const later = sooner.map((status) => status === "completed" ? status : 404);
    assert.deepEqual(await all(), later);
    service.clock.advance({ hours: 24 * 400 });
    assert.deepEqual(await all(), later);
    const { body: page } = await acme.get(list);
    const ids = page.sessions.map(({ sessionId }: SessionInitiated) => sessionId);
    assert.deepEqual([ids, page.nextCursor], [[last.sessionId, first.sessionId], null]);
    const { body: exported } = await acme.get("/v1/verify/gdpr/export");
    assert.equal(exported.sessions.length, 2);
  }
  const lasting = new Map<string, number>();
  for await (const { key: [kind], expiresAt } of snapshotOfFile(kv)) {
    if (expiresAt === null) lasting.set(kind, (lasting.get(kind) ?? 0) + 1);
  }
  assert.deepEqual([lasting.get("verification_session"), lasting.get("client_session")], [2, 2]);
  await Deno.remove(folder, { recursive: true });
});
