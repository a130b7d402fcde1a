import { z } from "zod";
import type { ClientId } from "../core/access/schema.ts";
import type { RecordedAuditEvent } from "../core/audit/event.ts";
import { Service } from "../core/nouns.ts";
import { AccessToken, accessTokens } from "./access_tokens.ts";
import { loggedAnomalies, throttles, trafficClients } from "./anomaly_records.ts";
import { recordingsOf } from "./audit/audit_reading.ts";
import { decisionDays } from "./decision_counts.ts";
import { decisionReviews, screeningDecisions } from "./decisions.ts";
import { clientEmployerSessions, observedRevocations } from "./employer_sessions.ts";
import type { KeyRing } from "./keys/key_ring.ts";
import { encrypted } from "./store/encrypted.ts";
import { keysReadMax } from "./store/budget.ts";
import type { Key } from "./store/key.ts";
import type { Remove, Store, Stored } from "./store/store.ts";
import { trafficDays, trafficHours } from "./traffic_counts.ts";

/** Values that one commit removes: their keys stay in the budget for the longest client id. */
const removedAtOnce = 200;

/** What was deleted of a client. */
export interface RemovedOfClient {
  readonly decisions: number;
  readonly reviews: number;
  readonly counters: number;
  readonly tokens: number;
}

/**
 * Deletes what a client leaves behind besides sessions, logins and KYB: decisions with their
 * reviews, which the audit chain names, counts, tokens, and what anomaly tracking remembers. Works in
 * bounded commits, each of which is whole; doing it again goes on where it stopped.
 */
export async function removeRemains(
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
  clientId: ClientId,
): Promise<RemovedOfClient> {
  const removed = await removeAll(
    store,
    encrypted(z.unknown(), atRest),
    keysOfEvents(store, clientId),
  );
  return {
    decisions: removed.get(screeningDecisions.name) ?? 0,
    reviews: removed.get(decisionReviews.name) ?? 0,
    counters: await removeCounters(store, clientId),
    tokens: await removeTokens(store, clientId),
  };
}

/** Deletes what reads of an employer's sessions have seen; before the sessions, which name it. */
export async function removeObserved(store: Store, clientId: ClientId): Promise<void> {
  const keys = async function* (): AsyncGenerator<Key> {
    const prefix = clientEmployerSessions.key(clientId);
    for await (const { key } of store.list(z.unknown(), { prefix })) {
      yield observedRevocations.key(String(key.at(-1)));
    }
  };
  await removeAll(store, z.unknown(), keys());
}

/** Keys of decisions and reviews: the chain has an event of each. */
async function* keysOfEvents(store: Store, clientId: ClientId): AsyncGenerator<Key> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    const key = keyOf(event);
    if (key !== null) yield key;
  }
}

function keyOf({ kind, decisionId, reviewId }: RecordedAuditEvent): Key | null {
  switch (kind) {
    case "SCREENING_DECISION":
      return screeningDecisions.key(String(decisionId));
    case "SCREENING_REVIEWED":
      return decisionReviews.key(String(decisionId), String(reviewId));
    default:
      return null;
  }
}

/** Removes the values that still stand at these keys. @returns how many, by their kind */
async function removeAll(
  store: Store,
  stored: Stored<unknown>,
  keys: AsyncIterable<Key>,
): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>();
  let removals: Remove[] = [];
  let batch: Key[] = [];
  const flush = async () => {
    if (removals.length > 0) await store.commit(removals);
    for (const { key: [kind] } of removals) removed.set(kind, (removed.get(kind) ?? 0) + 1);
    removals = [];
  };
  const read = async () => {
    for (const entry of await store.getMany(stored, batch)) {
      if (entry !== null) removals.push(entry.delete);
    }
    batch = [];
    if (removals.length > removedAtOnce - keysReadMax) await flush();
  };
  for await (const key of keys) {
    if (batch.push(key) === keysReadMax) await read();
  }
  if (batch.length > 0) await read();
  await flush();
  return removed;
}

async function removeCounters(store: Store, clientId: ClientId): Promise<number> {
  let removed = 0;
  for (const service of Service.options) {
    for (const kind of [trafficHours, trafficDays, decisionDays]) {
      let removals: Remove[] = [];
      for await (const counter of store.counts({ prefix: kind.key(service, clientId) })) {
        removals.push(counter.delete);
        if (removals.length < removedAtOnce) continue;
        await store.commit(removals);
        removed += removals.length;
        removals = [];
      }
      if (removals.length > 0) await store.commit(removals);
      removed += removals.length;
    }
    const own = [trafficClients.key(service, clientId), throttles.key(service, clientId)];
    const found = (await store.getMany(z.unknown(), own)).filter((entry) => entry !== null);
    const logged = await Array.fromAsync(
      store.list(z.unknown(), { prefix: loggedAnomalies.key(service, clientId) }),
    );
    const records = [...found, ...logged].map((entry) => entry.delete);
    if (records.length > 0) await store.commit(records);
  }
  return removed;
}

/** Tokens that an operator minted; expired ones too, which the backend has not cleaned up. */
async function removeTokens(store: Store, clientId: ClientId): Promise<number> {
  let removed = 0;
  for await (const entry of store.list(AccessToken, { prefix: accessTokens.key() })) {
    if (entry.value.clientId !== clientId) continue;
    await store.commit([entry.delete]);
    removed += 1;
  }
  return removed;
}
