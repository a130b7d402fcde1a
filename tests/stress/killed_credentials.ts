import assert from "node:assert/strict";
import {
  approvedTemplate,
  assertionOf,
  batchBody,
  BATCHES,
  DEAN,
  students,
} from "../support/credential_batches.ts";
import type { Answer, TestClient } from "../support/service.ts";
import { type Servers, statusOf, stressedBaseUrl } from "./credential_rounds.ts";
import { offerOf, redeem, type Redemption } from "./killed_redemptions.ts";

/** Rows of a batch: a dozen commits. */
export const rowsOfBatch = 300;
/** Students who redeem while servers are killed. */
const redeemed = 40;

/** The requests and answers of one server before it was killed. */
export interface KilledRound {
  readonly name: string;
  /** Batches that were sent, with their answers. */
  readonly accepted: Map<string, Acknowledged | null>;
  /** Batches that were approved, by id. */
  readonly approvals: Map<string, Acknowledged | null>;
  readonly redemptions: readonly Redemption[];
}

/** An answer that reached its client. */
interface Acknowledged {
  readonly text: string;
}

/** A client of an institution, at the servers. */
export interface Institution {
  readonly servers: Servers;
  readonly client: TestClient;
  readonly templateId: string;
}

/** Opens the institution's client, the same for every server. */
export function institutionAt(servers: Servers, templateId: string): Institution {
  return { servers, client: clientOfServers(servers), templateId };
}

/** Creates the template of a run. */
export function templateAt(servers: Servers): Promise<string> {
  return approvedTemplate(clientOfServers(servers));
}

/** Stores a batch to approve, and one to redeem. */
export async function prepareRound(at: Institution, name: string): Promise<KilledRound> {
  const waiting = await sendBatch(at, `${name}-waiting`);
  const open = await sendBatch(at, `${name}-open`);
  assert.deepEqual([waiting.status, open.status], [201, 201], waiting.text + open.text);
  const { batchId } = open.body;
  assert.equal((await sendApproval(at, batchId)).status, 200);
  const { body: { items } } = await at.client.get(`${BATCHES}/${batchId}`);
  const redemptions = items.slice(0, redeemed).map(async (item: ReadItem): Promise<Redemption> => ({
    batchId,
    itemId: item.itemId,
    offer: await offerOf(at.servers, item.offerUri),
    token: null,
    credential: null,
    end: null,
  }));
  return {
    name,
    accepted: new Map(Array.from({ length: 3 }, (_, n) => [`${name}-${n}`, null])),
    approvals: new Map([[waiting.body.batchId, null]]),
    redemptions: await Promise.all(redemptions),
  };
}

interface ReadItem {
  readonly itemId: string;
  readonly status: string;
  readonly row: unknown;
  readonly offerUri: string;
}

/** Sends everything concurrently, and records the answers until the server is killed. */
export async function loadRound(at: Institution, round: KilledRound): Promise<void> {
  const { accepted, approvals, redemptions } = round;
  await Promise.all([
    oneByOne(accepted.keys(), async (key) => {
      const { status, text } = await sendBatch(at, key);
      assert.equal(status, 201, text);
      accepted.set(key, { text });
    }),
    oneByOne(approvals.keys(), async (batchId) => {
      const { status, text } = await sendApproval(at, batchId);
      assert.equal(status, 200, text);
      approvals.set(batchId, { text });
    }),
    ...[0, 1, 2, 3].map((lane) =>
      oneByOne(redemptions.filter((_, n) => n % 4 === lane), (one) => redeem(at.servers, one))
    ),
  ]);
}

/** Processes items one by one until the first request without an answer. */
async function oneByOne<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await run(item);
    } catch (fault) {
      if (fault instanceof assert.AssertionError) throw fault;
      return;
    }
  }
}

/** Whether an unanswered act had been completed before, or was done when it was repeated. */
export type Resumed = "replayed" | "done anew";

/**
 * Repeats every batch and approval of a round with its key. Answered ones must get the same answer;
 * the others must be done now, or have been completed.
 *
 * @returns the results of those without an answer
 */
export async function resumeActs(at: Institution, round: KilledRound): Promise<readonly Resumed[]> {
  const resumed: Resumed[] = [];
  const acts = [
    { acts: round.accepted, send: sendBatch, expected: 201 },
    { acts: round.approvals, send: sendApproval, expected: 200 },
  ];
  for (const { acts: known, send, expected } of acts) {
    for (const [name, before] of known) {
      const { status, text, headers } = await untilFree(() => send(at, name));
      assert.equal(status, expected, text);
      const isReplayed = headers.get("idempotent-replayed") === "true";
      if (before === null) resumed.push(isReplayed ? "replayed" : "done anew");
      else assert.deepEqual([text, isReplayed], [before.text, true], "it is replayed");
      known.set(name, { text });
    }
  }
  return resumed;
}

/** Repeats a request until its key's reservation, by a killed server, has lapsed. */
async function untilFree(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 409 || answer.body.error !== "idempotency_key_in_progress") return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function sendBatch({ client, templateId }: Institution, key: string): Promise<Answer> {
  return client.post(BATCHES, batchBody(templateId, students(rowsOfBatch)), {
    "idempotency-key": key,
  });
}

async function sendApproval({ client, servers }: Institution, batchId: string): Promise<Answer> {
  return await client.post(`${BATCHES}/${batchId}/approve`, { approvedBySignatoryId: DEAN }, {
    "x-credentials-step-up-assertion": await assertionOf(servers, DEAN, stressedBaseUrl),
    "idempotency-key": `approve-${batchId}`,
  });
}

/** A client at sandbox servers that have not seen it yet. */
export function clientOfServers({ fetch }: Pick<Servers, "fetch">): TestClient {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(path, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  };
  const identity = { "x-aval-sandbox-client": "registry" };
  return {
    id: "registry",
    get: (path) => send(path, { headers: identity }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...identity, ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** An audit event about batches and credentials. */
interface Event {
  readonly kind: string;
  readonly batchId?: string;
  readonly itemId?: string;
}

/**
 * Asserts that a round's readable data agree with its answers: no batch lacks rows, nothing is
 * incomplete.
 */
export async function assertRound(
  { client }: Institution,
  { accepted, approvals, redemptions }: KilledRound,
): Promise<void> {
  for (const known of accepted.values()) {
    const { batchId } = JSON.parse(known?.text ?? "");
    const { body } = await client.get(`${BATCHES}/${batchId}`);
    assert.equal(body.items.length, rowsOfBatch, "a batch with rows missing");
    assert.equal(new Set(body.items.map(({ itemId }: ReadItem) => itemId)).size, rowsOfBatch);
  }
  for (const batchId of approvals.keys()) {
    const { body } = await client.get(`${BATCHES}/${batchId}`);
    assert.equal(body.status, "APPROVED");
    assert(body.items.every(({ status }: ReadItem) => status === "OFFERED"));
  }
  for (const [batchId, own] of Map.groupBy(redemptions, ({ batchId }) => batchId)) {
    const { body: { items } } = await client.get(`${BATCHES}/${batchId}`);
    for (const { itemId, end } of own) {
      const item: ReadItem = items.find((item: ReadItem) => item.itemId === itemId);
      // Until the token is over that nobody has, and then the institution offers anew.
      const expected = end === "token lost" ? ["OFFERED", "EXPIRED"] : ["REDEEMED"];
      assert(expected.includes(item.status), `${end}: ${item.status}`);
      assert.equal(item.row === null, item.status === "REDEEMED");
    }
  }
}

/** Asserts that the chain has one entry of each batch, approval and credential of all rounds. */
export function assertChain(events: readonly Event[], rounds: readonly KilledRound[]): void {
  const of = (kind: string) => events.filter((event) => event.kind === kind);
  // Two beside those of each round, to approve and to redeem.
  const batches = rounds.reduce((sum, { accepted }) => sum + accepted.size + 2, 0);
  const approved = rounds.reduce((sum, { approvals }) => sum + approvals.size + 1, 0);
  for (const [kind, count] of [["BATCH_CREATED", batches], ["BATCH_APPROVED", approved]] as const) {
    const ids = of(kind).map(({ batchId }) => batchId);
    assert.equal(ids.length, count, kind);
    assert.equal(new Set(ids).size, count, `${kind} of a batch twice`);
  }
  const redemptions = rounds.flatMap(({ redemptions }) => redemptions);
  const issued = redemptions.filter(({ end }) => end !== "token lost");
  assert.deepEqual(
    of("CREDENTIAL_ISSUED").map(({ itemId }) => itemId).toSorted(),
    issued.map(({ itemId }) => itemId).toSorted(),
    "one entry of each credential",
  );
  const places = redemptions.flatMap(({ credential }) => credential ?? [])
    .map((credential) => JSON.stringify(statusOf(credential)));
  assert.equal(new Set(places).size, places.length, "an index was given twice");
}
