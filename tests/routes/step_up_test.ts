import assert from "node:assert/strict";
import { runAdmin } from "../support/admin.ts";
import { sandboxSignatories } from "../../sandbox/invented/step_up.ts";
import { BATCHES, preparedBatch } from "../support/credential_batches.ts";
import { approveBy, approvedDegree, submittedBatch } from "../support/credential_journey.ts";
import {
  actingFor,
  liveInstitutions,
  reasonOf,
  type StepUpProvider,
  stepUpProvider,
} from "../support/live_institutions.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";
import { type Members, type ProviderKey, providerKey } from "../support/step_up.ts";

const old = await providerKey("old", "RS256");
const next = await providerKey("next", "ES256");

/** The approving signatory, or the error. */
const said = ({ status, body }: Answer) => [status, body.error ?? body.approvedBySignatoryId];

/** A live institution with a provider; its dean approves a new batch each time. */
async function liveAt(
  provider: Pick<StepUpProvider, "env">,
  env: Readonly<Record<string, string>> = {},
) {
  const at = await liveInstitutions({
    env: { ...provider.env, ...env },
    institutions: { alpha: { dean: "dean-sub", clerk: "clerk-sub" } },
  });
  const alpha = actingFor(at, "alpha");
  const templateId = await approvedDegree(alpha);
  const prepare = async () => `${BATCHES}/${await submittedBatch(alpha, templateId)}`;
  const approve = async (assertion: string | null, by = "dean", path?: string) =>
    await approveBy(alpha.registry, path ?? await prepare(), assertion, { by });
  return {
    service: at.service,
    prepare,
    approve,
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

/** Like {@link liveAt}, with assertions of its own provider. */
async function deansAt(provider: StepUpProvider, env: Readonly<Record<string, string>> = {}) {
  const at = await liveAt(provider, env);
  return {
    ...at,
    by: async (key: ProviderKey, members: Members = {}, by = "dean", path?: string) => {
      const assertion = await provider.assertion(key, at.service, "dean-sub", members);
      return said(await at.approve(assertion, by, path));
    },
  };
}

/** An assertion of the dean, as `admin step-up sign` prints it. */
async function sandboxAssertion(): Promise<string> {
  const args = ["step-up", "sign", "--signatory", "sandbox-dean"];
  const { status, out } = await runAdmin(":memory:", args);
  assert.equal(status, 0);
  return out.trim();
}

Deno.test("live takes an assertion of the provider's realm, and follows its keys", async () => {
  await using provider = stepUpProvider(old);
  await using at = await deansAt(provider);
  assert.deepEqual(await at.by(old), [200, "dean"]);
  provider.publish(next);
  assert.deepEqual(await at.by(next), [401, "unauthorized"]);
  assert.equal(reasonOf(at.service), "key_unknown");
  at.service.clock.advance({ minutes: 1 });
  assert.deepEqual(await at.by(next), [200, "dean"]);
  assert.deepEqual(await at.by(old), [401, "unauthorized"], "its key is gone");
  provider.idp.says(() => new Response(null, { status: 500 }));
  at.service.clock.advance({ minutes: 5 });
  assert.deepEqual(await at.by(next), [503, "upstream_unavailable"]);
  assert.deepEqual(await at.by(old), [503, "upstream_unavailable"]);
  provider.publish(next);
  assert.deepEqual(await at.by(next), [200, "dean"]);
  assert(!at.service.logLines.join().includes("no_step_up"));
});

Deno.test("live takes the level that AVAL_STEP_UP_ACR names, and asks for it", async () => {
  await using provider = stepUpProvider(old);
  await using at = await deansAt(provider, { AVAL_STEP_UP_ACR: "urn:example:gold" });
  const gold = { acr: "urn:example:gold" };
  assert.deepEqual(await at.by(old, gold), [200, "dean"]);
  assert.deepEqual(await at.by(old, { acr: "2" }), [401, "unauthorized"]);
  assert.deepEqual(await at.by(old, {}, "nobody"), [401, "unauthorized"]);
  assert.deepEqual(await at.by(old, gold, "nobody"), [404, "not_found"]);
  const { headers } = await at.approve(null);
  assert.match(
    headers.get("www-authenticate") ?? "",
    /^Bearer error="insufficient_user_authentication", .*acr_values="urn:example:gold", max_age=300$/,
  );
});

Deno.test("one assertion approves one batch, whichever it is shown for at the same time", async () => {
  await using provider = stepUpProvider(old);
  await using at = await deansAt(provider);
  const paths = await Array.fromAsync(Array.from({ length: 12 }, at.prepare));
  const answers = await Promise.all(
    paths.map((path) => at.by(old, { jti: "the same" }, "dean", path)),
  );
  assert.equal(answers.filter(([status]) => status === 200).length, 1, JSON.stringify(answers));
  assert.equal(answers.filter(([status]) => status === 401).length, 11);
  const approvals = (await at.service.auditEvents()).filter(({ kind }) =>
    kind === "BATCH_APPROVED"
  );
  assert.equal(approvals.length, 1);
});

Deno.test("a repeat under its key shows the first assertion or a fresh one, and gets the first answer", async () => {
  await using provider = stepUpProvider(old);
  await using at = await liveInstitutions({
    env: provider.env,
    institutions: { alpha: { dean: "dean-sub", clerk: "clerk-sub" } },
  });
  const alpha = actingFor(at, "alpha");
  const templateId = await approvedDegree(alpha);
  const batch = `${BATCHES}/${await submittedBatch(alpha, templateId)}`;
  const fresh = (members: Members = {}) => provider.assertion(old, at.service, "dean-sub", members);
  const ask = (assertion: string | null) =>
    approveBy(alpha.registry, batch, assertion, {
      by: "dean",
      headers: { "idempotency-key": "approval-1" },
    });
  const used = await fresh();
  const first = await ask(used);
  assert.equal(first.status, 200, first.text);
  const literal = await ask(used);
  assert.deepEqual([literal.status, literal.text], [200, first.text]);
  assert.equal(literal.headers.get("idempotent-replayed"), "true");
  const withKey = (key: string) =>
    approveBy(alpha.registry, batch, used, { by: "dean", headers: { "idempotency-key": key } });
  assert.equal((await withKey("approval-2")).status, 401);
  assert.equal(reasonOf(at.service), "used");
  assert.equal((await approveBy(alpha.registry, batch, used, { by: "dean" })).status, 401);
  assert.equal((await ask(null)).status, 401);
  assert.equal((await ask(await fresh({ acr: "1" }))).status, 401);
  const again = await ask(await fresh());
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  // However old it is by now: it was verified when it was used.
  at.service.clock.advance({ minutes: 8 });
  assert.deepEqual([(await ask(used)).status, (await ask(used)).text], [200, first.text]);
});

Deno.test("an assertion that approved one batch repeats no other request", async () => {
  await using provider = stepUpProvider(old);
  await using at = await liveInstitutions({
    env: provider.env,
    institutions: { alpha: { dean: "dean-sub", vice: "vice-sub", clerk: "clerk-sub" } },
  });
  const alpha = actingFor(at, "alpha");
  const templateId = await approvedDegree(alpha);
  const [one, two] = [
    `${BATCHES}/${await submittedBatch(alpha, templateId)}`,
    `${BATCHES}/${await submittedBatch(alpha, templateId)}`,
  ];
  const assertion = await provider.assertion(old, at.service, "dean-sub");
  const headers = { "idempotency-key": "approval-1" };
  const ask = (path: string, by: string, shown = assertion) =>
    approveBy(alpha.registry, path, shown, { by, headers });
  assert.deepEqual(said(await ask(one, "dean")), [200, "dean"]);
  assert.deepEqual(said(await ask(two, "dean")), [401, "unauthorized"]);
  assert.deepEqual(said(await ask(one, "vice")), [401, "unauthorized"]);
  assert.deepEqual(said(await ask(one, "dean", `${assertion}x`)), [401, "unauthorized"]);
  assert.deepEqual(said(await ask(one, "dean")), [200, "dean"]);
  const approvals = (await at.service.auditEvents()).filter(({ kind }) =>
    kind === "BATCH_APPROVED"
  );
  assert.equal(approvals.length, 1);
});

Deno.test("live knows neither the sandbox's signatories nor its key, nor any without a provider", async () => {
  const assertion = await sandboxAssertion();
  await using provider = stepUpProvider(old);
  await using at = await deansAt(provider);
  for (const { id } of sandboxSignatories()) {
    assert.equal((await at.approve(assertion, id)).status, 401);
    assert.deepEqual(await at.by(old, {}, id), [404, "not_found"]);
  }
  await using alone = await liveAt({ env: {} });
  assert.equal((await alone.approve(assertion)).status, 401);
  assert.equal(reasonOf(alone.service), "no_step_up");
  const lines = alone.service.logLines;
  assert(lines.some((line) => line.includes('"level":"info","event":"no_step_up"')));
});

Deno.test("a sandbox takes an assertion that admin step-up sign prints", async () => {
  await using service = await serviceInMemory();
  const { registry, batchId } = await preparedBatch(service);
  const answer = await approveBy(registry, `${BATCHES}/${batchId}`, await sandboxAssertion(), {
    by: "sandbox-dean",
  });
  assert.deepEqual(said(answer), [200, "sandbox-dean"]);
  assert(!service.logLines.join().includes("no_step_up"));
});

Deno.test("a sandbox on another port takes it too, and one of another address does not", async () => {
  const cases = [
    ["http://localhost:9123", [200, "sandbox-dean"]],
    ["http://localhost:9123/aval", [401, "unauthorized"]],
    ["http://127.0.0.1:8000", [401, "unauthorized"]],
    ["https://sandbox.example:8000", [401, "unauthorized"]],
  ] as const;
  for (const [AVAL_BASE_URL, expected] of cases) {
    await using service = await serviceInMemory({ env: { AVAL_BASE_URL } });
    const { registry, batchId } = await preparedBatch(service);
    const answer = await approveBy(registry, `${BATCHES}/${batchId}`, await sandboxAssertion(), {
      by: "sandbox-dean",
    });
    assert.deepEqual(said(answer), expected, AVAL_BASE_URL);
  }
});
