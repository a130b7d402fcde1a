import assert from "node:assert/strict";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";
import { believingSandbox, pathOf, present, start, tokenHeader } from "../support/verifying.ts";

const sessions = "/v1/verify/sessions";
const claims = { pid_birthdate: ERIKA };

Deno.test("a store that goes live shows no session of its sandbox, and erases them all", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY };
  const key = { "idempotency-key": "of-both" };
  let old: Awaited<ReturnType<typeof start>>;
  {
    await using service = await serviceInMemory({ kv, env });
    const acme = service.as("acme");
    old = await start(acme, "age-verification", key);
    assert.equal((await present(service, old, claims)).status, 200);
    for (let n = 0; n < 30; n++) await start(acme, "age-verification");
    assert.equal((await acme.get(`${sessions}?clientId=acme&limit=100`)).body.sessions.length, 31);
  }
  {
    await using service = await serviceInMemory({
      kv,
      mode: "live",
      seed: 8,
      verifying: believingSandbox,
    });
    const acme = service.as("acme");
    const read = await acme.get(pathOf(old));
    assert.deepEqual([read.status, read.body.error], [404, "not_found"]);
    const byToken = await service.fetch(pathOf(old), { headers: tokenHeader(old.sessionToken) });
    assert.equal(byToken.status, 401);
    await byToken.text();
    assert.equal((await present(service, old, claims)).status, 404);
    assert.deepEqual((await acme.get(sessions)).body, { sessions: [], nextCursor: null });
    const replayed = await acme.post(
      sessions,
      { clientId: "acme", checkType: "age-verification", countryCode: "DE" },
      key,
    );
    assert.deepEqual([replayed.status, replayed.body.error], [409, "idempotency_key_conflict"]);

    service.clock.advance({ seconds: 1 });
    const own = [await start(acme, "age-verification"), await start(acme, "age-verification")];
    const pages = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await acme.get(`${sessions}?limit=1${after}`);
      pages.push(body.sessions.map(({ sessionId }: { sessionId: string }) => sessionId));
      cursor = body.nextCursor;
    }
    assert.deepEqual(pages.toSorted(), own.map(({ sessionId }) => [sessionId]).toSorted());
    const exported = (await acme.get("/v1/verify/gdpr/export")).body.sessions;
    assert.equal(exported.length, 2);
    const erased = await acme.post("/v1/verify/gdpr/erasure-requests", {});
    assert.equal(erased.body.deleted.sessions, 33, erased.text);
  }
  {
    await using service = await serviceInMemory({ kv, seed: 9, env });
    assert.equal((await service.as("acme").get(pathOf(old))).status, 404);
  }
  await Deno.remove(folder, { recursive: true });
});
