import assert from "node:assert/strict";
import { assertionOf, batchBody, BATCHES, DEAN, students } from "../support/credential_batches.ts";
import type { TestClient } from "../support/service.ts";
import { clientOfServers } from "../stress/killed_credentials.ts";
import {
  demoOffer,
  exchange,
  makeNonce,
  placeOf,
  proofOver,
  requestCredential,
  revoke,
  type Servers,
  statusOf,
  stressedBaseUrl,
} from "../stress/credential_rounds.ts";
import { pause } from "./recorder.ts";
import { retriedSeconds, type Turns } from "./turns.ts";

/** The answers to the lanes, by item and batch. */
export interface CredentialHistory {
  /** Credentials that reached a wallet. */
  readonly issued: Map<string, { readonly listId: string; readonly idx: number }>;
  /** Items whose revocation was acknowledged. */
  readonly revoked: Set<string>;
  /** Batches whose approval was acknowledged. */
  readonly approved: Set<string>;
  /** Answers that must never occur. */
  readonly violations: string[];
  /** Number of requests without an answer. */
  unanswered: number;
}

/** A lane's access to the servers: repeats each request until a server answers. */
interface Lane {
  readonly servers: Servers;
  /** Requests without an answer, which may have had an effect. */
  lost: number;
}

function openLane(turns: Turns, history: CredentialHistory): Lane {
  const lane: Lane = {
    lost: 0,
    servers: {
      clock: {
        now: () => Temporal.Now.instant(),
        advance: () => {
          throw new Error("The clock of servers cannot be wound");
        },
      },
      fetch: async (path, init = {}) => {
        const until = Date.now() + retriedSeconds * 1_000;
        for (;;) {
          const { status, text, headers } = await turns.send(path, init);
          if (status !== null && status < 500 && !text.includes("_key_in_progress")) {
            return new Response(text, { status, headers });
          }
          lane.lost++;
          history.unanswered++;
          if (Date.now() > until) throw new Error(`Nobody answers ${path}: ${status} ${text}`);
          await pause(status === null ? 20 : 300);
        }
      },
    },
  };
  return lane;
}

/** Input of the load of credentials. */
export interface CredentialLoad {
  readonly turns: Turns;
  readonly templateId: string;
  readonly isOver: () => boolean;
}

/**
 * Redeems, revokes and approves in lanes until the run ends.
 *
 * @returns the answers
 */
export async function runCredentialLoad(load: CredentialLoad): Promise<CredentialHistory> {
  const history: CredentialHistory = {
    issued: new Map(),
    revoked: new Set(),
    approved: new Set(),
    violations: [],
    unanswered: 0,
  };
  const lanes = [redeeming, redeeming, redeeming, redeeming, approving, approving];
  await Promise.all(lanes.map(async (step) => {
    while (!load.isOver()) {
      try {
        await step(load, history);
      } catch (fault) {
        if (fault instanceof assert.AssertionError) history.violations.push(fault.message);
        else if (!load.isOver()) history.violations.push(String(fault));
      }
      await pause(50);
    }
  }));
  return history;
}

/** Three wallets redeem one offer, then two requests revoke the credential. */
async function redeeming({ turns }: CredentialLoad, history: CredentialHistory): Promise<void> {
  const lane = openLane(turns, history);
  const { servers } = lane;
  const offer = await demoOffer(servers);
  const { batchId, itemId } = placeOf(offer);
  const item = `${batchId} ${itemId}`;
  lane.lost = 0;
  const exchanged = await Promise.all([1, 2, 3].map(() => exchange(servers, offer)));
  const tokens = exchanged.flatMap(({ status, body }) => status === 200 ? [body.access_token] : []);
  assert(tokens.length <= 1, `${item}: ${tokens.length} tokens`);
  const [token] = tokens;
  assert(token !== undefined || lane.lost > 0, `${item}: no token, and nobody was lost`);
  if (token !== undefined) {
    lane.lost = 0;
    const asked = await Promise.all([1, 2, 3].map(async () => {
      const proof = await proofOver(servers, await makeNonce(servers));
      return await requestCredential(servers, { offer, token, proof });
    }));
    const given = asked.filter(({ status }) => status === 200);
    assert(given.length <= 1, `${item}: ${given.length} credentials`);
    const [one] = given;
    assert(one !== undefined || lane.lost > 0, `${item}: no credential, and nobody was lost`);
    if (one !== undefined) history.issued.set(item, statusOf(one.body.credentials[0].credential));
  }
  const times = await Promise.all([1, 2].map(() => revoke(servers, offer)));
  assert(times.every(({ status }) => status === 200), `${item}: it is not revoked`);
  assert.equal(new Set(times.map(({ body }) => body.revokedAt)).size, 1, `${item}: revoked twice`);
  history.revoked.add(item);
}

/** Several requests approve a batch under one key, then the same assertion is sent again. */
async function approving(load: CredentialLoad, history: CredentialHistory): Promise<void> {
  const { servers } = openLane(load.turns, history);
  const client = clientOfServers(servers);
  const key = { "idempotency-key": crypto.randomUUID() };
  const body = batchBody(load.templateId, students(60));
  const created = await Promise.all([1, 2].map(() => client.post(BATCHES, body, key)));
  const ids = new Set(created.map(({ body }) => body.batchId));
  assert.deepEqual([ids.size, created[0]?.status], [1, 201], "one key made several batches");
  const [batchId = ""] = ids;
  const assertion = await assertionOf(servers, DEAN, stressedBaseUrl);
  const fresh = await approve(client, batchId, { assertion, key: `approve-${batchId}` });
  assert([200, 401].includes(fresh.status), `${batchId}: ${fresh.text}`);
  // The first one may have been carried out without an answer: its assertion is used then.
  const again = await assertionOf(servers, DEAN, stressedBaseUrl);
  const approved = await approve(client, batchId, { assertion: again, key: `approve-${batchId}` });
  assert.equal(approved.status, 200, `${batchId}: ${approved.text}`);
  history.approved.add(batchId);
  const { body: read } = await client.get(`${BATCHES}/${batchId}`);
  assert.equal(read.items.length, 60, `${batchId}: rows are missing`);
  assert.equal(read.status, "APPROVED", `${batchId}: its approval is gone`);
  const other = await client.post(BATCHES, body, { "idempotency-key": crypto.randomUUID() });
  const used = await approve(client, other.body.batchId, { assertion, key: crypto.randomUUID() });
  assert.equal(used.status, 401, `${batchId}: an assertion approved two batches`);
}

function approve(
  client: TestClient,
  batchId: string,
  { assertion, key }: { readonly assertion: string; readonly key: string },
) {
  return client.post(`${BATCHES}/${batchId}/approve`, { approvedBySignatoryId: DEAN }, {
    "x-credentials-step-up-assertion": assertion,
    "idempotency-key": key,
  });
}

/** The audit event of an act. */
interface Event {
  readonly kind: string;
  readonly batchId?: string;
  readonly itemId?: string;
}

/** Contradictions between the audit chain and the answers. */
export function judgeChain(
  history: CredentialHistory,
  events: readonly Event[],
): readonly string[] {
  const of = (kind: string, nameOf: (event: Event) => string) =>
    events.filter((event) => event.kind === kind).map(nameOf);
  const item = ({ batchId, itemId }: Event) => `${batchId} ${itemId}`;
  const judge = (kind: string, found: readonly string[], told: Iterable<string>) => [
    ...(new Set(found).size < found.length ? [`${kind} twice`] : []),
    ...[...told].filter((one) => !found.includes(one)).map((one) => `no ${kind} of ${one}`),
  ];
  const places = [...history.issued.values()].map((place) => JSON.stringify(place));
  return [
    ...judge("CREDENTIAL_ISSUED", of("CREDENTIAL_ISSUED", item), history.issued.keys()),
    ...judge("CREDENTIAL_REVOKED", of("CREDENTIAL_REVOKED", item), history.revoked),
    ...judge("BATCH_CREATED", of("BATCH_CREATED", ({ batchId = "" }) => batchId), history.approved),
    ...judge(
      "BATCH_APPROVED",
      of("BATCH_APPROVED", ({ batchId = "" }) => batchId),
      history.approved,
    ),
    ...(new Set(places).size < places.length ? ["an index was given twice"] : []),
  ];
}
