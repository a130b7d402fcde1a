import assert from "node:assert/strict";
import type { EmployerSessionInitiated } from "../../core/credentials/employer_schema.ts";
import { BATCHES, csvBody, DEGREE } from "../support/credential_batches.ts";
import { employerPathOf, employerSessionsPath, startEmployer } from "../support/employing.ts";
import { approveBy, approvedDegree, good } from "../support/credential_journey.ts";
import { actingFor, liveInstitutions, stepUpProvider } from "../support/live_institutions.ts";
import { verifyByLibrary } from "../support/sd_jwt_library.ts";
import type { Answer, TestClient } from "../support/service.ts";
import { providerKey } from "../support/step_up.ts";
import { openStudentWallet, type StudentWallet } from "../support/student_wallet.ts";
import { templatesPath } from "../support/templates.ts";
import { pathOf, sendAnswer, start } from "../support/verifying.ts";

const csv = await Deno.readTextFile(
  new URL("../../fixtures/credentials/batch.csv", import.meta.url),
);
const UNKNOWN = "0198c0de-0000-7000-8000-00000000000a";
const employerRoles = { roles: ["credentials-api-client", "credentials-api-verifier"] };
const key = await providerKey("key");

/** An answer without its counters of requests. */
function seen({ status, headers, text }: Answer) {
  const compared = [...headers].filter(([name]) => !/^(ratelimit|x-request-id)/.test(name));
  return { status, headers: compared, text };
}

/** A request: a body, or null for GET. */
interface Asking {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(client: TestClient, { path, body, headers }: Asking): Promise<Answer> {
  return body === null ? await client.get(path, headers) : await client.post(path, body, headers);
}

/** Asserts that another client's resource is answered like an unknown id. */
async function isUnknownTo(client: TestClient, asking: Asking, unknown: Asking): Promise<void> {
  const answer = await ask(client, asking);
  assert.equal(answer.status, 404, `${asking.path}: ${answer.text}`);
  assert.deepEqual(seen(answer), seen(await ask(client, unknown)), asking.path);
}

/** Two institutions with their people, at a provider that confirms second factors. */
async function twoInstitutions() {
  const provider = stepUpProvider(key);
  const peopleOf = (id: string) =>
    Object.fromEntries(
      ["registrar", "clerk", "dean"].map((as) => [`${id}-${as}`, `sub-of-${id}-${as}`]),
    );
  const at = await liveInstitutions({
    env: provider.env,
    institutions: { alpha: peopleOf("alpha"), beta: peopleOf("beta") },
  });
  return {
    ...at,
    /** An assertion about a person who has just authenticated. */
    assertion: (person: string) => provider.assertion(key, at.service, `sub-of-${person}`),
    [Symbol.asyncDispose]: async () => {
      await at[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
type At = Awaited<ReturnType<typeof twoInstitutions>>;

/** A batch of an institution by CSV, rechecked by one person and approved by another. */
async function approvedBatch(at: At, institution: string) {
  const registry = at.registry(institution);
  const templateId = await approvedDegree(actingFor(at, institution));
  const created = good(
    await registry.post(BATCHES, {
      ...csvBody(templateId, csv),
      academicIssuerId: institution,
      preparedBySignatoryId: `${institution}-registrar`,
    }),
  );
  const path = `${BATCHES}/${created.body.batchId}`;
  const waiting = good(await registry.get(path)).body;
  for (const { status, offerUri } of waiting.items) {
    assert.deepEqual([status, offerUri], ["PENDING", null]);
  }
  const [{ itemId, row: { claimValues } }] = waiting.items;
  const rechecked = good(
    await registry.post(`${path}/items/${itemId}/recheck`, {
      recheckingSignatoryId: `${institution}-clerk`,
      claimValues,
    }),
  );
  assert.equal(rechecked.body.matches, true);
  const approve = async (by: string) =>
    await approveBy(registry, path, await at.assertion(by), { by });
  for (const by of ["registrar", "clerk"]) {
    const refused = await approve(`${institution}-${by}`);
    assert.deepEqual([refused.status, refused.body.error], [409, "four_eyes_violation"]);
  }
  assert.equal(good(await approve(`${institution}-dean`)).body.status, "APPROVED");
  const { items } = good(await registry.get(path)).body;
  return { path, templateId, items, itemPath: `${path}/items/${itemId}` };
}
type Approved = Awaited<ReturnType<typeof approvedBatch>>;

/** Presents a degree to an employer by a wallet. */
async function present(
  { service }: At,
  { wallet, credential }: { readonly wallet: StudentWallet; readonly credential: string },
  { authorizationRequest: request }: EmployerSessionInitiated,
): Promise<Answer> {
  const shown = ["award_title", "award_date", "family_name"];
  const presentation = await wallet.present(credential, shown, request);
  return await sendAnswer(service, request, { vp_token: { academic_degree: [presentation] } });
}

async function redeem({ service }: At, offerUri: string) {
  const wallet = await openStudentWallet(service);
  return { wallet, credential: await wallet.redeem(offerUri) };
}

/** Asserts that nothing of one institution is visible to another. */
async function isUnknownToOthers(at: At, { path, templateId, itemPath }: Approved) {
  const beta = at.registry("beta");
  const events = (await at.service.auditEvents()).length;
  const assertion = { "x-credentials-step-up-assertion": await at.assertion("beta-dean") };
  const recheck = { recheckingSignatoryId: "beta-clerk", claimValues: DEGREE };
  const approval = { approvedBySignatoryId: "beta-dean" };
  const requestsOf = (batch: string, item: string, template: string): readonly Asking[] => [
    { path: `${templatesPath}/${template}/submit`, body: undefined },
    { path: batch, body: null },
    { path: `${batch}/approve`, body: approval, headers: assertion },
    { path: `${batch}/approve`, body: { approvedBySignatoryId: "alpha-dean" }, headers: assertion },
    { path: `${item}/recheck`, body: recheck },
    { path: `${item}/offer`, body: undefined },
    { path: `${item}/revoke`, body: undefined },
    ...["alpha", "beta"].map((id) => ({
      path: BATCHES,
      body: {
        ...csvBody(template, csv),
        academicIssuerId: id,
        preparedBySignatoryId: `${id}-registrar`,
      },
    })),
  ];
  const unknownBatch = `${BATCHES}/${UNKNOWN}`;
  const unknown = requestsOf(unknownBatch, `${unknownBatch}/items/${UNKNOWN}`, UNKNOWN);
  for (const [index, asking] of requestsOf(path, itemPath, templateId).entries()) {
    await isUnknownTo(beta, asking, unknown[index]!);
  }
  const listOf = (id: string) => ({ path: `${templatesPath}?academicIssuerId=${id}`, body: null });
  await isUnknownTo(beta, listOf("alpha"), listOf("nobody"));
  assert.deepEqual(good(await beta.get(templatesPath)).body.templates, []);
  assert.equal((await at.service.auditEvents()).length, events, "an attempt was recorded");
}

Deno.test("two institutions, two employers, one student: from the template to the revocation", async (t) => {
  await using at = await twoInstitutions();
  const { service } = at;
  const [acme, globex] = [service.as("acme", employerRoles), service.as("globex", employerRoles)];
  // An authority that was made since is believed within seconds.
  service.clock.advance({ seconds: 5 });
  const batch = await approvedBatch(at, "alpha");
  await t.step("another institution learns of nothing, before the redemption", async () => {
    await isUnknownToOthers(at, batch);
  });
  const student = await redeem(at, batch.items[0].offerUri);
  await t.step("the degree is the institution's, by its own certificate", async () => {
    const printed = JSON.parse(await at.admin("issuer", "get", "alpha"));
    const der = Uint8Array.fromBase64(printed.certificates[0].replace(/-----[A-Z ]+-----/g, ""));
    const payload = await verifyByLibrary(student.credential, der, service.clock.now());
    assert.equal(payload["award_title"], "Bachelor of Science");
    assert.deepEqual(payload["thesis"], { title: "On Synthetic Data", language: "en" });
    const [item] = good(await at.registry("alpha").get(batch.path)).body.items;
    assert.deepEqual([item.status, item.row, item.offerUri], ["REDEEMED", null, null]);
    await assert.rejects(redeem(at, batch.items[0].offerUri));
  });
  await t.step("another institution learns of nothing, after the redemption", async () => {
    await isUnknownToOthers(at, batch);
  });
  const started = await startEmployer(acme);
  const path = employerPathOf(started);
  await t.step("an employer gets what the student shows, once", async () => {
    good(await present(at, student, started));
    const peeked = good(await acme.get(`${path}?claimsDelivery=peek`)).body.decision;
    assert.equal(peeked.disclosedClaims, null);
    const { decision } = good(await acme.get(path)).body;
    assert.deepEqual([decision.issuer, decision.revocationStatus], [
      { name: "University of alpha", country: "AT" },
      "VALID",
    ]);
    assert.deepEqual(decision.disclosedClaims, {
      award_title: "Bachelor of Science",
      award_date: "2026-07-10",
      family_name: "Example",
    });
    assert.equal(good(await acme.get(path)).body.decision.disclosedClaims, null);
  });
  await t.step(
    "another employer's session is unknown, and either service's is to the other",
    async () => {
      const read = (at: string) => ({ path: at, body: null });
      const unknown = read(`${employerSessionsPath}/${UNKNOWN}`);
      const unknownCheck = read(`/v1/verify/sessions/${UNKNOWN}`);
      await isUnknownTo(globex, read(path), unknown);
      await isUnknownTo(acme, read(pathOf(started)), unknownCheck);
      const age = await start(acme, "age-verification");
      const asEmployer = `${employerSessionsPath}/${age.sessionId}`;
      await isUnknownTo(acme, read(asEmployer), read(`${employerSessionsPath}/${UNKNOWN}`));
      assert.deepEqual(
        good(await globex.get(`${employerSessionsPath}?clientId=globex`)).body.sessions,
        [],
      );
      const { sessions } = good(await acme.get("/v1/verify/sessions?clientId=acme")).body;
      assert.deepEqual(sessions.map(({ sessionId }: { sessionId: string }) => sessionId), [
        age.sessionId,
      ]);
    },
  );
  await t.step("a wallet that answers at the other service's address decides nothing", async () => {
    const [pending, age] = [await startEmployer(acme), await start(acme, "age-verification")];
    const { authorizationRequest: request } = pending;
    const elsewhere = { response_uri: age.authorizationRequest.response_uri };
    const presentation = await student.wallet.present(student.credential, ["award_title"], request);
    const vp_token = { academic_degree: [presentation] };
    const send = (state: string) => sendAnswer(service, { ...elsewhere, state }, { vp_token });
    const refused = await send(request.state);
    assert.equal(refused.status, 404);
    assert.deepEqual(seen(refused), seen(await send(`${request.state.slice(0, -4)}AAAA`)));
    assert.equal(good(await acme.get(employerPathOf(pending))).body.status, "pending");
    assert.equal(good(await acme.get(pathOf(age))).body.status, "pending");
  });
  await t.step("revoked, it reads so at the next look, and is shown to nobody again", async () => {
    good(await at.registry("alpha").post(`${batch.itemPath}/revoke`, undefined));
    assert.equal(good(await acme.get(path)).body.decision.revocationStatus, "REVOKED");
    const another = await startEmployer(globex);
    const refused = await present(at, student, another);
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /credential_revoked/);
    assert.equal(good(await globex.get(employerPathOf(another))).body.decision, null);
  });
  await t.step("the degrees of others stay valid", async () => {
    const other = await redeem(at, batch.items[1].offerUri);
    const shown = await startEmployer(globex);
    good(await present(at, other, shown));
    const { decision } = good(await globex.get(employerPathOf(shown))).body;
    assert.equal(decision.revocationStatus, "VALID");
  });
});
