import assert from "node:assert/strict";
import type { Revocations, RevocationStatus } from "../../core/presentation/ports.ts";
import type { SessionInitiated } from "../../core/verification/schema.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, pathOf, present, start } from "../support/verifying.ts";

const list = { status_list: { idx: 0, uri: "https://issuer.example/lists/1" } };
const status = { pid_birthdate: list };

/** A live service with status lists that answer as the test says. */
async function serviceAsking(find: () => RevocationStatus | Promise<RevocationStatus>) {
  const revocations: Revocations = { find: async () => await find() };
  return await serviceInMemory({ mode: "live", verifying: { ...believingSandbox, revocations } });
}

async function read(service: TestService, started: SessionInitiated) {
  const { body } = await service.as("acme").get(`${pathOf(started)}?evidencePackDelivery=peek`);
  return [body.status, body.decision];
}

async function startCheck(service: TestService): Promise<SessionInitiated> {
  return await start(service.as("acme"), "age-verification");
}

const age = { pid_birthdate: { birthdate: ERIKA.birthdate } };

Deno.test("a session that a read has called expired ends as nothing else", async () => {
  let during = () => Promise.resolve<RevocationStatus>("valid");
  await using service = await serviceAsking(() => during());
  for (const said of ["valid", "revoked", "unknown"] as const) {
    const started = await startCheck(service);
    during = () => Promise.resolve("revoked");
    for (let failures = 0; failures < 4; failures++) {
      assert.equal((await present(service, started, age, { status })).status, 400);
    }
    service.clock.advance({ minutes: 9, seconds: 59 });
    during = async () => {
      service.clock.advance({ seconds: 1 });
      assert.deepEqual(await read(service, started), ["expired", null]);
      return said;
    };
    const late = await present(service, started, age, { status });
    assert.deepEqual([late.status, late.body.error], [409, "verification_session_not_pending"]);
    assert.deepEqual(await read(service, started), ["expired", null], said);
  }
  assert.deepEqual(await service.auditEvents(), []);
});

Deno.test("an issuer's outage costs a session nothing: it is answered once the list is back", async () => {
  let said: RevocationStatus = "unknown";
  await using service = await serviceAsking(() => said);
  const started = await startCheck(service);
  for (let tries = 0; tries < 12; tries++) {
    const refused = await present(service, started, age, { status });
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_presentation"]);
    assert.match(refused.body.message, /: revocation_unknown \(credential pid_birthdate\)$/);
    assert.deepEqual(await read(service, started), ["pending", null]);
  }
  // What it has in truth done wrong counts all the same.
  const wrong = { status, sdJwt: { binding: { nonce: "x" } } };
  for (let failures = 0; failures < 4; failures++) {
    assert.equal((await present(service, started, age, wrong)).status, 400);
  }
  said = "valid";
  assert.equal((await present(service, started, age, { status })).status, 200);
});
