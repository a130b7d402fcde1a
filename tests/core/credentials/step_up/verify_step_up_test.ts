import assert from "node:assert/strict";
import type { Log } from "../../../../base/log.ts";
import { AcademicIssuerId, SignatoryId } from "../../../../core/credentials/issuer_schema.ts";
import type { StepUpPorts } from "../../../../core/credentials/step_up_ports.ts";
import type { StepUpKeys } from "../../../../core/credentials/step_up_ports.ts";
import { noStepUp, openStepUp } from "../../../../core/credentials/step_up/open_step_up.ts";
import {
  requireAssertion,
  verifyStepUp,
} from "../../../../core/credentials/step_up/verify_step_up.ts";
import { openOperatorAudit } from "../../../../kv/audit/audit_recording.ts";
import { openSignatories, openSignatoryRecords } from "../../../../kv/credentials/signatories.ts";
import { openUnits } from "../../../../kv/store/unit.ts";
import { openUsedAssertions } from "../../../../kv/credentials/used_assertions.ts";
import {
  assertionClaims,
  keysOf,
  type Members,
  providerKey,
  signCompact,
  STEP_UP_ISSUER,
} from "../../../support/step_up.ts";
import { storeInMemory } from "../../../support/store.ts";

const key = await providerKey("k1");
const alpha = AcademicIssuerId.parse("alpha");
const dean = SignatoryId.parse("alpha-dean");
const challenge = { error: "insufficient_user_authentication", acrValues: "2", maxAgeSeconds: 300 };

/** Opens a real store with two institutions, `alpha-dean` and `beta-dean`. */
async function open(keys: StepUpKeys = keysOf(key)) {
  const memory = await storeInMemory();
  const { store, clock } = memory;
  const reasons: unknown[] = [];
  const log: Log = {
    debug() {},
    info: (event, members) => void reasons.push([event, members?.["reason"]]),
    warn() {},
    error() {},
  };
  const records = openSignatoryRecords({ store, audit: openOperatorAudit(memory) });
  for (const issuer of ["alpha", "beta"]) {
    await records.put({
      id: SignatoryId.parse(`${issuer}-dean`),
      academicIssuerId: AcademicIssuerId.parse(issuer),
      name: "Dana Example",
      idpSubject: `${issuer}-dean-sub`,
    });
  }
  const stepUp = openStepUp({
    clock,
    keys,
    used: openUsedAssertions({ store, clock, issuer: STEP_UP_ISSUER }),
    expected: {
      issuer: STEP_UP_ISSUER,
      audience: "platform-api",
      acr: "2",
      maxAgeSeconds: 300,
      clockSkewSeconds: 60,
    },
  });
  const ports: StepUpPorts = {
    log,
    stepUp,
    signatories: openSignatories({ store, published: [] }),
  };
  return {
    ...memory,
    ports,
    reasons,
    units: openUnits(store),
    assertion: (members: Members = {}) =>
      signCompact(key, assertionClaims(clock.now(), { sub: "alpha-dean-sub", ...members })),
    verify: (assertion: string | null, by = dean, academicIssuerId = alpha) =>
      verifyStepUp(ports, { assertion, academicIssuerId, signatoryId: by }),
  };
}

Deno.test("verifyStepUp() finds the institution's signatory who has authenticated", async () => {
  await using at = await open();
  const verified = await at.verify(await at.assertion());
  assert(verified.ok);
  assert.equal(verified.value.signatory.id, dean);
  assert.equal(verified.value.assertion.subject, "alpha-dean-sub");
  assert.deepEqual(at.reasons, []);
});

Deno.test("verifyStepUp() refuses another person by the challenge, and a foreign one as unknown", async () => {
  await using at = await open();
  const unauthorized = { ok: false, refusal: { code: "unauthorized", challenge } };
  assert.deepEqual(await at.verify(null), unauthorized);
  assert.deepEqual(await at.verify(await at.assertion({ sub: "beta-dean-sub" })), unauthorized);
  assert.deepEqual(await at.verify(await at.assertion({ acr: "1" })), unauthorized);
  assert.deepEqual(at.reasons, [
    ["step_up_refused", "missing"],
    ["step_up_refused", "another_person"],
    ["step_up_refused", "below_the_level"],
  ]);
  const notFound = { ok: false, refusal: { code: "not_found" } };
  for (const id of ["beta-dean", "nobody", "alpha-dea"]) {
    const by = SignatoryId.parse(id);
    const own = await at.assertion({
      sub: id === "beta-dean" ? "beta-dean-sub" : "alpha-dean-sub",
    });
    assert.deepEqual(await at.verify(own, by), notFound, id);
    // Who has not authenticated learns nothing of who is on file.
    assert.deepEqual(await at.verify(null, by), unauthorized, id);
  }
});

Deno.test("verifyStepUp() is 503 while the provider's keys cannot be had", async () => {
  const down = (retryAfterSeconds?: number): StepUpKeys => ({
    find: () =>
      Promise.resolve({
        kind: "unavailable",
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }),
  });
  for (const [given, expected] of [[undefined, 1], [5, 5]] as const) {
    await using at = await open(down(given));
    const refusal = { code: "upstream_unavailable", retryAfterSeconds: expected };
    assert.deepEqual(await at.verify(await at.assertion()), { ok: false, refusal });
    assert.deepEqual(await requireAssertion(at.ports, await at.assertion()), {
      ok: false,
      refusal,
    });
  }
});

Deno.test("an assertion approves once: of 20 at the same time one wins", async () => {
  await using at = await open();
  const assertion = await at.assertion();
  const approve = async () => {
    const verified = await at.verify(assertion);
    if (!verified.ok) return verified.refusal.code;
    const unit = at.units.begin();
    at.ports.stepUp.use(unit, verified.value.assertion);
    return (await at.units.commit(unit)).kind;
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, approve));
  assert.equal(outcomes.filter((outcome) => outcome === "committed").length, 1);
  assert(outcomes.every((outcome) => ["committed", "lost", "unauthorized"].includes(outcome)));
  // What was lost runs again, and finds the assertion used.
  assert.equal(await approve(), "unauthorized");
  assert.deepEqual(at.reasons.at(-1), ["step_up_refused", "used"]);
  // The guard before a replay does not ask: the approval's own repeat shows the same one.
  assert((await requireAssertion(at.ports, assertion)).ok);
  // Another token of the same login is another assertion.
  assert((await at.verify(await at.assertion({ jti: "onrtrt:other" }))).ok);
});

Deno.test("a used assertion is remembered for as long as it could be shown", async () => {
  await using at = await open();
  const assertion = await at.assertion();
  const verified = await at.verify(assertion);
  assert(verified.ok);
  const unit = at.units.begin();
  at.ports.stepUp.use(unit, verified.value.assertion);
  assert.equal((await at.units.commit(unit)).kind, "committed");
  const { jti } = verified.value.assertion;
  const reasons: unknown[] = [];
  for (const seconds of [299, 1, 1]) {
    at.clock.advance({ seconds });
    const again = await at.verify(assertion);
    assert(!again.ok);
    reasons.push([at.reasons.at(-1), await at.ports.stepUp.isUsed(jti)]);
  }
  assert.deepEqual(reasons, [
    [["step_up_refused", "used"], true],
    [["step_up_refused", "used"], true],
    [["step_up_refused", "stale"], false],
  ]);
});

Deno.test("the log names nobody who failed to step up", async () => {
  await using at = await open();
  await at.verify(await at.assertion({ sub: "somebody" }));
  await at.verify(await at.assertion({ acr: "somebody's", jti: "somebody's" }));
  const said = JSON.stringify(at.reasons);
  assert(!/somebody|Dana|dean/.test(said), said);
});

Deno.test("noStepUp() never passes anything", async () => {
  await using at = await open();
  const ports = { ...at.ports, stepUp: noStepUp({ acrValues: "2", maxAgeSeconds: 300 }) };
  for (const assertion of [null, "", await at.assertion()]) {
    assert.deepEqual(
      await verifyStepUp(ports, {
        assertion,
        academicIssuerId: alpha,
        signatoryId: dean,
      }),
      { ok: false, refusal: { code: "unauthorized", challenge } },
    );
  }
});
