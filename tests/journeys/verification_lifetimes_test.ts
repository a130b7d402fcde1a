import assert from "node:assert/strict";
import { evidenceKeys } from "../support/evidence.ts";
import { putRecord } from "../support/clients.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory } from "../support/service.ts";
import { believingSandbox, pathOf, present, start, tokenHeader } from "../support/verifying.ts";

const lifetimes = { verificationSessionMinutes: 3, sessionTokenHours: 2, evidencePackDays: 4 };

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`in ${mode} a session, its token and its pack live for as long as the policy says`, async () => {
    await using service = await serviceInMemory({
      mode,
      policy: { lifetimes },
      verifying: believingSandbox,
    });
    const { publicJwk } = await evidenceKeys();
    await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
    const acme = service.as("acme");
    const pending = await start(acme, "age-verification");
    const [early, late] = [await start(acme, "aml-identity"), await start(acme, "aml-identity")];
    for (const started of [early, late]) {
      assert.equal(
        (await present(service, started, { pid_aml_identity: ERIKA })).body.amlResult,
        "CLEAR",
      );
    }
    const aMoment = () => service.clock.advance({ milliseconds: 1 });

    assert.equal(pending.expiresAt, "2026-03-02T09:03:00.000Z");
    const read = async () => {
      const headers = tokenHeader(pending.sessionToken);
      const answer = await service.fetch(pathOf(pending), { headers });
      return [answer.status, (await answer.json()).status];
    };
    service.clock.advance({ minutes: 2, seconds: 59, milliseconds: 999 });
    assert.deepEqual(await read(), [200, "pending"]);
    aMoment();
    assert.deepEqual(await read(), [200, "expired"]);

    service.clock.advance({ hours: 1, minutes: 59, seconds: 59, milliseconds: 999 });
    assert.deepEqual(await read(), [200, "expired"]);
    aMoment();
    assert.deepEqual(await read(), [401, undefined]);

    // The packs are of 09:00, two hours and three minutes ago.
    service.clock.advance({ hours: 93, minutes: 56, seconds: 59, milliseconds: 999 });
    const packOf = async (started: typeof early) => {
      // A test's token lives for an hour: another role makes another one.
      const client = service.as("acme", { roles: ["later"] });
      return (await client.get(pathOf(started))).body.decision.evidencePackCiphertext;
    };
    assert.equal(typeof await packOf(early), "string");
    aMoment();
    assert.equal(await packOf(late), null);
  });
}
