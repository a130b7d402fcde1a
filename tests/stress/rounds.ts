import assert from "node:assert/strict";
import { answerFields } from "../../sandbox/wallet/encrypt_answer.ts";
import type { SessionInitiated } from "../../core/verification/schema.ts";
import { DEGREE, employerPathOf, employerSessionsPath } from "../support/employing.ts";
import { openSandboxPack } from "../support/evidence.ts";
import { answerOf, ERIKA } from "../support/sandbox_wallet.ts";
import { pathOf } from "../support/verifying.ts";

/** Requests of a race. */
export const racers = 64;

/** A request of a race. */
export interface Racing {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
}

/** Sends a request to the servers in turn. */
export type Send = (request: Racing) => Promise<{
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- rounds reach into any shape, and fail where it is another
  readonly body: any;
}>;

/** Sends requests to servers in turn over HTTP, as the client `acme` of a sandbox. */
export function sendTo(urls: readonly string[]): Send {
  let turn = 0;
  return async ({ method, path, body }) => {
    const answer = await fetch(`${urls[turn++ % urls.length]}${path}`, {
      method,
      headers: { "x-aval-sandbox-client": "acme", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
}

/** Starts an identity check. */
async function start(send: Send): Promise<SessionInitiated> {
  const body = { clientId: "acme", checkType: "aml-identity" };
  const { status, body: started } = await send({
    method: "POST",
    path: "/v1/verify/sessions",
    body,
  });
  assert.equal(status, 200, JSON.stringify(started));
  return started;
}

/** Starts {@link racers} concurrent requests. */
export function race<Answer>(run: () => Promise<Answer>): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: racers }, run));
}

/**
 * Sends 64 concurrent equal answers of a wallet, then 64 concurrent reads that each claim the pack.
 *
 * @param now time of the servers' clock
 * @throws AssertionError unless one answer is accepted and one read gets the pack
 */
export async function runRound(send: Send, now: Temporal.Instant): Promise<void> {
  const started = await start(send);
  const { authorizationRequest: request } = started;
  const members = await answerOf(request, { now, claims: { pid_aml_identity: ERIKA } });
  const isEncrypted = request.response_mode === "direct_post.jwt";
  const body = isEncrypted ? await answerFields(request, { ...members }) : members;
  const path = pathOf(started);
  const replies = await race(() => send({ method: "POST", path: `${path}/responses`, body }));
  const refused = replies.filter(({ status, body: { error } }) =>
    status === 409 && error === "verification_session_not_pending"
  );
  const taken = replies.filter(({ status }) => status === 200);
  assert.deepEqual([taken.length, refused.length], [1, racers - 1], describe(replies));
  assert.equal(taken[0]?.body.amlResult, "CLEAR");

  const reads = await race(() => send({ method: "GET", path }));
  assert(reads.every(({ status }) => status === 200), describe(reads));
  const packs = reads.map(({ body: { decision } }) => decision.evidencePackCiphertext);
  const [pack, ...others] = packs.filter((one) => one !== null);
  assert.equal(others.length, 0, "more than one read got the pack");
  const { document } = await openSandboxPack(pack);
  assert.equal(document.sessionId, started.sessionId);
}

/**
 * Sends 64 concurrent equal answers of a student to an employer's session, then 64 concurrent reads
 * that each claim the disclosed claims.
 *
 * @param now time of the servers' clock
 * @throws AssertionError unless one answer is accepted and one read gets the claims
 */
export async function runEmployerRound(send: Send, now: Temporal.Instant): Promise<void> {
  const asked = { clientId: "acme", checkType: "academic-credential" };
  const { status, body: started } = await send({
    method: "POST",
    path: employerSessionsPath,
    body: asked,
  });
  assert.equal(status, 200, JSON.stringify(started));
  const body = await answerOf(started.authorizationRequest, {
    now,
    claims: { academic_degree: DEGREE },
  });
  const path = employerPathOf(started);
  const replies = await race(() => send({ method: "POST", path: `${path}/responses`, body }));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1, describe(replies));
  const reads = await race(() => send({ method: "GET", path }));
  assert(reads.every(({ status }) => status === 200), describe(reads));
  const delivered = reads.flatMap(({ body: { decision } }) => decision.disclosedClaims ?? []);
  assert.deepEqual(delivered, [DEGREE], "not one read got the claims");
}

/** The number of answers by status, in words. */
export function describe(answers: readonly { readonly status: number }[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return [...counts].map(([status, some]) => `${some.length} × ${status}`).join(", ");
}

/** Asserts that the records match the rounds: one session, one decision and one entry each. */
export async function assertRecords(send: Send, rounds: number): Promise<void> {
  const { body } = await send({ method: "GET", path: "/v1/verify/gdpr/export" });
  const ids: readonly string[] = body.sessions.map(({ sessionId }: SessionInitiated) => sessionId);
  const decided: readonly string[] = body.auditEntries
    .filter(({ event }: Entry) => event.kind === "VERIFICATION_DECISION")
    .map(({ event }: Entry) => event.sessionId);
  assert.equal(ids.length, rounds);
  assert.deepEqual(decided.toSorted(), ids.toSorted(), "one audit entry a decision");
  const { body: usage } = await send({ method: "GET", path: "/v1/verify/usage" });
  assert.equal(usage.decisions.CLEAR, rounds);
}

interface Entry {
  readonly event: { readonly kind: string; readonly sessionId: string };
}
