import assert from "node:assert/strict";
import { decisionClass } from "../../core/audit/decision_class.ts";
import type { SessionRead } from "../../core/verification/schema.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, pathOf, present, start } from "../support/verifying.ts";

/** Creates one session with each outcome, for a client. */
async function decideAll(service: TestService, client: string): Promise<void> {
  const as = service.as(client);
  const answers = [
    ["age-verification", { av_age_over_18: { age_over_18: true } }],
    ["restricted-purchase-alcohol-18", { pid_birthdate: { birthdate: "2012-01-01" } }],
    ["login-authentication", { pid_login_authentication: { birthdate: "1984-08-12" } }],
    ["aml-identity", { pid_aml_identity: ERIKA }],
    ["aml-identity", {
      pid_aml_identity: { ...ERIKA, given_name: "Viktor", family_name: "Sandbergov" },
    }],
  ] as const;
  for (const [checkType, claims] of answers) {
    const started = await start(as, checkType);
    assert.equal((await present(service, started, claims)).status, 200);
  }
}

const WINDOW = "from=2026-03-02&to=2026-03-03";

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`every decision in ${mode} is one audit entry that pins versions and hashes, and holds nobody`, async () => {
    await using service = await serviceInMemory({ mode, verifying: believingSandbox });
    const { publicJwk } = await evidenceKeys();
    await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
    await decideAll(service, "acme");
    const events = await service.auditEvents();
    const rows = (await service.as("acme").get("/v1/verify/sessions?clientId=acme")).body.sessions;
    assert.equal(events.length, 5);
    for (const event of events) {
      assert(event.kind === "VERIFICATION_DECISION");
      const row = rows.find(({ sessionId }: SessionRead) => sessionId === event.sessionId);
      const { booleanProofs, amlResult, frozenDecisionArtifact } = row.decision;
      assert.deepEqual(event, {
        kind: "VERIFICATION_DECISION",
        clientId: "acme",
        sessionId: row.sessionId,
        mode,
        checkType: row.checkType,
        templateVersion: row.templateVersion,
        countryCode: row.checkType.startsWith("restricted-purchase") ? "DE" : null,
        booleanProofs,
        amlResult,
        frozenDecisionArtifact,
      });
    }
  });
}

Deno.test("usage is each client's own, and its decisions are the audit chain's", async () => {
  await using service = await serviceInMemory();
  await decideAll(service, "acme");
  await decideAll(service, "acme");
  await decideAll(service, "globex");
  const of = async (client: string, query = `?${WINDOW}`) =>
    (await service.as(client).get(`/v1/verify/usage${query}`)).body;
  const acme = await of("acme");
  assert.deepEqual(acme.decisions, {
    OVER_18: 2,
    UNDER_18: 2,
    CLAIMS_VERIFIED: 2,
    CLAIMS_NOT_VERIFIED: 0,
    CLEAR: 2,
    POSSIBLE_MATCH: 2,
    CONFIRMED_MATCH: 0,
  });
  const chained: Record<string, number> = {};
  for (const event of await service.auditEvents()) {
    if (event.kind !== "VERIFICATION_DECISION" || event.clientId !== "acme") continue;
    const name = decisionClass(event);
    chained[name] = (chained[name] ?? 0) + 1;
  }
  assert.deepEqual({ ...acme.decisions, ...chained }, acme.decisions);
  // Ten initiations and this very request; wallets are nobody's requests.
  assert.deepEqual(
    [acme.requestVolume.total, acme.requestVolume.byDay],
    [11, [{ date: "2026-03-02", count: 11 }]],
  );
  const globex = await of("globex");
  assert.equal(globex.decisions.OVER_18, 1);
  // Neither service counts the other's.
  const screening = (await service.as("acme").get(`/v1/screen/usage?${WINDOW}`)).body;
  assert.deepEqual([screening.requestVolume.total, screening.decisions.CLEAR], [1, 0]);
});

Deno.test("a usage window ends now by default, today included, and is 366 days wide at most", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const { from, to, requestVolume } = (await acme.get("/v1/verify/usage")).body;
  assert.deepEqual([from, to, requestVolume.byDay.length], ["2025-12-03", "2026-03-03", 90]);
  assert.deepEqual(requestVolume.byDay.at(-1), { date: "2026-03-02", count: 1 });
  const status = async (query: string) => (await acme.get(`/v1/verify/usage?${query}`)).status;
  assert.equal(await status("from=2025-03-02&to=2026-03-03"), 200);
  assert.equal(await status("from=2025-03-01&to=2026-03-03"), 400);
  assert.equal(await status("from=2026-03-03&to=2026-03-03"), 200);
  assert.equal(await status("from=2026-03-04&to=2026-03-03"), 400);
  assert.equal(await status("from=2026-02-30"), 400);
  const { message } = (await acme.get("/v1/verify/usage?from=2026-03-04")).body;
  assert.match(message, /must not be after 2026-03-03, which "to" is by default/);
});

Deno.test("a replayed initiation counts as a request, and makes no second session", async () => {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const key = { "idempotency-key": "order-1" };
  await start(acme, "age-verification", key);
  await start(acme, "age-verification", key);
  assert.equal((await acme.get("/v1/verify/sessions?clientId=acme")).body.sessions.length, 1);
  assert.equal((await acme.get(`/v1/verify/usage?${WINDOW}`)).body.requestVolume.total, 4);
});

Deno.test("reply, read, list and export of a session hold the same decision", async () => {
  await using service = await serviceInMemory({ mode: "live", verifying: believingSandbox });
  const acme = service.as("acme");
  const started = await start(acme, "age-verification");
  const { sessionId, ...reply } = (await present(service, started, {
    av_age_over_18: { age_over_18: true },
  })).body;
  const read = (await acme.get(pathOf(started))).body;
  assert.equal(read.sessionId, sessionId);
  assert.deepEqual(read.decision, { ...reply, evidencePackCiphertext: null });
  assert.deepEqual((await acme.get("/v1/verify/sessions")).body.sessions, [read]);
  assert.deepEqual((await acme.get("/v1/verify/gdpr/export")).body.sessions, [read]);
});
