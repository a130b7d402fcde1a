import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import type { Clock } from "../../base/clock.ts";
import { approve, BATCHES, preparedBatch } from "../support/credential_batches.ts";
import { employerPathOf, startEmployer, verifierRole } from "../support/employing.ts";
import { approveBy, approvedDegree, good, submittedBatch } from "../support/credential_journey.ts";
import { actingFor, liveInstitutions, stepUpProvider } from "../support/live_institutions.ts";
import { emptyDatabase, needsPostgres } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import {
  type Answer,
  serviceInMemory,
  type TestClient,
  type TestService,
} from "../support/service.ts";
import { providerKey } from "../support/step_up.ts";
import { openStudentWallet } from "../support/student_wallet.ts";
import { sendAnswer } from "../support/verifying.ts";

/** One of the processes of a deployment. */
type Process = Pick<TestService, "fetch"> & { readonly clock: Clock };

/** Whether a credential's status list marks it as revoked. */
async function isRevokedAt({ fetch }: Process, credential: string): Promise<boolean> {
  const { status: { status_list: { uri, idx } } } = payloadOf(credential);
  const answer = await fetch(new URL(uri).pathname);
  const { status_list: { lst } } = payloadOf(await answer.text());
  const bits = inflateSync(Uint8Array.fromBase64(lst, { alphabet: "base64url" }));
  return ((bits[idx >> 3] ?? 0) >> (idx & 7) & 1) === 1;
}

function payloadOf(jwt: string) {
  const bytes = Uint8Array.fromBase64(jwt.split(".")[1] ?? "", { alphabet: "base64url" });
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Input of a credential's life cycle over two processes. */
interface Lived {
  readonly one: Process;
  readonly other: Process;
  /** Path of a batch with one student, approved on the first process. */
  readonly batch: string;
  readonly registry: { readonly one: TestClient; readonly other: TestClient };
  readonly employer: { readonly one: TestClient; readonly other: TestClient };
}

/** Runs a credential's life cycle, each step on the other process than the step before. */
async function liveByTurns({ one, other, batch, registry, employer }: Lived): Promise<void> {
  const [{ itemId, offerUri }] = good(await registry.other.get(batch)).body.items;
  const wallet = await openStudentWallet(other);
  const credential = await wallet.redeem(offerUri);
  await assert.rejects((await openStudentWallet(one)).redeem(offerUri));
  assert.equal(await isRevokedAt(one, credential), false);
  assert.equal(await isRevokedAt(other, credential), false);

  const started = await startEmployer(employer.one);
  const { authorizationRequest: request } = started;
  const presentation = await wallet.present(credential, ["award_title"], request);
  const vp_token = { academic_degree: [presentation] };
  good(await sendAnswer(other, request, { vp_token }));
  const decisionAt = async (client: TestClient, query = "") =>
    good(await client.get(`${employerPathOf(started)}${query}`)).body.decision;
  const first = await decisionAt(employer.other, "?claimsDelivery=peek");
  assert.equal(first.revocationStatus, "VALID");

  good(await registry.one.post(`${batch}/items/${itemId}/revoke`, undefined));
  const after = await decisionAt(employer.other);
  assert.equal(after.revocationStatus, "REVOKED");
  assert.notEqual(after.disclosedClaims, null);
  assert.equal((await decisionAt(employer.one)).disclosedClaims, null, "they are delivered once");
  assert.equal(await isRevokedAt(other, credential), true);
  assert.equal(await isRevokedAt(one, credential), true);
}

Deno.test("two processes of a live deployment: each goes on where the other was, and both believe an authority that is made meanwhile", async () => {
  const key = await providerKey("key");
  await using provider = stepUpProvider(key);
  await using at = await liveInstitutions({ env: provider.env, institutions: {} });
  const { service: one, location: kv, env } = at;
  await using other = await serviceInMemory({ mode: "live", kv, env, seed: 8, localTokens: true });
  const people = { clerk: "sub-of-clerk", dean: "sub-of-dean" };
  await at.register("alpha", people);
  for (const { clock } of [one, other]) clock.advance({ seconds: 59 });
  const alpha = actingFor(at, "alpha");
  const templateId = await approvedDegree(alpha);
  const batch = `${BATCHES}/${await submittedBatch(alpha, templateId)}`;
  const assertion = await provider.assertion(key, one, people.dean);
  good(await approveBy(alpha.registry, batch, assertion, { by: "dean" }));
  const software = ["registry-alpha", {
    roles: ["credentials-api-client", "credentials-api-issuer"],
  }] as const;
  const registry = { one: one.as(...software), other: other.as(...software) };
  const employer = { one: one.as("acme", verifierRole), other: other.as("acme", verifierRole) };
  await liveByTurns({ one, other, batch, registry, employer });
  const next = `${BATCHES}/${await submittedBatch(alpha, templateId)}`;
  const fresh = await provider.assertion(key, other, people.dean);
  good(await approveBy(registry.other, next, fresh, { by: "dean" }));
  await liveByTurns({
    one: other,
    other: one,
    batch: next,
    registry: { one: registry.other, other: registry.one },
    employer: { one: employer.other, other: employer.one },
  });
});

/** Access to a server process for tests. */
function processAt(url: string, clock: Clock) {
  const ask: TestService["fetch"] = (path, { peer: _, ...init } = {}) =>
    fetch(`${url}${path}`, init);
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await ask(path, init);
    const text = await answer.text();
    const { status, headers } = answer;
    return { status, headers, text, body: text === "" ? null : JSON.parse(text) };
  };
  const as = (id: string): TestClient => ({
    id,
    get: (path, headers = {}) =>
      send(path, { headers: { "x-aval-sandbox-client": id, ...headers } }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-aval-sandbox-client": id, ...headers },
        body: JSON.stringify(body),
      }),
  });
  return { fetch: ask, clock, as };
}

if (needsPostgres("two processes that issue") !== undefined) {
  Deno.test("PostgreSQL: two server processes issue, redeem, verify and revoke by turns", async () => {
    await using database = await emptyDatabase();
    const baseUrl = "https://aval.example";
    const env = { AVAL_KV: database.url, AVAL_BASE_URL: baseUrl };
    await using first = await startServer(env);
    await using second = await startServer(env);
    const clock = { now: () => Temporal.Now.instant() };
    const [one, other] = [processAt(first.url, clock), processAt(second.url, clock)];
    const prepared = await preparedBatch(one, 1);
    good(await approve(one, prepared, { baseUrl }));
    await liveByTurns({
      one,
      other,
      batch: `${BATCHES}/${prepared.batchId}`,
      registry: { one: one.as("registry"), other: other.as("registry") },
      employer: { one: one.as("acme"), other: other.as("acme") },
    });
  });
}
