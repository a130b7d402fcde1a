import assert from "node:assert/strict";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { readStatusList, type StatusList } from "../../standards/status_list/status_list.ts";
import { proofOf } from "../support/issuance.ts";
import type { TestService } from "../support/service.ts";
import { describe, race, racers } from "./rounds.ts";

/** The servers, used like one. */
export type Servers = Pick<TestService, "fetch" | "clock">;

/** The base URL of all servers of a run. */
export const stressedBaseUrl = "http://localhost:8000";

/** A credential that was issued once and revoked once. */
export interface RacedCredential {
  readonly batchId: string;
  readonly itemId: string;
  readonly listId: string;
  readonly idx: number;
}

/** An offer of the demo, and the path that revokes its credential. */
export interface RacedOffer {
  readonly configurationId: string;
  readonly code: string;
  /** Path with the ids of the batch and its item. */
  readonly revocation: string;
}

interface Answered {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- rounds reach into any shape, and fail where it is another
  readonly body: any;
}

/**
 * Races for one offer: 64 wallets redeem it concurrently, each with a nonce of its own; then the
 * credential is revoked 64 times concurrently.
 *
 * @throws AssertionError unless one gets a token, one a credential, and all read one revocation
 */
export async function runCredentialRound(servers: Servers): Promise<RacedCredential> {
  const offer = await demoOffer(servers);
  const exchanged = await race(() => exchange(servers, offer));
  const token = onlyOne(exchanged, { status: 400, error: "invalid_grant" }).access_token;
  const proofs = await Promise.all(Array.from({ length: racers }, () => proof(servers)));
  const requests = proofs.map((each) => requestCredential(servers, { offer, token, proof: each }));
  const given = onlyOne(await Promise.all(requests), { status: 401, error: "invalid_token" });
  assert.equal(given.credentials.length, 1);
  const revoked = await race(() => revoke(servers, offer));
  assert(revoked.every(({ status }) => status === 200), describe(revoked));
  const times = new Set(revoked.map(({ body: { status, revokedAt } }) => `${status} ${revokedAt}`));
  assert.equal(times.size, 1, "every revocation reads when the first one was");
  const entry = statusOf(given.credentials[0].credential);
  assert(await isRevoked(servers, entry), "the credential reads as revoked at the next look");
  return { ...placeOf(offer), ...entry };
}

/** The body of the only success. @throws AssertionError unless all other answers are refusals */
function onlyOne(
  answers: readonly Answered[],
  refused: { readonly status: number; readonly error: string },
): Answered["body"] {
  const given = answers.filter(({ status }) => status === 200);
  const others = answers.filter(({ status, body: { error } }) =>
    status === refused.status && error === refused.error
  );
  assert.deepEqual([given.length, others.length], [1, racers - 1], describe(answers));
  return given[0]?.body;
}

/** Requests an offer of the demo. */
export async function demoOffer(servers: Servers): Promise<RacedOffer> {
  const answer = await servers.fetch("/v1/credentials/sandbox/demo-offer", { method: "POST" });
  const { credentialOffer } = await answer.json();
  const [, revocation] = /<[^>]*?(\/v1\/[^>]+)>/.exec(answer.headers.get("link") ?? "") ?? [];
  assert(answer.status === 200 && revocation !== undefined);
  return {
    configurationId: credentialOffer.credential_configuration_ids[0],
    code: credentialOffer.grants[preAuthorizedCodeGrant]["pre-authorized_code"],
    revocation,
  };
}

/** Exchanges the code of an offer. */
export function exchange(
  servers: Servers,
  { code }: Pick<RacedOffer, "code">,
): Promise<Answered> {
  const grant = { grant_type: preAuthorizedCodeGrant, "pre-authorized_code": code };
  return post(servers, "/v1/credentials/token", grant);
}

/** Requests a nonce. */
export async function makeNonce(servers: Servers): Promise<string> {
  const { status, body } = await post(servers, "/v1/credentials/nonce", {});
  assert.equal(status, 200);
  return body.c_nonce;
}

/** A key proof over a nonce. */
export function proofOver({ clock }: Pick<Servers, "clock">, nonce: string): Promise<string> {
  return proofOf({
    aud: `${stressedBaseUrl}/v1/credentials`,
    iat: Math.floor(clock.now().epochMilliseconds / 1_000),
    nonce,
  });
}

/** A key proof over a fresh nonce. */
export async function proof(servers: Servers): Promise<string> {
  return await proofOver(servers, await makeNonce(servers));
}

/** Requests the credential for a token. */
export function requestCredential(
  servers: Servers,
  { offer, token, proof }: {
    readonly offer: Pick<RacedOffer, "configurationId">;
    readonly token: string;
    readonly proof: string;
  },
): Promise<Answered> {
  const body = { credential_configuration_id: offer.configurationId, proofs: { jwt: [proof] } };
  return post(servers, "/v1/credentials", body, { authorization: `Bearer ${token}` });
}

/** Revokes the credential of an offer, as its institution. */
export function revoke(servers: Servers, { revocation }: RacedOffer): Promise<Answered> {
  return post(servers, revocation, {});
}

async function post(
  servers: Servers,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const answer = await servers.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The batch and the item of an offer. */
export function placeOf({ revocation }: RacedOffer): Pick<RacedCredential, "batchId" | "itemId"> {
  const [, batchId, itemId] = /batches\/([^/]+)\/items\/([^/]+)\//.exec(revocation) ?? [];
  assert(batchId !== undefined && itemId !== undefined);
  return { batchId, itemId };
}

/** The place of a credential in its status list, as it names it itself. */
export function statusOf(credential: string): Pick<RacedCredential, "listId" | "idx"> {
  const { status: { status_list: { uri, idx } } } = payloadOf(credential.split("~")[0] ?? "");
  return { listId: uri.slice(uri.lastIndexOf("/") + 1), idx };
}

/** Whether a credential's status is revoked. */
export async function isRevoked(
  servers: Servers,
  { listId, idx }: Pick<RacedCredential, "listId" | "idx">,
): Promise<boolean> {
  const { bytes } = await statusList(servers, listId);
  return ((bytes[idx >> 3] ?? 0) >> (idx & 7) & 1) === 1;
}

/** The number of revoked credentials in a list. */
export async function revokedOf(servers: Servers, listId: string): Promise<number> {
  const { bytes } = await statusList(servers, listId);
  return bytes.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
}

async function statusList(servers: Servers, listId: string): Promise<StatusList> {
  const answer = await servers.fetch(`/v1/credentials/status-lists/${listId}`);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const list = readStatusList(payloadOf(text).status_list);
  assert(list !== null);
  return list;
}

// deno-lint-ignore no-explicit-any -- as above
function payloadOf(jws: string): any {
  const [, payload = ""] = jws.split(".");
  const bytes = Uint8Array.fromBase64(payload, { alphabet: "base64url" });
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The audit event of an act on a credential. */
interface CredentialEvent {
  readonly kind: string;
  readonly batchId?: string;
  readonly itemId?: string;
}

/**
 * Asserts that the chain has one issuance, one revocation and a separate index for each credential
 * of the races.
 */
export function assertCredentialEvents(
  events: readonly CredentialEvent[],
  raced: readonly RacedCredential[],
): void {
  const items = raced.map(({ batchId, itemId }) => `${batchId} ${itemId}`).toSorted();
  for (const kind of ["CREDENTIAL_ISSUED", "CREDENTIAL_REVOKED"]) {
    const of = events.filter((event) => event.kind === kind)
      .map(({ batchId, itemId }) => `${batchId} ${itemId}`);
    assert.deepEqual(of.toSorted(), items, `one ${kind} of each credential`);
  }
  const places = new Set(raced.map(({ listId, idx }) => `${listId} ${idx}`));
  assert.equal(places.size, raced.length, "an index of its own for each credential");
}

/** Asserts that the status list has one bit for each revoked credential. */
export async function assertRevoked(
  servers: Servers,
  raced: readonly RacedCredential[],
): Promise<void> {
  for (const [listId, own] of Map.groupBy(raced, ({ listId }) => listId)) {
    assert.equal(await revokedOf(servers, listId), own.length, "one bit a revocation");
  }
}
