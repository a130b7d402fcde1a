import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import type { RecordedAuditEvent } from "../../core/audit/event.ts";
import { Service } from "../../core/nouns.ts";
import { clientTokenRemovals } from "../access/client_tokens.ts";
import { accessTokens } from "../access/token_keys.ts";
import { loggedAnomalies, throttles, trafficClients } from "../anomalies/anomaly_records.ts";
import { recordingsOf } from "../audit/audit_reading.ts";
import { decisionDays } from "../audit/decision_counts.ts";
import {
  monitoredBooks,
  monitoredCounts,
  monitoredLeft,
  monitoredSubjects,
  monitoredTurns,
  monitoringRuns,
  monitoringStates,
} from "../monitoring/monitoring_keys.ts";
import { dueDeliveries, eventDeliveries } from "../events/event_deliveries.ts";
import { eventEndpoints } from "../events/event_endpoints.ts";
import { eventHeads, eventPlaces, keptEvents } from "../events/event_feed.ts";
import { eventOutbox, eventOwner } from "../events/event_outbox.ts";
import { eventReaders } from "../events/event_readers.ts";
import { eventWakes } from "../events/event_wakes.ts";
import { clearedPairs, clearedSubjects } from "../screening/cleared_pairs.ts";
import {
  decisionDispositions,
  decisionReviews,
  screeningDecisions,
} from "../screening/decisions.ts";
import {
  clientScreeningBatches,
  OpenIds,
  openScreeningBatchIds,
  screeningBatches,
  screeningBatchResults,
  screeningBatchRows,
} from "../screening/screening_batches.ts";
import { queueDays } from "../screening/queue_days.ts";
import {
  queueCounts,
  queuedDecisions,
  queuedSubjects,
  queueOwner,
  queueTurns,
} from "../screening/review_queue.ts";
import { clientEmployerSessions, observedRevocations } from "../credentials/employer_sessions.ts";
import { keysReadMax } from "../store/budget.ts";
import type { Key } from "../store/key.ts";
import { removeAll } from "../store/remove_all.ts";
import type { Remove, Store } from "../store/store.ts";
import { trafficDays, trafficHours } from "../anomalies/traffic_counts.ts";
import { walletRiskAnswers } from "../wallet_risk/wallet_risk_answers.ts";

/** The deleted records of a client. */
export interface RemovedOfClient {
  readonly decisions: number;
  readonly reviews: number;
  readonly walletRiskAnswers: number;
  readonly counters: number;
  readonly tokens: number;
}

/**
 * Deletes a client's records except sessions, logins and KYB: decisions with their reviews, which
 * the audit chain names, scores stored for replay, counts, tokens, and records of anomaly tracking.
 * Reads none of them except the list of unfinished batches. Works in bounded, atomic commits; a
 * repeated run continues after the last one.
 */
export async function removeRemains(store: Store, clientId: ClientId): Promise<RemovedOfClient> {
  // Before the rest is read: each step of a batch checks its record, so that none is written any more.
  await removeAll(store, removalsAt(store, unfinishedBatches(store, clientId)));
  // Likewise: each change of a book, and each step of a run, checks one of these.
  const books = [monitoredBooks, monitoringStates].map((kind) => kind.key(queueOwner(clientId)));
  await store.commit(await store.removals(books));
  const removed = await removeAll(store, removalsOf(store, clientId));
  const count = (...kinds: readonly { readonly name: string }[]) =>
    kinds.reduce((sum, { name }) => sum + (removed.get(name) ?? 0), 0);
  return {
    decisions: count(screeningDecisions),
    reviews: count(decisionReviews, decisionDispositions),
    walletRiskAnswers: count(walletRiskAnswers),
    counters: count(trafficHours, trafficDays, decisionDays),
    tokens: count(accessTokens),
  };
}

/**
 * Deletes the revocation statuses observed by reads of an employer's sessions. Runs before the
 * sessions are deleted, since they name these records.
 */
export async function removeObserved(store: Store, clientId: ClientId): Promise<void> {
  const keys = async function* (): AsyncGenerator<Key> {
    const prefix = clientEmployerSessions.key(clientId);
    for await (const { key } of store.list(z.unknown(), { prefix })) {
      yield observedRevocations.key(String(key.at(-1)));
    }
  };
  await removeAll(store, removalsAt(store, keys()));
}

/**
 * Yields records of unfinished batches, then the list of these batches, which a repeated run needs.
 */
async function* unfinishedBatches(store: Store, clientId: ClientId): AsyncGenerator<Key> {
  const list = openScreeningBatchIds.key(queueOwner(clientId));
  const { ids = [] } = (await store.get(OpenIds, list))?.value ?? {};
  for (const id of ids) yield screeningBatches.key(id);
  yield list;
}

async function* removalsOf(store: Store, clientId: ClientId): AsyncGenerator<Remove> {
  for await (const key of batchesOf(store, clientId)) {
    yield* await store.removals([screeningBatches.key(key)]);
    for (const kind of [screeningBatchRows, screeningBatchResults]) {
      yield* store.removalsIn({ prefix: kind.key(key) });
    }
  }
  yield* removalsAt(store, keysOfEvents(store, clientId));
  const ofMonitoring = [monitoredSubjects, monitoredCounts, monitoredTurns, monitoredLeft];
  for (const kind of [...ofMonitoring, monitoringRuns]) {
    yield* store.removalsIn({ prefix: kind.key(queueOwner(clientId)) });
  }
  for (
    const kind of [
      queuedDecisions,
      queuedSubjects,
      queueCounts,
      queueDays,
      clientScreeningBatches,
      clearedPairs,
      clearedSubjects,
    ]
  ) {
    yield* store.removalsIn({ prefix: kind.key(queueOwner(clientId)) });
  }
  // First the endpoints: what is raised meanwhile has none to be delivered to.
  for (
    const kind of [eventEndpoints, eventReaders, eventOutbox, dueDeliveries, eventDeliveries]
      .concat([keptEvents, eventPlaces, eventHeads])
  ) yield* store.removalsIn({ prefix: kind.key(eventOwner(clientId)) });
  // In the order of time: those of all clients are few.
  for await (const remove of store.removalsIn({ prefix: eventWakes.key() })) {
    if (remove.key[2] === eventOwner(clientId)) yield remove;
  }
  yield* await store.removals([queueTurns.key(queueOwner(clientId))]);
  yield* store.removalsIn({ prefix: walletRiskAnswers.key(clientId) });
  for (const service of Service.options) {
    for (const kind of [trafficHours, trafficDays, decisionDays, loggedAnomalies]) {
      yield* store.removalsIn({ prefix: kind.key(service, clientId) });
    }
    const own = [trafficClients, throttles].map((kind) => kind.key(service, clientId));
    yield* await store.removals(own);
  }
  yield* clientTokenRemovals(store, clientId);
}

/** Yields ids of batches of screenings, from their events on the chain. */
async function* batchesOf(store: Store, clientId: ClientId): AsyncGenerator<string> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    if (event.kind === "BATCH_ACCEPTED") yield String(event["batchId"]);
  }
}

/** Yields keys of decisions and reviews, from their events on the chain. */
async function* keysOfEvents(store: Store, clientId: ClientId): AsyncGenerator<Key> {
  for await (const recording of recordingsOf(store, clientId)) {
    const { event } = recording.kind === "linked" ? recording.linked.entry : recording.outgoing;
    const key = keyOf(event);
    if (key !== null) yield key;
  }
}

function keyOf(
  { kind, decisionId, reviewId, dispositionId }: RecordedAuditEvent,
): Key | null {
  switch (kind) {
    case "SCREENING_DECISION":
      return screeningDecisions.key(String(decisionId));
    case "SCREENING_REVIEWED":
      return decisionReviews.key(String(decisionId), String(reviewId));
    case "REVIEW_DISPOSED":
      return decisionDispositions.key(String(decisionId), String(dispositionId));
    default:
      return null;
  }
}

/** Yields removals of the values that still exist at these keys. */
async function* removalsAt(store: Store, keys: AsyncIterable<Key>): AsyncGenerator<Remove> {
  let batch: Key[] = [];
  for await (const key of keys) {
    if (batch.push(key) < keysReadMax) continue;
    yield* await store.removals(batch);
    batch = [];
  }
  if (batch.length > 0) yield* await store.removals(batch);
}
